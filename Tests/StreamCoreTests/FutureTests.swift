import TestSupport
import Testing

@testable import StreamCore

@Suite("Future")
struct FutureTests {
  typealias IntFuture = Future<Int, TestError>
  typealias Event = RecordingSubscriber<Int, TestError>.Event

  /// A future, and the promise to keep it with.
  static func open() -> (future: IntFuture, promise: IntFuture.Promise) {
    let kept = Box<IntFuture.Promise?>(nil)
    let future = IntFuture { kept.value = $0 }
    return (future, kept.value ?? { _ in Issue.record("The closure did not run.") })
  }

  // MARK: The closure

  @Test("The closure runs when the future is made, once for all subscribers")
  func runsOnce() {
    let runs = Box(0)
    let future = IntFuture { promise in
      runs.update { $0 += 1 }
      promise(.success(.random(in: 0..<1_000)))
    }
    expectEqual(runs.value, 1)
    let (first, second) = (future.record(), future.record())
    expectEqual(first.values.count, 1)
    expectEqual(first.values, second.values)
    expectEqual(runs.value, 1)
  }

  @Test("Subscribing to a failed future again does not run the closure again")
  func failureIsKept() {
    let runs = Box(0)
    let future = IntFuture { promise in
      runs.update { $0 += 1 }
      promise(.failure(TestError()))
    }
    for _ in 0..<4 { expectEqual(future.record().events, [.subscription("Future"), .failure(TestError())]) }
    expectEqual(runs.value, 1)
  }

  // MARK: The promise

  @Test("The value is delivered when the promise is fulfilled; a second result is ignored")
  func promiseKeptLater() {
    let (future, promise) = Self.open()
    let early = future.record()
    expectEqual(early.events, [.subscription("Future")])
    promise(.success(100))
    promise(.success(5))
    promise(.failure(TestError()))
    let late = future.record()
    for recorder in [early, late] {
      expectEqual(recorder.events, [.subscription("Future"), .value(100), .finished])
    }
  }

  @Test("A failure is delivered when the promise is fulfilled, without demand")
  func promiseFails() {
    let (future, promise) = Self.open()
    let early = future.record(demand: .none)
    promise(.failure(TestError("lost")))
    promise(.success(1))
    let late = future.record(demand: .none)
    for recorder in [early, late] {
      expectEqual(recorder.events, [.subscription("Future"), .failure(TestError("lost"))])
      recorder.request(.unlimited)
      expectEqual(recorder.events.count, 2)
    }
  }

  @Test("A result that is there before the demand waits for it")
  func valueWaitsForDemand() {
    let (future, promise) = Self.open()
    let recorder = future.record(demand: .none)
    promise(.success(1))
    expectEqual(recorder.events, [.subscription("Future")])
    recorder.request(.max(1))
    expectEqual(recorder.events, [.subscription("Future"), .value(1), .finished])
  }

  @Test("A promise that is never fulfilled delivers nothing, and the subscription can be cancelled")
  func promiseNeverKept() {
    let (future, promise) = Self.open()
    let recorder = future.record()
    recorder.cancel()
    promise(.success(1))
    expectEqual(recorder.events, [.subscription("Future")])
  }

  @Test("A promise fulfilled while a subscriber attaches delivers after the subscription (rule 1)")
  func promiseKeptWhileAttaching() {
    let (future, promise) = Self.open()
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onSubscription = { _ in promise(.success(1)) }
    future.subscribe(recorder)
    expectEqual(recorder.events, [.subscription("Future"), .value(1), .finished])
    expectEqual(recorder.overlaps, 0)
  }

  // MARK: Several subscribers

  @Test("Subscribers get the value in the order in which they subscribed (rule 3)")
  func orderOfSubscribers() {
    let (future, promise) = Self.open()
    let order = Box<[Int]>([])
    let recorders = (0..<100).map { index in
      future.record { _ in
        order.update { $0.append(index) }
        return .none
      }
    }
    promise(.success(1))
    expectEqual(order.value, Array(0..<100))
    expect(recorders.allSatisfy { $0.isFinished })
  }

  @Test("A subscriber cancelled inside the delivery to another one receives nothing (rule 5)")
  func cancelledByAnother() {
    let (future, promise) = Self.open()
    let second = Box<RecordingSubscriber<Int, TestError>?>(nil)
    let first = future.record { _ in
      second.value?.cancel()
      return .none
    }
    second.value = future.record()
    promise(.success(1))
    expect(first.isFinished)
    expectEqual(second.value?.events, [.subscription("Future")])
  }

  @Test("A subscriber that attaches inside a delivery gets the value")
  func subscribesInsideDelivery() {
    let (future, promise) = Self.open()
    let inner = Box<RecordingSubscriber<Int, TestError>?>(nil)
    let outer = future.record { _ in
      inner.value = future.record()
      return .none
    }
    promise(.success(1))
    expect(outer.isFinished)
    expectEqual(inner.value?.events, [.subscription("Future"), .value(1), .finished])
  }

  // MARK: Threads

  @Test("Of results on many threads one counts, for all subscribers")
  func promisesOnManyThreads() {
    for _ in 0..<200 {
      let (future, promise) = Self.open()
      let early = (0..<4).map { _ in future.record() }
      concurrently(8) { promise(.success($0)) }
      let late = future.record()
      expectEqual(Set((early + [late]).map(\.values)).count, 1)
      expect((early + [late]).allSatisfy { $0.values.count == 1 && $0.isFinished && $0.overlaps == 0 })
    }
  }

  @Test("Subscribing while the promise is fulfilled loses and repeats nothing")
  func subscribingRacesPromise() {
    let pairs = (0..<20_000).map { _ in
      (Self.open(), CountingSubscriber<Int, TestError> { _, _ in .none })
    }
    race(over: pairs) { pair in
      pair.0.promise(.success(1))
    } against: { pair in
      pair.0.future.subscribe(pair.1)
      pair.1.request(.max(1))
    }
    expect(pairs.allSatisfy { $0.1.valueCount == 1 && $0.1.completionCount == 1 })
  }

  @Test("A cancel that races the promise lets all signals through or none, and retains no subscriber")
  func cancelRacesPromise() {
    let alive = Box(0)
    let open = (0..<20_000).map { _ in Self.open() }
    do {
      let pairs = open.map { open in
        let counted = Counted(alive)
        let subscriber = CountingSubscriber<Int, TestError> { _, _ in withExtendedLifetime(counted) { .none } }
        open.future.subscribe(subscriber)
        subscriber.request(.max(1))
        return (open.promise, subscriber)
      }
      expectEqual(alive.value, pairs.count)
      race(over: pairs) { pair in
        pair.0(.success(1))
      } against: { pair in
        pair.1.cancel()
      }
      expect(pairs.allSatisfy { $0.1.valueCount <= 1 && $0.1.completionCount <= $0.1.valueCount })
    }
    expectEqual(alive.value, 0)
    withExtendedLifetime(open) {}
  }

  // MARK: Release

  enum Ending: CaseIterable, Sendable {
    case value, failure, cancel
  }

  @Test(
    "Promise, future and subscription that are kept for ever retain no subscriber",
    arguments: Ending.allCases)
  func releasesSubscriber(ending: Ending) {
    let (future, promise) = Self.open()
    weak var subscriber: RecordingSubscriber<Int, TestError>?
    var kept: (any Subscription)?
    do {
      let recorder = future.record()
      subscriber = recorder
      kept = recorder.subscription
    }
    expect(subscriber != nil)
    switch ending {
    case .value: promise(.success(1))
    case .failure: promise(.failure(TestError()))
    case .cancel: kept?.cancel()
    }
    expect(subscriber == nil)
    withExtendedLifetime((future, promise, kept)) {}
  }

  @Test("Without demand the subscriber is retained until a cancel")
  func releasesSubscriberWithoutDemand() {
    let (future, promise) = Self.open()
    weak var subscriber: RecordingSubscriber<Int, TestError>?
    var kept: (any Subscription)?
    do {
      let recorder = future.record(demand: .none)
      subscriber = recorder
      kept = recorder.subscription
    }
    promise(.success(1))
    expect(subscriber != nil)
    kept?.cancel()
    expect(subscriber == nil)
    withExtendedLifetime((future, kept)) {}
  }

  @Test("A promise that is kept for ever does not retain the future")
  func promiseDoesNotKeepFuture() {
    weak var future: IntFuture?
    let promise: IntFuture.Promise
    do {
      let open = Self.open()
      (future, promise) = (open.future, open.promise)
    }
    expect(future == nil)
    promise(.success(1))
  }

  @Test("A subscriber gets the value though the future itself has been released")
  func subscriberOutlivesFuture() {
    let recorder: RecordingSubscriber<Int, TestError>
    let promise: IntFuture.Promise
    do {
      let open = Self.open()
      (recorder, promise) = (open.future.record(), open.promise)
    }
    promise(.success(1))
    expectEqual(recorder.events, [.subscription("Future"), .value(1), .finished])
  }

  @Test("The closure and what it captured are released once it has run")
  func releasesClosure() {
    weak var captured: Token?
    let future: IntFuture
    do {
      let token = Token()
      captured = token
      future = IntFuture { promise in withExtendedLifetime(token) { promise(.success(1)) } }
    }
    expect(captured == nil)
    expectEqual(future.record().values, [1])
  }

  @Test("The result is released with the future")
  func releasesResult() {
    weak var value: Token?
    do {
      let future = Future<Token, Never> { $0(.success(Token())) }
      value = future.record().values.first
      expect(value != nil)
    }
    expect(value == nil)
  }

  // MARK: Description

  @Test("The mirror shows downstream and demand")
  func mirror() throws {
    let (future, _) = Self.open()
    let recorder = future.record(demand: .none)
    let subscription = try #require(recorder.subscription)
    func shown() -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: Mirror(reflecting: subscription).children.map { ($0.label ?? "", "\($0.value)") })
    }
    expectEqual(shown()["hasDemand"], "false")
    expectEqual(shown()["downstream"]?.contains("RecordingSubscriber"), true)
    recorder.request(.max(1))
    expectEqual(shown()["hasDemand"], "true")
    recorder.cancel()
    expectEqual(shown()["downstream"], "nil")
  }

  @Test("Those that have cancelled do not gather in a future; the others get its value in their order")
  func cancelledSubscriptions() {
    let (future, promise) = Self.open()
    let log = Box<[Int]>([])
    let cancellables = (0..<1_000).map { future.noting($0, in: log) }
    for (index, cancellable) in cancellables.enumerated() where index % 100 != 0 { cancellable.cancel() }
    let late = (0..<50).map { future.noting(1_000 + $0, in: log) }
    expect(future.core.state.withLock { $0.waiting.count } < 100)
    promise(.success(1))
    expectEqual(log.value, Array(stride(from: 0, to: 1_000, by: 100)) + Array(1_000..<1_050))
    withExtendedLifetime((cancellables, late)) {}
  }
}

extension Future {
  /// Notes a number when the value comes.
  fileprivate func noting(_ number: Int, in log: Box<[Int]>) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: { _ in log.update { $0.append(number) } })
  }
}
