import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("share(replay:)")
struct ShareReplayTests {
  /// Sends what a diagram says in each run, and counts the runs.
  private struct Source {
    let timeline: VirtualTimeline
    let runs = Box(0)

    func publisher(_ marbles: Marbles) -> Deferred<MarblePublisher<Int, TestError>> {
      let played = timeline.scheduler.publisher(marbles, failure: TestError()) { $0.wholeNumberValue ?? -1 }
      return Deferred { [runs] in
        runs.increment()
        return played
      }
    }
  }

  private let timeline = VirtualTimeline()

  // Case XA-317
  @Test("A later subscriber gets the newest element, then what follows, of one run")
  func replays() {
    let source = Source(timeline: timeline)
    let shared = source.publisher("-1-2-3-|").share(replay: 1)
    let first = timeline.subscribe(at: 0, to: shared)
    let second = timeline.subscribe(at: 4, to: shared)
    timeline.run()
    expectEqual(first.marbles, "-1-2-3-|")
    expectEqual(second.marbles, "----23-|")
    expectEqual(source.runs.value, 1)
  }

  // Case XA-318
  @Test("After the end, a subscriber gets the log and the completion, or a run of its own")
  func afterEnd() {
    let source = Source(timeline: timeline)
    let replaying = source.publisher("-1-2-3-|").share(replay: 1)
    let restarting = source.publisher("-1-2-3-|").share(replay: 1, afterCompletion: .restart)
    let first = [timeline.subscribe(at: 0, to: replaying), timeline.subscribe(at: 0, to: restarting)]
    let late = timeline.subscribe(at: 9, to: replaying)
    let again = timeline.subscribe(at: 9, to: restarting)
    timeline.run()
    expectEqual(first.map(\.marbles), ["-1-2-3-|", "-1-2-3-|"])
    expectEqual(late.marbles, "---------(3|)")
    expectEqual(again.marbles, "----------1-2-3-|")
    expectEqual(source.runs.value, 3)
  }

  // Case XA-319
  @Test("When all have cancelled, the log is emptied and the next one connects anew, unless upstream runs on")
  func disconnects() {
    let source = Source(timeline: timeline)
    let ending = source.publisher("-1-2---3-|").share(replay: 1)
    let running = source.publisher("-1-2---3-|").share(replay: 1, disconnect: .never)
    for shared in [ending, running] {
      let recordings = [0, 2].map { timeline.subscribe(at: $0, to: shared) }
      timeline.at(4) { for recording in recordings { recording.cancel() } }
    }
    let anew = timeline.subscribe(at: 6, to: ending)
    let same = timeline.subscribe(at: 6, to: running)
    timeline.run()
    expectEqual(anew.marbles, "-------1-2---3-|")
    expectEqual(same.marbles, "------23-|")
    expectEqual(source.runs.value, 3)
  }

  // Case XA-320
  @Test("A future behind it runs once for three subscribers, and its value is there for later ones")
  func future() {
    let runs = Box(0)
    let promise = Box<(@Sendable (Int) -> Void)?>(nil)
    let shared = Deferred {
      Future<Int, Never> { fulfil in
        runs.increment()
        let fulfil = Promise(fulfil)
        promise.value = { fulfil.body(.success($0)) }
      }
    }.share(replay: 1)
    let early = [shared.record(), shared.record()]
    promise.value?(7)
    for recorder in early + [shared.record()] {
      expectEqual(recorder.values, [7])
      expect(recorder.isFinished)
    }
    expectEqual(runs.value, 1)
  }

  private struct Promise: @unchecked Sendable {
    // Sendable: a promise may be kept on any thread.
    let body: (Result<Int, Never>) -> Void

    init(_ body: @escaping (Result<Int, Never>) -> Void) {
      self.body = body
    }
  }

  // Case XA-321
  @Test("A late subscriber gets the log, then the failure")
  func failure() {
    let source = Source(timeline: timeline)
    let shared = source.publisher("-1#").share(replay: 1)
    let first = timeline.subscribe(at: 0, to: shared)
    let late = timeline.subscribe(at: 5, to: shared)
    timeline.run()
    expectEqual(first.marbles, "-1#")
    expectEqual(late.marbles, "-----(1#)")
  }

  @Test("Without a log it is share() with the late completion")
  func noLog() {
    let source = Source(timeline: timeline)
    let shared = source.publisher("-1-2-|").share(replay: 0)
    let recordings = [0, 2, 7].map { timeline.subscribe(at: $0, to: shared) }
    timeline.run()
    expectEqual(recordings.map(\.marbles), ["-1-2-|", "---2-|", "-------|"])
  }

  @Test("It connects when it is created, and is then connected anew by a subscriber")
  func connectsImmediately() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let shared = upstream.share(replay: 2, connect: .immediately)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    for value in 1...3 { upstream.send(value) }
    let first = shared.record()
    expectEqual(first.values, [2, 3])
    first.cancel()
    expectEqual(upstream.cancelCount, 1)
    expectEqual(upstream.subscriberCount, 0)
    let second = shared.record()
    expectEqual(second.values, [])
    expectEqual(upstream.subscriberCount, 1)
  }

  @Test("It waits for a number of subscribers, in each run")
  func waitsForSubscribers() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let shared = upstream.share(replay: 1, connect: .whenSubscribers(2))
    let first = shared.record()
    first.cancel()
    let second = shared.record()
    expectEqual(upstream.subscriberCount, 0)
    let third = shared.record()
    expectEqual(upstream.subscriberCount, 1)
    upstream.send(1)
    expect(second.values == [1] && third.values == [1])
    second.cancel()
    third.cancel()
    expectEqual(upstream.cancelCount, 1)
    let fourth = shared.record()
    expectEqual(upstream.subscriberCount, 0)
    let fifth = shared.record()
    expectEqual(upstream.subscriberCount, 1)
    upstream.send(2)
    expect(fourth.values == [2] && fifth.values == [2])
  }

  private struct Sharing {
    var connect = StreamShareConnect.whenSubscribers(2)
    var disconnect: Publishers.ShareDisconnect
    var end: Publishers.ShareEnd

    func apply<P: Publisher>(to upstream: P) -> Publishers.ShareReplay<P> {
      upstream.share(replay: 1, connect: connect, disconnect: disconnect, afterCompletion: end)
    }
  }

  @Test("The options do not depend on upstream's type, so that one value serves any publisher")
  func options() {
    let sharing = Sharing(disconnect: .never, end: .restart)
    let numbers = ScriptedPublisher<Int, TestError>()
    let words = ScriptedPublisher<String, Never>()
    let shared = (sharing.apply(to: numbers), sharing.apply(to: words))
    let recorders = (shared.0.record(), shared.1.record())
    expect(numbers.subscriberCount == 0 && words.subscriberCount == 0)
    let others = (shared.0.record(), shared.1.record())
    numbers.send(1)
    words.send("a")
    expect(recorders.0.values == [1] && others.0.values == [1])
    expect(recorders.1.values == ["a"] && others.1.values == ["a"])
    for recorder in [recorders.0, others.0] { recorder.cancel() }
    expectEqual(numbers.cancelCount, 0)
    expect(Publishers.ShareConnect.immediately != sharing.connect)
  }

  @Test("Negative numbers trap")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).share(replay: -1) }
    await #expect(processExitsWith: .failure) { _ = Just(1).share(replay: 1, connect: .whenSubscribers(-1)) }
  }

  @Test("Of an upstream that delivers at once, the first subscriber gets everything, and the second what is kept")
  func synchronous() {
    let shared = (1...5).publisher.share(replay: 2)
    expectEqual(shared.record().values, [1, 2, 3, 4, 5])
    expectEqual(shared.record().values, [4, 5])
  }

  @Test("A cancel in the middle of an upstream that delivers at once, and for ever, ends it")
  func endless() {
    let produced = Box(0)
    let endless = Publishers.Sequence<AnySequence<Int>, Never>(
      sequence: AnySequence { AnyIterator { produced.increment() } })
    let values = Box<[Int]>([])
    let shared = endless.share(replay: 1)
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = RecordingSubscriber<Int, Never> { value in
      values.update { $0.append(value) }
      if value == 3 { subscription.value?.cancel() }
      return .none
    }
    recorder.onSubscription = { subscription.value = $0 }
    shared.subscribe(recorder)
    expectEqual(values.value, [1, 2, 3])
    expect(produced.value <= 4)
  }

  @Test("A slow subscriber loses the oldest of what it has not asked for, which is reported")
  func slow() {
    let drops = DropRecorder()
    let source = PassthroughSubject<Int, Never>()
    let shared = source.share(replay: 2, line: 1001)
    let slow = shared.record(demand: .max(1))
    let fast = shared.record()
    for value in 1...5 { source.send(value) }
    slow.request(.unlimited)
    expectEqual(slow.values, [1, 4, 5])
    expectEqual(fast.values, [1, 2, 3, 4, 5])
    expectEqual(drops.reports.filter { $0.site?.line == 1001 }.map(\.operatorName), ["ShareReplay", "ShareReplay"])
  }

  @Test("A subscriber that comes from inside the completion begins a run of its own, if it restarts")
  func resubscribesInCompletion() {
    let runs = Box(0)
    let shared = Deferred {
      runs.increment()
      return Just(runs.value)
    }.share(replay: 1, afterCompletion: .restart)
    let second = RecordingSubscriber<Int, Never>()
    let first = RecordingSubscriber<Int, Never>()
    first.onCompletion = { _ in shared.subscribe(second) }
    shared.subscribe(first)
    expectEqual(first.values, [1])
    expectEqual(second.values, [2])
  }

  @Test("Released, without subscribers, it cancels an upstream that it does not disconnect")
  func release() {
    let upstream = ScriptedPublisher<Int, TestError>()
    weak var weakShared: AnyObject?
    do {
      let shared = upstream.share(replay: 1, disconnect: .never)
      weakShared = shared
      let recorder = shared.record()
      recorder.cancel()
      expectEqual(upstream.cancelCount, 0)
    }
    expect(weakShared == nil)
    expectEqual(upstream.cancelCount, 1)
    expectEqual(upstream.livingSubscriptionCount, 0)
  }

  @Test("Releases the closures of its upstream, however the stream ends")
  func releaseOfClosures() {
    expectEqual(leaks { source, token in Deferred { token.pass(source) }.share(replay: 1) }, [])
  }

  @Test("Two are equal if they are one object, and the upstream is public")
  func identity() {
    let shared = Just(1).share(replay: 3)
    expect(type(of: shared) == Publishers.ShareReplay<Just<Int>>.self)
    expect(shared.upstream == Just(1) && shared.count == 3)
    expectEqual(shared, shared)
    expect(shared != Just(1).share(replay: 3))
  }

  @Test("When many threads subscribe and cancel, each run of upstream ends, and they never overlap")
  func concurrent() {
    expectOneRunAtATime { $0.share(replay: 1).eraseToAnyPublisher() }
  }
}
