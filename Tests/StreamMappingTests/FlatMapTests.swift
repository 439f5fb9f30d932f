import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("flatMap")
struct FlatMapTests {
  /// An upstream whose values name the inner publishers of a test.
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  private func inners(_ count: Int, letsGo: Bool = true) -> [ScriptedPublisher<String, TestError>] {
    (0..<count).map { _ in ScriptedPublisher(letsGo: letsGo) }
  }

  // MARK: Values

  @Test("Delivers the elements of all inner publishers")
  func values() {
    let recorder = [[1, 2, 3], [4, 5, 6]].publisher.flatMap { $0.publisher }.map { $0 * 2 }.record()
    expectEqual(recorder.values, [2, 4, 6, 8, 10, 12])
    expect(recorder.isFinished)
  }

  @Test("Has the same type as in Combine")
  func staticType() {
    let publisher = [[1, 2, 3], [4, 5, 6]].publisher.flatMap { $0.publisher }
    #expect(
      type(of: publisher)
        == Publishers.FlatMap<Publishers.Sequence<[Int], Never>, Publishers.Sequence<[[Int]], Never>>.self)
  }

  @Test("Inner publishers run in parallel, and their finishes are not passed on")
  func interleaves() {
    let upstream = Upstream()
    let inner = inners(2)
    let recorder = upstream.flatMap { inner[$0] }.record()
    upstream.send(0)
    upstream.send(1)
    inner[0].send("a1")
    inner[1].send("b1")
    inner[0].send("a2")
    inner[0].send(completion: .finished)
    inner[1].send("b2")
    expectEqual(recorder.values, ["a1", "b1", "a2", "b2"])
    expect(recorder.completions.isEmpty)
  }

  @Test("One shared inner subject delivers a value once for each upstream value so far")
  func sharedInner() {
    let outer = PassthroughSubject<Int, Never>()
    let inner = PassthroughSubject<Int, Never>()
    let recorder = outer.flatMap { _ in inner }.record()
    for number in 1...3 {
      outer.send(number)
      inner.send(number)
    }
    expectEqual(recorder.values, [1, 2, 2, 3, 3, 3])
  }

  @Test("Downstream has its subscription before upstream is subscribed to, as in Combine")
  func subscriptionOrder() {
    let order = Box<[String]>([])
    let upstream = Deferred {
      order.update { $0.append("upstream") }
      return Just(1)
    }
    upstream.flatMap { Just($0) }.subscribe(
      AnySubscriber(receiveSubscription: { _ in order.update { $0.append("downstream") } }))
    expectEqual(order.value, ["downstream", "upstream"])
  }

  @Test("A cancel inside the handover of the subscription leaves upstream alone")
  func cancelInHandover() {
    let upstream = Deferred<Just<Int>> {
      Issue.record("Upstream was subscribed to.")
      return Just(1)
    }
    upstream.flatMap { Just($0) }.subscribe(
      AnySubscriber(
        receiveSubscription: { $0.cancel() }, receiveValue: { _ in .none }, receiveCompletion: { _ in Issue.record() }))
  }

  @Test("Three chained requests run strictly in order, and finish once")
  func chainedRequests() {
    let log = Box<[String]>([])
    let promises = Box<[Future<String, TestError>.Promise]>([])
    let request: @Sendable (String) -> Future<String, TestError> = { name in
      log.update { $0.append("start \(name)") }
      return Future { promise in promises.update { $0.append(promise) } }
    }
    let recorder = request("1").flatMap { request("\($0)2") }.flatMap { request("\($0)3") }.record()
    expectEqual(log.value, ["start 1"])
    promises.value[0](.success("1-"))
    expectEqual(log.value, ["start 1", "start 1-2"])
    promises.value[1](.success("1-2-"))
    expectEqual(log.value, ["start 1", "start 1-2", "start 1-2-3"])
    expect(recorder.completions.isEmpty)
    promises.value[2](.success("done"))
    expectEqual(recorder.values, ["done"])
    expect(recorder.isFinished)
  }

  // MARK: Demand

  @Test("Requests as many upstream elements as inner publishers may run, whatever downstream requests")
  func upstreamDemand() {
    for limit in [Subscribers.Demand.unlimited, .max(2)] {
      let upstream = Upstream()
      let recorder = upstream.flatMap(maxPublishers: limit) { Just($0).setFailureType(to: TestError.self) }
        .record(demand: .none)
      expectEqual(upstream.requests, [.demand(limit)])
      expectEqual(upstream.send(1), .none)
      withExtendedLifetime(recorder) {}
    }
  }

  @Test("The maximum may be a number; the failure types adapt as without it")
  func maximumAsNumber() {
    let outer = Upstream()
    let inner = inners(3)
    let recorder = outer.flatMap(maxPublishers: 2) { inner[$0] }.record()
    expectEqual(outer.requests, [.demand(.max(2))])
    recorder.cancel()
    let unfailing = ScriptedPublisher<Int, Never>()
    let failing = unfailing.flatMap(maxPublishers: 1) { inner[$0] }.record()
    expectEqual(unfailing.requests, [.demand(.max(1))])
    failing.cancel()
    let mayFail = Upstream()
    let lifted = mayFail.flatMap(maxPublishers: Int.max) { Just($0) }.record()
    mayFail.send(1)
    expectEqual(lifted.values, [1])
    expectEqual([1, 2].publisher.flatMap(maxPublishers: 0) { Just($0) }.record().values, [])
    expectEqual([1, 2].publisher.flatMap(maxPublishers: 1) { Just($0) }.record().values, [1, 2])
  }

  @Test("Requests nothing upstream if no inner publisher may run")
  func noPublishers() {
    let upstream = Upstream()
    let recorder = upstream.flatMap(maxPublishers: .none) { Just($0).setFailureType(to: TestError.self) }.record()
    expectEqual(upstream.requests, [])
    upstream.send(completion: .finished)
    expect(recorder.isFinished)
  }

  @Test("For each inner publisher that finishes it requests one more, if their number is limited")
  func replacesFinished() {
    let upstream = Upstream()
    let inner = inners(3)
    let recorder = upstream.flatMap(maxPublishers: .max(2)) { inner[$0] }.record()
    upstream.send(0)
    upstream.send(1)
    expectEqual(upstream.requests, [.demand(.max(2))])
    inner[0].send(completion: .finished)
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1))])
    upstream.send(2)
    inner[2].send("c")
    inner[2].send(completion: .finished)
    upstream.send(completion: .finished)
    expect(recorder.completions.isEmpty)
    inner[1].send(completion: .finished)
    expectEqual(recorder.values, ["c"])
    expect(recorder.isFinished)
    expectEqual(upstream.demand, .max(4))
  }

  @Test("Starts the inner publishers in order if their number is limited")
  func boundedOverSequence() {
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    let started = Box<[Int]>([])
    let recorder = (0..<3).publisher.flatMap(maxPublishers: .max(1)) { index in
      started.update { $0.append(index) }
      return subjects[index]
    }.record()
    expectEqual(started.value, [0])
    subjects[1].send(99)
    subjects[0].send(1)
    subjects[0].send(completion: .finished)
    expectEqual(started.value, [0, 1])
    subjects[1].send(2)
    subjects[1].send(completion: .finished)
    subjects[2].send(3)
    subjects[2].send(completion: .finished)
    expectEqual(recorder.values, [1, 2, 3])
    expect(recorder.isFinished)
  }

  @Test("Requests unlimited demand of the inner publishers if downstream does")
  func unlimitedChildren() {
    let upstream = Upstream()
    let inner = inners(1)
    let recorder = upstream.flatMap { inner[$0] }.record()
    upstream.send(0)
    expectEqual(inner[0].requests, [.demand(.unlimited)])
    expectEqual(inner[0].send("a"), .none)
    expectEqual(recorder.values, ["a"])
  }

  @Test("Requests one value of each inner publisher at first, and one more per value delivered")
  func boundedChildren() {
    let upstream = Upstream()
    let inner = inners(2)
    let recorder = upstream.flatMap { inner[$0] }.record(demand: .max(1))
    upstream.send(0)
    upstream.send(1)
    expectEqual(inner[0].requests, [.demand(.max(1))])
    expectEqual(inner[1].requests, [.demand(.max(1))])
    expectEqual(inner[0].send("a1"), .max(1))
    // Nothing is asked for any more: one value of each is held.
    expectEqual(inner[0].send("a2"), .none)
    expectEqual(inner[1].send("b1"), .none)
    expectEqual(recorder.values, ["a1"])
    recorder.request(.max(1))
    expectEqual(recorder.values, ["a1", "a2"])
    expectEqual(inner[0].requests, [.demand(.max(1)), .demand(.max(1))])
    expectEqual(inner[1].requests, [.demand(.max(1))])
    recorder.request(.max(2))
    expectEqual(recorder.values, ["a1", "a2", "b1"])
    expectEqual(inner[1].requests, [.demand(.max(1)), .demand(.max(1))])
    inner[1].send("b2")
    inner[1].send("b3")
    expectEqual(recorder.values, ["a1", "a2", "b1", "b2"])
  }

  @Test("Delivers sequences by turns under a demand of one at a time")
  func exactDemand() {
    let recorder = [[1, 2, 3], [4, 5, 6]].publisher.flatMap { $0.publisher }.record(demand: .none)
    var taken: [[Int]] = []
    for _ in 1...6 {
      recorder.request(.max(1))
      taken.append(recorder.values)
    }
    expectEqual(taken.map(\.count), [1, 2, 3, 4, 5, 6])
    expectEqual(taken.last?.sorted(), [1, 2, 3, 4, 5, 6])
    expect(recorder.isFinished)
  }

  @Test(
    "Inner publishers continue once downstream requests or returns unlimited demand",
    arguments: [true, false])
  func becomesUnlimited(byReturning: Bool) {
    let recorder = [Array(1...10), Array(11...20)].publisher.flatMap { $0.publisher }
      .record(demand: .max(2)) { value in byReturning && value == 2 ? .unlimited : .none }
    expectEqual(recorder.values.prefix(2), [1, 2])
    if !byReturning { recorder.request(.unlimited) }
    expectEqual(recorder.values.sorted(), Array(1...20))
    expect(recorder.isFinished)
  }

  @Test("Inner publishers continue once downstream returns unlimited demand for a value that was held")
  func becomesUnlimitedFromHeldValue() {
    let recorder = [Array(1...5), Array(11...15)].publisher.flatMap { $0.publisher }
      .record(demand: .none) { value in value == 1 ? .unlimited : .none }
    recorder.request(.max(1))
    expectEqual(recorder.values.sorted(), [1, 2, 3, 4, 5, 11, 12, 13, 14, 15])
    expect(recorder.isFinished)
  }

  // MARK: Completion and failure

  @Test("Finishes when upstream and every inner publisher have finished", arguments: [true, false])
  func finishes(upstreamFirst: Bool) {
    let upstream = Upstream()
    let inner = inners(1)
    let recorder = upstream.flatMap { inner[$0] }.record()
    upstream.send(0)
    let ends = [
      { upstream.send(completion: .finished) }, { inner[0].send(completion: .finished) },
    ]
    ends[upstreamFirst ? 0 : 1]()
    expect(recorder.completions.isEmpty)
    ends[upstreamFirst ? 1 : 0]()
    expect(recorder.isFinished)
  }

  @Test("Delivers the values that it holds before it finishes")
  func finishesAfterHeldValues() {
    let upstream = Upstream()
    let inner = inners(1)
    let recorder = upstream.flatMap { inner[$0] }.record(demand: .none)
    upstream.send(0)
    upstream.send(completion: .finished)
    inner[0].send("a")
    inner[0].send(completion: .finished)
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, ["a"])
    expect(recorder.isFinished)
  }

  @Test("Finishes without demand if the inner publishers have no values")
  func finishesEmpty() {
    #expect(Empty<Int, Never>().flatMap { Just($0) }.record(demand: .none).isFinished)
    expect(Just(1).flatMap { _ in Empty<Int, Never>() }.record(demand: .none).isFinished)
  }

  @Test("A failure of an inner publisher fails the stream, cancels all others, and drops held values")
  func innerFailure() {
    let upstream = Upstream(letsGo: false)
    let inner = inners(2, letsGo: false)
    let recorder = upstream.flatMap { inner[$0] }.record(demand: .max(1))
    upstream.send(0)
    upstream.send(1)
    inner[0].send("a")
    inner[0].send("held")
    inner[1].send(completion: .failure(TestError("inner")))
    expectEqual(recorder.failure, TestError("inner"))
    expect(upstream.isCancelled)
    expect(inner[0].isCancelled)
    // What they send all the same is ignored.
    inner[0].send("late")
    inner[0].send(completion: .failure(TestError("late")))
    upstream.send(0)
    upstream.send(completion: .failure(TestError("later")))
    recorder.request(.unlimited)
    expectEqual(recorder.values, ["a"])
    expectEqual(recorder.completions.count, 1)
    // The one that failed is not cancelled as well.
    expect(!inner[1].isCancelled)
  }

  @Test("A failure of an inner publisher requests no other in its place, though their number is limited")
  func innerFailureRequestsNoOther() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let inners = inners(2)
    let recorder = upstream.flatMap(maxPublishers: .max(1)) { inners[$0] }.record()
    upstream.send(0)
    inners[0].send("a")
    inners[0].send(completion: .failure(TestError("inner")))
    expectEqual(recorder.values, ["a"])
    expectEqual(recorder.failure, TestError("inner"))
    expectEqual(upstream.requests, [.demand(.max(1)), .cancel])
    upstream.send(1)
    expectEqual(inners[1].subscriberCount, 0)
  }

  @Test("A failure of upstream cancels the inner publishers and is passed on at once")
  func upstreamFailure() {
    let upstream = Upstream()
    let inner = inners(2)
    let recorder = upstream.flatMap { inner[$0] }.record()
    upstream.send(0)
    upstream.send(1)
    upstream.send(completion: .failure(TestError("upstream")))
    expectEqual(recorder.failure, TestError("upstream"))
    expectEqual(inner.map(\.cancelCount), [1, 1])
  }

  @Test("A failure needs no demand")
  func failureWithoutDemand() {
    let publisher = [1, 2].publisher.setFailureType(to: TestError.self)
      .flatMap { _ in Fail<Int, TestError>(error: TestError("inner")) }
    let recorder = publisher.record(demand: .none)
    expectEqual(recorder.failure, TestError("inner"))
  }

  @Test("A failure type of Never, of upstream or of the inner publishers, adapts to the other")
  func liftsNever() {
    let failing = Just(1).flatMap { _ in Fail<Int, TestError>(error: TestError("inner")) }
    expectEqual(failing.record().failure, TestError("inner"))
    let calm = Fail<Int, TestError>(error: TestError("upstream")).flatMap { Just($0) }
    expectEqual(calm.record().failure, TestError("upstream"))
    let values: RecordingSubscriber<Int, TestError> = [1, 2].publisher.setFailureType(to: TestError.self)
      .flatMap { Just($0 * 2) }.record()
    expectEqual(values.values, [2, 4])
  }

  // MARK: Cancellation

  @Test("A cancel cancels upstream and all inner publishers, once")
  func cancel() {
    let upstream = Upstream(letsGo: false)
    let inner = inners(2, letsGo: false)
    let recorder = upstream.flatMap { inner[$0] }.record(demand: .max(1))
    upstream.send(0)
    upstream.send(1)
    inner[0].send("a")
    inner[1].send("held")
    recorder.cancel()
    recorder.cancel()
    recorder.request(.unlimited)
    inner[0].send("late")
    inner[0].send(completion: .failure(TestError()))
    upstream.send(completion: .finished)
    expectEqual(upstream.cancelCount, 1)
    expectEqual(inner.map(\.cancelCount), [1, 1])
    expectEqual(recorder.values, ["a"])
    expect(recorder.completions.isEmpty)
  }

  @Test("After a cancel from inside a delivery nothing follows, not even an earlier failure")
  func cancelInside() {
    let upstream = Upstream()
    let inner = inners(1)
    let recorder = RecordingSubscriber<String, TestError>()
    recorder.onValue = { [weak recorder] _ in
      inner[0].send("b")
      inner[0].send(completion: .failure(TestError()))
      recorder?.cancel()
      return .none
    }
    upstream.flatMap { inner[$0] }.subscribe(recorder)
    upstream.send(0)
    inner[0].send("a")
    expectEqual(recorder.values, ["a"])
    expect(recorder.completions.isEmpty)
  }

  // MARK: Re-entrancy

  @Test("Values that other inner publishers send from inside a delivery are delivered after it")
  func reentrantSend() {
    let inner = [PassthroughSubject<String, Never>(), PassthroughSubject<String, Never>()]
    let recorder = [0, 1].publisher.flatMap { inner[$0] }.record { value in
      if value == "a" {
        inner[1].send("b")
        inner[1].send("c")
        inner[0].send(completion: .finished)
        inner[1].send(completion: .finished)
      }
      return .none
    }
    inner[0].send("a")
    expectEqual(recorder.values, ["a", "b", "c"])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A failure from inside a delivery comes after that value")
  func reentrantFailure() {
    let inner = PassthroughSubject<Int, TestError>()
    let recorder = Just(0).setFailureType(to: TestError.self).flatMap { _ in inner }.record { _ in
      inner.send(completion: .failure(TestError("inside")))
      return .none
    }
    inner.send(1)
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, TestError("inside"))
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A request from inside a delivery is served after it")
  func reentrantRequest() {
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1))
    recorder.onValue = { [weak recorder] _ in
      recorder?.request(.max(1))
      return .none
    }
    (1...100).publisher.flatMap { Just($0) }.subscribe(recorder)
    expectEqual(recorder.values, Array(1...100))
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("An inner publisher may send while it receives a request: no lock is held (rule 6)")
  func innerSendsWhenAsked() {
    let inner = ScriptedPublisher<Int, Never>()
    let requests = Box(0)
    inner.onRequest = { [weak inner] _ in
      guard requests.increment() == 1 else { return }
      inner?.send(1)
      inner?.send(2)
      inner?.send(completion: .finished)
    }
    let recorder = Just(0).flatMap { _ in inner }.record()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  @Test("Downstream may send a request while an inner publisher sends its subscription: no lock is held (rule 6)")
  func innerSendsWhenSubscribed() {
    let inner = ScriptedPublisher<Int, Never>(sendsSubscription: false)
    let recorder = Just(0).flatMap { _ in inner }.record(demand: .none)
    let calls = Box(0)
    inner.onRequest = { [weak inner, weak recorder] _ in
      guard calls.increment() == 1 else { return }
      inner?.send(1)
      recorder?.request(.max(1))
    }
    inner.sendSubscription()
    inner.send(completion: .finished)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
    expectEqual(inner.requests, [.demand(.max(1)), .demand(.max(1))])
  }

  @Test("The closure may send to its own upstream")
  func closureFeedsUpstream() {
    let outer = PassthroughSubject<Int, Never>()
    let recorder = outer.flatMap { [outer] number in
      if number < 3 { outer.send(number + 1) }
      return Just(number)
    }.record()
    outer.send(1)
    expectEqual(recorder.values.sorted(), [1, 2, 3])
  }

  // MARK: Depth

  @Test(
    "Very many inner publishers that finish at once do not grow the stack",
    arguments: [Subscribers.Demand.unlimited, .max(1)])
  func manyInnerPublishers(limit: Subscribers.Demand) {
    let recorder = (0..<manyTimes).publisher.flatMap(maxPublishers: limit) { Just($0) }.record()
    expectEqual(recorder.values.count, manyTimes)
    expectEqual(recorder.values.last, manyTimes - 1)
    expect(recorder.isFinished)
  }

  @Test("Very many inner publishers, one at a time, the first of them delayed, do not grow the stack")
  func manyAfterDelayedFirst() {
    let first = PassthroughSubject<Int, Never>()
    let recorder = (0..<manyTimes).publisher
      .flatMap(maxPublishers: .max(1)) { $0 == 0 ? first.eraseToAnyPublisher() : Just($0).eraseToAnyPublisher() }
      .record()
    first.send(0)
    expectEqual(recorder.values, [0])
    first.send(completion: .finished)
    expectEqual(recorder.values.count, manyTimes)
    expect(recorder.isFinished)
  }

  @Test("Very many values of one inner publisher, requested one at a time from inside, do not grow the stack")
  func manyRequests() {
    let recorder = Just(0).flatMap { _ in (0..<manyTimes).publisher }.record(demand: .max(1)) { _ in .max(1) }
    expectEqual(recorder.values.count, manyTimes)
    expect(recorder.isFinished)
  }

  // MARK: Release

  @Test("Releases inner publishers as they end, and all of them at a cancel")
  func releasesInnerPublishers() {
    let outer = PassthroughSubject<Int, Never>()
    let subjects = [PassthroughSubject<Token, Never>(), PassthroughSubject<Token, Never>()]
    weak var downstream: RecordingSubscriber<Token, Never>?
    var subscription: (any Subscription)?
    weak var held: Token?
    do {
      let recorder = outer.flatMap { subjects[$0] }.record(demand: .max(1))
      downstream = recorder
      subscription = recorder.subscription
    }
    outer.send(0)
    outer.send(1)
    subjects[0].send(completion: .finished)
    do {
      let token = Token()
      held = token
      // The first is delivered, and kept by the recorder; the second is held by the stage.
      subjects[1].send(Token())
      subjects[1].send(token)
    }
    expect(held != nil)
    expect(downstream != nil)
    subscription?.cancel()
    expect(held == nil)
    expect(downstream == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test("Retains nothing after a cancel, though upstream has sent no subscription")
  func releasesWithoutSubscription() {
    weak var downstream: RecordingSubscriber<Int, TestError>?
    let upstream = Upstream(sendsSubscription: false, letsGo: false)
    do {
      let recorder = upstream.flatMap { Just($0).setFailureType(to: TestError.self) }.record()
      downstream = recorder
      recorder.cancel()
    }
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.cancel])
    expect(downstream == nil)
  }

  // MARK: Misbehaviour

  @Test("Cancels a second subscription of an inner publisher, and ignores its signals after its end")
  func innerMisbehaviour() {
    let upstream = Upstream(letsGo: false)
    let inner = inners(2, letsGo: false)
    let recorder = upstream.flatMap { inner[$0] }.record()
    upstream.send(0)
    inner[0].sendSubscription()
    expectEqual(inner[0].cancelCount, 1)
    inner[0].send("a")
    inner[0].send(completion: .finished)
    inner[0].send("late")
    inner[0].send(completion: .failure(TestError("late")))
    inner[0].sendSubscription()
    expectEqual(inner[0].cancelCount, 2)
    // The place of the one that has ended is taken by the next.
    upstream.send(1)
    inner[0].send("later")
    inner[0].send(completion: .finished)
    inner[0].send(completion: .failure(TestError("later")))
    inner[1].send("b")
    expectEqual(recorder.values, ["a", "b"])
    expect(recorder.completions.isEmpty)
    upstream.send(completion: .finished)
    inner[1].send(completion: .finished)
    expect(recorder.isFinished)
  }

  // MARK: Descriptions and independence

  @Test("Serves two subscriptions independently")
  func independent() {
    let publisher = [[1, 2], [3]].publisher.flatMap { $0.publisher }
    let first = publisher.record(demand: .max(1))
    expectEqual(publisher.record().values, [1, 2, 3])
    expectEqual(first.values.count, 1)
    first.request(.unlimited)
    expectEqual(first.values.sorted(), [1, 2, 3])
  }
}
