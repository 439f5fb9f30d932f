import StreamCore
import TestSupport
import Testing

/// A publisher of the kernel that delivers 1, 2, 3, or the first of them, and finishes.
struct ContractCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let values: [Int]
  let make: @Sendable () -> AnyPublisher<Int, TestError>

  init<P: Publisher & SendableMetatype>(_ name: String, values: [Int], _ make: @escaping @Sendable () -> P)
  where P.Output == Int, P.Failure == TestError {
    testDescription = name
    self.values = values
    self.make = { make().eraseToAnyPublisher() }
  }

  static let all = [
    ContractCase("Just", values: [1]) { Publishers.SetFailureType(upstream: Just(1)) },
    ContractCase("Optional.Publisher", values: [1]) { Publishers.SetFailureType(upstream: Optional.Publisher(1)) },
    ContractCase("Result.Publisher", values: [1]) { Result<Int, TestError>.Publisher(1) },
    ContractCase("Publishers.Sequence", values: [1, 2, 3]) { Publishers.Sequence(sequence: 1...3) },
    ContractCase("Record", values: [1, 2, 3]) { Record(output: [1, 2, 3], completion: .finished) },
    ContractCase("Future", values: [1]) { Future { $0(.success(1)) } },
    ContractCase("Deferred", values: [1, 2, 3]) { Deferred { Publishers.Sequence(sequence: [1, 2, 3]) } },
    ContractCase("AnyPublisher", values: [1, 2, 3]) { AnyPublisher(Publishers.Sequence(sequence: [1, 2, 3])) },
    ContractCase("Empty", values: []) { Empty() },
  ]

  static let delivering = all.filter { !$0.values.isEmpty }
}

@Suite("The contract of signals")
struct ContractTests {
  @Test("The subscription comes exactly once and first (rule 1)", arguments: ContractCase.all)
  func subscriptionFirst(publisher: ContractCase) {
    let recorder = publisher.make().record()
    expectEqual(recorder.subscriptions.count, 1)
    guard case .subscription = recorder.events.first else {
      Issue.record("Another signal came before the subscription.")
      return
    }
  }

  @Test(
    "After a cancel inside receive(subscription:) no signal follows, not even a completion without demand (rule 5)",
    arguments: [
      ContractCase("Empty", values: []) { Empty() },
      ContractCase("Fail", values: []) { Fail(error: TestError()) },
      ContractCase("Publishers.Sequence", values: []) { Publishers.Sequence(sequence: []) },
      ContractCase("Optional.Publisher", values: []) { Publishers.SetFailureType(upstream: Int?.none.publisher) },
      ContractCase("Result.Publisher", values: []) { Result<Int, TestError>.Publisher(TestError()) },
      ContractCase("Record", values: []) { Record(output: [], completion: .finished) },
    ])
  func cancelBeforeEnd(publisher: ContractCase) {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { $0.cancel() }
    publisher.make().subscribe(recorder)
    expectEqual(recorder.subscriptions, ["Empty"])
    expect(recorder.completions.isEmpty)
  }

  @Test("No more values are delivered than requested, and demand adds up (rule 2)", arguments: ContractCase.delivering)
  func demandAddsUp(publisher: ContractCase) {
    let recorder = publisher.make().record(demand: .none)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, Array(publisher.values.prefix(1)))
    recorder.request(.max(1))
    recorder.request(.max(1))
    expectEqual(recorder.values, publisher.values)
    expect(recorder.isFinished)
  }

  @Test("Demand that receive(_:) returns adds to the outstanding demand (rule 2)", arguments: ContractCase.delivering)
  func returnedDemandAddsUp(publisher: ContractCase) {
    let recorder = publisher.make().record(demand: .max(1)) { _ in .max(1) }
    expectEqual(recorder.values, publisher.values)
  }

  @Test("Unlimited demand absorbs what is added to it (rule 2)", arguments: ContractCase.delivering)
  func unlimitedAbsorbs(publisher: ContractCase) {
    let recorder = publisher.make().record(demand: .max(1)) { _ in .unlimited }
    expectEqual(recorder.values, publisher.values)
    expect(recorder.isFinished)
  }

  @Test("A request from inside receive(_:) is served after it (rule 3)", arguments: ContractCase.delivering)
  func reentrantRequest(publisher: ContractCase) {
    let requester = Box<(any Subscription)?>(nil)
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none) { _ in
      requester.value?.request(.max(1))
      return .none
    }
    recorder.onSubscription = { requester.value = $0 }
    publisher.make().subscribe(recorder)
    recorder.request(.max(1))
    expectEqual(recorder.values, publisher.values)
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test("At most one completion is delivered, and nothing after it (rule 4)", arguments: ContractCase.all)
  func oneCompletion(publisher: ContractCase) {
    let recorder = publisher.make().record()
    recorder.request(.max(1))
    recorder.request(.unlimited)
    expect(recorder.isFinished)
    expectEqual(recorder.events.last, .finished)
  }

  @Test(
    "A cancel from inside receive(_:) ends the stream, even in the last value (rule 5)",
    arguments: ContractCase.delivering)
  func cancelInside(publisher: ContractCase) {
    for position in publisher.values.indices {
      let canceller = Box<(any Subscription)?>(nil)
      let recorder = RecordingSubscriber<Int, TestError>(demand: .none) { value in
        if value == publisher.values[position] { canceller.value?.cancel() }
        return .none
      }
      recorder.onSubscription = { canceller.value = $0 }
      publisher.make().subscribe(recorder)
      recorder.request(.unlimited)
      expectEqual(recorder.values, Array(publisher.values[...position]))
      expect(recorder.completions.isEmpty)
    }
  }

  @Test("A second cancel, and a request after a cancel, have no effect (rule 5)", arguments: ContractCase.delivering)
  func cancelTwice(publisher: ContractCase) {
    let recorder = publisher.make().record(demand: .none)
    recorder.cancel()
    recorder.cancel()
    recorder.request(.unlimited)
    expectEqual(recorder.values, [])
    expect(recorder.completions.isEmpty)
  }

  @Test("A request that races a cancel does no harm (rule 5)", arguments: ContractCase.delivering)
  func requestRacesCancel(publisher: ContractCase) {
    for _ in 0..<500 {
      let recorder = publisher.make().record(demand: .none)
      concurrently(2) { thread in
        if thread == 0 { recorder.request(.unlimited) } else { recorder.cancel() }
      }
      expectEqual(recorder.values, Array(publisher.values.prefix(recorder.values.count)))
      expectEqual(recorder.overlaps, 0)
    }
  }

  /// A lock that was held would not be had again by the thread that holds it.
  @Test("No lock is held while other code is called (rule 6)", arguments: ContractCase.delivering)
  func noLockHeld(publisher: ContractCase) {
    let inside = Box<(any Subscription)?>(nil)
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none) { _ in
      inside.value?.request(.max(1))
      _ = inside.value.map { "\($0)" }
      _ = inside.value.map { Mirror(reflecting: $0) }
      return .none
    }
    recorder.onSubscription = {
      inside.value = $0
      $0.request(.max(1))
    }
    recorder.onCompletion = { _ in
      inside.value?.request(.max(1))
      inside.value?.cancel()
      _ = inside.value.map { "\($0)" }
    }
    publisher.make().subscribe(recorder)
    expectEqual(recorder.values, publisher.values)
    expect(recorder.isFinished)
  }

  @Test(
    "Downstream is released at the end, though it keeps its subscription (rule 7)", arguments: ContractCase.delivering)
  func releasesDownstream(publisher: ContractCase) {
    weak var finished: RecordingSubscriber<Int, TestError>?
    weak var cancelled: RecordingSubscriber<Int, TestError>?
    var subscriptions: [(any Subscription)?] = []
    do {
      let first = publisher.make().record()
      let second = publisher.make().record(demand: .none)
      second.cancel()
      (finished, cancelled) = (first, second)
      subscriptions = [first.subscription, second.subscription]
    }
    expect(finished == nil)
    expect(cancelled == nil)
    withExtendedLifetime(subscriptions) {}
  }

  @Test("Subscriptions are independent (rule 8)", arguments: ContractCase.all)
  func independentSubscriptions(publisher: ContractCase) {
    let shared = publisher.make()
    let first = shared.record(demand: .none)
    let second = shared.record()
    expectEqual(second.values, publisher.values)
    expect(second.isFinished)
    if !publisher.values.isEmpty {
      first.request(.unlimited)
      expectEqual(first.values, publisher.values)
    }
  }

  @Test("Bad input traps (rule 9)")
  func refusesBadInput() async {
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(-1) }
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) * -1 }
  }

  @Test("The subscriber at the end of a pipeline ignores extra signals of its upstream (rule 9)")
  func ignoresExtraSignals() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let values = Box<[Int]>([])
    let completions = Box(0)
    let cancellable = upstream.sink(
      receiveCompletion: { _ in completions.update { $0 += 1 } },
      receiveValue: { value in values.update { $0.append(value) } })
    upstream.sendSubscription()
    upstream.send(1)
    upstream.send(completion: .finished)
    upstream.send(2)
    upstream.send(completion: .finished)
    expectEqual(values.value, [1])
    expectEqual(completions.value, 1)
    expectEqual(upstream.cancelCount, 1)
    cancellable.cancel()
  }
}
