import StreamSharing
import TestSupport
import Testing

@Suite("share(replay:expiresAfter:scheduler:)")
struct ShareExpiringTests {
  private let timeline = VirtualTimeline()
  private let runs = Box(0)

  private var scheduler: TestScheduler { timeline.scheduler }

  /// Sends what the diagrams say, one for each run, the last again and again.
  private func source(_ diagrams: Marbles...) -> Deferred<MarblePublisher<Int, TestError>> {
    let played = diagrams.map { scheduler.publisher($0, failure: TestError()) { $0.wholeNumberValue ?? -1 } }
    return Deferred { [runs] in played[min(runs.increment(), played.count) - 1] }
  }

  /// Subscribers of a publisher whose runs are replayed for four ticks.
  private func marbles(
    _ publisher: some Publisher<Int, TestError> & Sendable, subscribing times: Int...,
    disconnect: StreamShareDisconnect = .whenUnused
  ) -> [String] {
    let shared = publisher.share(replay: 1, disconnect: disconnect, expiresAfter: 4, scheduler: scheduler)
    let recordings = times.map { timeline.subscribe(at: $0, to: shared) }
    timeline.run()
    return recordings.map { "\($0.marbles)" }
  }

  @Test("A result is replayed until the interval has passed since the finish; the next subscriber begins another run")
  func expires() {
    expectEqual(
      marbles(source("-1|", "-2|"), subscribing: 0, 5, 6, 9),
      ["-1|", "-----(1|)", "-------2|", "---------(2|)"])
    expectEqual(runs.value, 2)
  }

  @Test("A run that loads for longer than the interval is joined, and is replayed after its finish")
  func loads() {
    expectEqual(
      marbles(source("-1------2|", "-3|"), subscribing: 0, 7, 12, 13),
      ["-1------2|", "-------12|", "------------(2|)", "--------------3|"])
    expectEqual(runs.value, 2)
  }

  @Test("A failure is not kept: the next subscriber begins another run")
  func failure() {
    expectEqual(marbles(source("-1#", "-2|"), subscribing: 0, 3, 6), ["-1#", "----2|", "------(2|)"])
    expectEqual(runs.value, 2)
  }

  @Test("With no time, or less, nothing that has finished is replayed")
  func noTime() {
    for interval in [0, -1] as [VirtualTime.Stride] {
      let subscriptions = Box(0)
      let shared = Deferred { Just(subscriptions.increment()) }
        .share(replay: 1, expiresAfter: interval, scheduler: scheduler)
      expectEqual(shared.record().values, [1])
      expectEqual(shared.record().values, [2])
    }
    // The clock of this one stands still: what has come is as new as ever.
    let subscriptions = Box(0)
    let shared = Deferred { Just(subscriptions.increment()) }
      .share(replay: 1, expiresAfter: 4, scheduler: TestScheduler())
    for _ in 1...3 { expectEqual(shared.record().values, [1]) }
  }

  @Test("A subscriber that has not taken its elements keeps its run when another begins")
  func keepsRun() {
    let sources = [PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>()]
    let shared = Deferred { [runs] in sources[runs.increment() - 1] }
      .share(replay: 2, expiresAfter: 4, scheduler: scheduler)
    let slow = shared.record(demand: .max(1))
    for value in 1...3 { sources[0].send(value) }
    sources[0].send(completion: .finished)
    scheduler.advance(by: 9)
    let next = shared.record()
    expectEqual(runs.value, 2)
    sources[1].send(4)
    expectEqual(next.values, [4])
    slow.request(.max(9))
    expectEqual(slow.values, [1, 2, 3])
    expect(slow.isFinished)
    // Its cancel does not end the run of the other.
    slow.cancel()
    sources[1].send(5)
    expectEqual(next.values, [4, 5])
  }

  @Test("When all have cancelled before the finish, the next begins another run, unless upstream runs on")
  func cancels() {
    for (disconnect, expected) in [(.whenUnused, 2), (.never, 1)] as [(StreamShareDisconnect, Int)] {
      let (subject, subscriptions) = (PassthroughSubject<Int, Never>(), Box(0))
      let shared = Deferred {
        subscriptions.increment()
        return subject
      }.share(replay: 1, disconnect: disconnect, expiresAfter: 4, scheduler: scheduler)
      shared.record().cancel()
      subject.send(1)
      subject.send(completion: .finished)
      _ = shared.record()
      expectEqual(subscriptions.value, expected)
    }
  }

  @Test("A subscriber that arrives from inside the last delivery, or the finish, is of that run")
  func inside() {
    let (subject, subscriptions) = (PassthroughSubject<Int, Never>(), Box(0))
    let shared = Deferred {
      subscriptions.increment()
      return subject
    }.share(replay: 1, expiresAfter: 4, scheduler: scheduler)
    let (inner, last) = (RecordingSubscriber<Int, Never>(), RecordingSubscriber<Int, Never>())
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { _ in
      shared.subscribe(inner)
      return .none
    }
    recorder.onCompletion = { _ in shared.subscribe(last) }
    shared.subscribe(recorder)
    subject.send(7)
    subject.send(completion: .finished)
    expectEqual([recorder, inner, last].map(\.values), [[7], [7], [7]])
    expect(last.isFinished)
    expectEqual(subscriptions.value, 1)
    recorder.onValue = nil
    recorder.onCompletion = nil
  }

  @Test("Several that find the run out of date share one new run, on any threads")
  func together() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = Deferred { [runs] () -> AnyPublisher<Int, Never> in
      runs.increment() == 1 ? Just(1).eraseToAnyPublisher() : subject.eraseToAnyPublisher()
    }.share(replay: 1, expiresAfter: 4, scheduler: scheduler)
    expectEqual(shared.record().values, [1])
    scheduler.advance(by: 4)
    let recorders = (1...8).map { _ in RecordingSubscriber<Int, Never>() }
    concurrently(8) { shared.subscribe(recorders[$0]) }
    expectEqual(runs.value, 2)
    subject.send(2)
    for recorder in recorders { expectEqual(recorder.values, [2]) }
  }

  @Test("What has ended is released with the publisher, or when the next run takes its place")
  func releases() {
    let sources = [PassthroughSubject<Token, Never>(), PassthroughSubject<Token, Never>()]
    let shared = Deferred { [runs] in sources[runs.increment() - 1] }
      .share(replay: 1, expiresAfter: 4, scheduler: scheduler)
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      let recorder = RecordingSubscriber<Token, Never>(demand: .none)
      shared.subscribe(recorder)
      sources[0].send(newToken)
      sources[0].send(completion: .finished)
      recorder.cancel()
    }
    expect(token != nil)
    expectEqual(scheduler.pendingCount, 0)
    scheduler.advance(by: 9)
    let recorder = shared.record()
    expect(token == nil)
    recorder.cancel()
    expectEqual(runs.value, 2)
  }
}
