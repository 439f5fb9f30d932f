import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("share")
struct ShareTests {
  @Test("Two subscribers before the response cause one run of upstream, and get the value before the finish")
  func oneRun() {
    let runs = Box(0)
    let log = Box<[String]>([])
    let answers = PassthroughSubject<String, Never>()
    let shared = Deferred {
      runs.increment()
      return answers
    }.share()
    let recorders = (1...2).map { number in
      let recorder = RecordingSubscriber<String, Never> { value in
        log.update { $0.append("\(number) \(value)") }
        return .none
      }
      recorder.onCompletion = { _ in log.update { $0.append("\(number) fin") } }
      shared.subscribe(recorder)
      return recorder
    }
    answers.send("answer")
    answers.send(completion: .finished)
    expectEqual(runs.value, 1)
    expectEqual(log.value, ["1 answer", "2 answer", "1 fin", "2 fin"])
    withExtendedLifetime(recorders) {}
  }

  @Test("A subscriber that attaches after the completion gets it only, and upstream does not run again")
  func lateSubscriber() {
    let runs = Box(0)
    let shared = Deferred {
      runs.increment()
      return [1, 2].publisher
    }.share()
    let first = shared.record()
    expectEqual(first.values, [1, 2])
    let late = shared.record()
    expect(
      late.events == [.subscription("Empty"), .finished] || late.events == [.subscription("Multicast"), .finished])
    expectEqual(runs.value, 1)
  }

  @Test("A subscriber that joins later gets the values from there on, together with the first")
  func joiningLater() {
    let ticks = PassthroughSubject<Int, Never>()
    let shared = ticks.share()
    let first = shared.record()
    for tick in 1...3 { ticks.send(tick) }
    let second = shared.record()
    for tick in 4...5 { ticks.send(tick) }
    expectEqual(first.values, [1, 2, 3, 4, 5])
    expectEqual(second.values, [4, 5])
  }

  @Test("Cancels upstream when the last subscriber cancels, and subscribes again for the next one")
  func beginsAnew() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let shared = upstream.share()
    let first = shared.record()
    let second = shared.record()
    expectEqual(upstream.subscriberCount, 1)
    first.cancel()
    expectEqual(upstream.cancelCount, 0)
    second.cancel()
    expectEqual(upstream.cancelCount, 1)
    expectEqual(upstream.subscriberCount, 0)
    let third = shared.record()
    expectEqual(upstream.subscriberCount, 1)
    upstream.send(3)
    expectEqual(third.values, [3])
    expectEqual(first.values, [])
  }

  @Test("A slow subscriber misses values while it has no demand, and does not delay a fast one")
  func slowAndFast() {
    let source = PassthroughSubject<Int, Never>()
    let shared = source.share()
    let slow = shared.record(demand: .max(1))
    let fast = shared.record()
    for value in 1...5 { source.send(value) }
    expectEqual(slow.values, [1])
    expectEqual(fast.values, [1, 2, 3, 4, 5])
    slow.request(.max(1))
    source.send(6)
    expectEqual(slow.values, [1, 6])
  }

  @Test("Requests unlimited demand upstream as soon as a subscriber requests, and not before")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let shared = upstream.share()
    let recorder = shared.record(demand: .none)
    expectEqual(upstream.requests, [])
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.unlimited)])
    let second = shared.record()
    expectEqual(upstream.requests, [.demand(.unlimited)])
    withExtendedLifetime(second) {}
  }

  @Test("Passes a failure to all subscribers, also to later ones")
  func failure() {
    let source = PassthroughSubject<Int, TestError>()
    let shared = source.share()
    let recorders = [shared.record(), shared.record()]
    source.send(completion: .failure(TestError("e")))
    expect(recorders.allSatisfy { $0.failure == TestError("e") })
    expectEqual(shared.record().failure, TestError("e"))
  }

  @Test("A subscriber may subscribe and cancel from inside a delivery")
  func reentrant() {
    let source = PassthroughSubject<Int, Never>()
    let shared = source.share()
    let nested = RecordingSubscriber<Int, Never>()
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = RecordingSubscriber<Int, Never> { value in
      if value == 1 { shared.subscribe(nested) }
      if value == 2 { subscription.value?.cancel() }
      return .none
    }
    recorder.onSubscription = { subscription.value = $0 }
    shared.subscribe(recorder)
    for value in 1...3 { source.send(value) }
    expectEqual(recorder.values, [1, 2])
    expectEqual(nested.values, [2, 3])
  }

  @Test("Two are equal if they are one object, and the upstream is public")
  func identity() {
    let shared = Just(1).share()
    let other = Just(1).share()
    expect(type(of: shared) == Publishers.Share<Just<Int>>.self)
    expectEqual(shared.upstream, Just(1))
    expectEqual(shared, shared)
    expect(shared != other)
    expectEqual(Publishers.Share(upstream: Just(1)).record().values, [1])
  }

  @Test("A subscription continues though the publisher is released")
  func publisherReleased() {
    let source = PassthroughSubject<Int, Never>()
    let recorder = source.share().record()
    source.send(1)
    expectEqual(recorder.values, [1])
    recorder.cancel()
    source.send(2)
    expectEqual(recorder.values, [1])
  }

  @Test("Releases downstream, upstream and itself at the end", arguments: [true, false])
  func release(isFinish: Bool) {
    let upstream = ScriptedPublisher<Int, TestError>()
    weak var shared: Publishers.Share<ScriptedPublisher<Int, TestError>>?
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let newShared = upstream.share()
      shared = newShared
      let recorder = newShared.record()
      downstream = recorder
      subscription = recorder.subscription
    }
    expect(downstream != nil)
    if isFinish { upstream.send(completion: .finished) } else { subscription?.cancel() }
    expect(shared == nil)
    expect(downstream == nil)
    expectEqual(upstream.livingSubscriptionCount, 0)
    withExtendedLifetime(subscription) {}
  }

  @Test("Releases the closures of its upstream, however the stream ends")
  func releaseOfClosures() {
    expectEqual(leaks { source, token in Deferred { token.pass(source) }.share() }, [])
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    expectEqual(misbehaviour { $0.share() }, .ignored)
  }

  @Test("Its subscriptions describe themselves as Multicast, after the end too")
  func description() {
    expectEqual(names { $0.share() }, NamesReport(subscriber: "Subject", subscription: "Multicast"))
    let source = PassthroughSubject<Int, Never>()
    let shared = source.share()
    let (cancelled, finished) = (shared.record(), shared.record())
    cancelled.cancel()
    source.send(completion: .finished)
    let late = shared.record()
    for recorder in [cancelled, finished, late] {
      expectEqual(recorder.subscription.map { "\($0)" }, "Multicast")
    }
  }

  @Test("When many threads subscribe and cancel, each run of upstream ends, and they never overlap")
  func concurrent() {
    expectOneRunAtATime { $0.share().eraseToAnyPublisher() }
  }

  @Test("Subscribers of many threads that stay get every later value, in one order")
  func concurrentValues() {
    let source = PassthroughSubject<Int, Never>()
    let shared = source.share()
    let recorders = (0..<4).map { _ in RecordingSubscriber<Int, Never>() }
    concurrently(4) { shared.subscribe(recorders[$0]) }
    concurrently(2) { thread in
      for value in 0..<200 { source.send(thread * 1_000 + value) }
    }
    for recorder in recorders {
      expectEqual(recorder.values.count, 400)
      expectEqual(recorder.values, recorders[0].values)
      expectEqual(recorder.overlaps, 0)
    }
  }
}
