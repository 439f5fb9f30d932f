import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("receive(on:)")
struct ReceiveOnTests {
  private let upstream = ScriptedPublisher<Int, TestError>()
  private let scheduler = ManualScheduler()

  @Test("A subscription that comes after a cancel is cancelled, and not passed on (rule 1)")
  func lateSubscription() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = UnguardedPublisher(upstream).receive(on: scheduler).record()
    recorder.cancel()
    upstream.sendSubscription(description: "Late")
    scheduler.runAll()
    expectEqual(upstream.cancelCount, 2)
    expectEqual(recorder.subscriptions, ["ReceiveOn"])
  }

  // MARK: What hops

  @Test("Values and the finish wait for the scheduler")
  func valuesAndFinishHop() {
    let recorder = upstream.receive(on: scheduler).record()
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    expectEqual(recorder.events, [.subscription("ReceiveOn")])
    scheduler.runAll()
    expectEqual(recorder.events, [.subscription("ReceiveOn"), .value(1), .value(2), .finished])
  }

  @Test("A failure waits for the scheduler, and is delivered after the values before it")
  func failureHops() {
    let recorder = upstream.receive(on: scheduler).record()
    upstream.send(1)
    upstream.send(completion: .failure(TestError()))
    expect(recorder.values.isEmpty && recorder.completions.isEmpty)
    scheduler.runAll()
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, TestError())
  }

  @Test("The subscription and the demand are not moved to the scheduler")
  func subscriptionDoesNotHop() {
    let recorder = upstream.receive(on: scheduler).record(demand: .max(3))
    expectEqual(recorder.subscriptions, ["ReceiveOn"])
    expectEqual(upstream.requests, [.demand(.max(3))])
    expectEqual(scheduler.count, 0)
  }

  @Test("Downstream runs on the scheduler")
  func downstreamRunsOnScheduler() {
    let isRunning = Box<[Bool]>([])
    let recorder = upstream.receive(on: scheduler).record { [scheduler] _ in
      isRunning.update { $0.append(scheduler.isRunning) }
      return .none
    }
    recorder.onCompletion = { [scheduler] _ in isRunning.update { $0.append(scheduler.isRunning) } }
    upstream.send(1)
    upstream.send(completion: .finished)
    scheduler.runAll()
    expectEqual(isRunning.value, [true, true])
  }

  @Test("The scheduler gets the options with each block")
  func options() {
    let publisher = Publishers.ReceiveOn(upstream: upstream, scheduler: scheduler, options: "soon")
    expect(publisher.options == "soon" && publisher.scheduler === scheduler && publisher.upstream === upstream)
    let recorder = publisher.record()
    upstream.send(1)
    scheduler.runAll()
    upstream.send(completion: .finished)
    scheduler.runAll()
    expect(recorder.isFinished)
    expectEqual(scheduler.options, ["soon", "soon"])
  }

  // MARK: Batches

  @Test("Many values at once are delivered by one block, not one each")
  func oneBlockForMany() {
    let recorder = upstream.receive(on: scheduler).record()
    for number in 0..<100 { upstream.send(number) }
    expectEqual(scheduler.count, 1)
    scheduler.runNext()
    expectEqual(recorder.values, Array(0..<100))
    expectEqual(scheduler.count, 0)
  }

  @Test("Between two batches of many values the scheduler is free for other work")
  func yields() {
    let recorder = upstream.receive(on: scheduler).record()
    for number in 0..<1_000 { upstream.send(number) }
    let deliveredBefore = Box(-1)
    scheduler.schedule { deliveredBefore.value = recorder.values.count }
    scheduler.runAll()
    expect(deliveredBefore.value > 0 && deliveredBefore.value < 1_000)
    expectEqual(recorder.values, Array(0..<1_000))
  }

  @Test("Values that arrive during a delivery are delivered by the next block")
  func arrivesDuringDelivery() {
    let recorder = upstream.receive(on: scheduler).record { [upstream] value in
      if value == 1 { upstream.send(2) }
      return .none
    }
    upstream.send(1)
    scheduler.runNext()
    expectEqual(recorder.values, [1])
    expectEqual(scheduler.count, 1)
    upstream.send(3)
    expectEqual(scheduler.count, 1)
    scheduler.runNext()
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A completion that arrives during a delivery is delivered after the waiting values")
  func completionDuringDelivery() {
    let recorder = upstream.receive(on: scheduler).record { [upstream] value in
      if value == 1 {
        upstream.send(2)
        upstream.send(completion: .finished)
      }
      return .none
    }
    upstream.send(1)
    scheduler.runAll()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  // MARK: Schedulers that run blocks at once

  @Test("On the immediate scheduler signals are delivered at once")
  func immediate() {
    let recorder = upstream.receive(on: ImmediateScheduler.shared).record()
    upstream.send(1)
    expectEqual(recorder.values, [1])
    upstream.send(completion: .finished)
    expect(recorder.isFinished)
  }

  /// In a debug build, and more so under the sanitizer, each value takes its time. The stack is measured, so that fewer
  /// will do: one byte for each is too much.
  #if DEBUG
    private static let manyValues = 20_000
  #else
    private static let manyValues = 1_000_000
  #endif

  @Test("Many values on the immediate scheduler do not grow the stack (rule 3)")
  func stackDoesNotGrow() {
    let meter = StackMeter()
    let recorder = CountingSubscriber<Int, Never> { meter.note() }
    (0..<Self.manyValues).publisher.receive(on: ImmediateScheduler.shared).subscribe(recorder)
    expectEqual(meter.count, Self.manyValues)
    expectEqual(recorder.completionCount.value, 1)
    expect(meter.extent < 4_096)
  }

  enum Source: CaseIterable, Sendable {
    case subject, carelessPublisher
  }

  @Test(
    "Many values, each sent from inside the delivery of the one before, do not grow the stack (rule 3)",
    arguments: Source.allCases)
  func reentrantStackDoesNotGrow(source: Source) {
    let meter = StackMeter()
    let subject = PassthroughSubject<Int, TestError>()
    let send: @Sendable (Int) -> Void = { [upstream] value in
      switch source {
      case .subject: subject.send(value)
      case .carelessPublisher: upstream.send(value)
      }
    }
    let subscriber = CountingSubscriber<Int, TestError> {
      let count = meter.note()
      if count < Self.manyValues { send(count) }
    }
    switch source {
    case .subject: subject.receive(on: ImmediateScheduler.shared).subscribe(subscriber)
    case .carelessPublisher: upstream.receive(on: ImmediateScheduler.shared).subscribe(subscriber)
    }
    send(0)
    expectEqual(meter.count, Self.manyValues)
    expect(meter.extent < 4_096)
    subject.send(completion: .finished)
    upstream.send(completion: .finished)
    expectEqual(subscriber.completionCount.value, 1)
  }

  @Test("A block that has run before schedule returns, on another thread, returns its work")
  func joiningScheduler() {
    let recorder = upstream.receive(on: JoiningScheduler()).record { [upstream] value in
      if value < 50 { upstream.send(value + 1) }
      return .none
    }
    upstream.send(0)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, Array(0...50))
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  // MARK: Demand

  @Test("Demand passes upstream, returned demand too; no more is delivered than requested (rule 2)")
  func demandPasses() {
    let report = demand { $0.receive(on: ImmediateScheduler.shared) }
    expectEqual(report.requests, [.demand(.max(2)), .demand(.max(3)), .demand(.max(1)), .demand(.unlimited), .cancel])
    expectEqual(report.returned, .none)
    let recorder = (0..<10).publisher.receive(on: scheduler).record(demand: .max(2)) { $0 == 1 ? .max(3) : .none }
    scheduler.runAll()
    expectEqual(recorder.values, [0, 1, 2, 3, 4])
  }

  @Test("Demand after the end of upstream, with values still waiting, is not requested")
  func demandAfterEnd() {
    let recorder = upstream.receive(on: scheduler).record(demand: .max(1)) { _ in .max(1) }
    upstream.send(1)
    upstream.send(completion: .finished)
    recorder.request(.max(5))
    scheduler.runAll()
    expectEqual(upstream.requests, [.demand(.max(1))])
    expect(recorder.isFinished)
  }

  // MARK: Cancel

  @Test("A cancel passes upstream at once, and drops waiting values (rule 5)")
  func cancelDropsWaiting() {
    let recorder = upstream.receive(on: scheduler).record()
    upstream.send(1)
    recorder.cancel()
    expectEqual(upstream.cancelCount, 1)
    recorder.cancel()
    scheduler.runAll()
    expect(recorder.values.isEmpty)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A cancel from inside a delivery drops the rest of the batch, and later values (rule 5)")
  func cancelInsideDelivery() {
    let careless = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = careless.receive(on: scheduler).record()
    recorder.onValue = { [unowned recorder] value in
      if value == 2 { recorder.cancel() }
      return .max(1)
    }
    for number in 0..<600 { careless.send(number) }
    careless.send(completion: .finished)
    scheduler.runAll()
    careless.send(7)
    scheduler.runAll()
    expectEqual(recorder.values, [0, 1, 2])
    expect(recorder.completions.isEmpty)
  }

  @Test("A cancel takes effect after upstream has finished, while the finish waits")
  func cancelAfterUpstreamFinished() {
    let recorder = upstream.receive(on: scheduler).record()
    upstream.send(1)
    upstream.send(completion: .finished)
    recorder.cancel()
    scheduler.runAll()
    expect(recorder.values.isEmpty && recorder.completions.isEmpty)
    expectEqual(upstream.cancelCount, 0)
  }

  // MARK: Rules 1, 4, 7, 9

  @Test("A second subscription is cancelled; signals out of order are ignored (rules 1, 4 and 9)")
  func misbehavingUpstream() {
    expectEqual(misbehaviour { $0.receive(on: ImmediateScheduler.shared) }, .ignored)
    expectEqual(
      misbehaviour(ending: .failure(TestError())) { $0.receive(on: ImmediateScheduler.shared) }, .ignored)
  }

  @Test("A subscription that is kept retains nothing after the end (rule 7)")
  func releases() {
    expectEqual(leaks { upstream, _ in upstream.receive(on: ImmediateScheduler.shared) }, [])
  }

  @Test("A cancel releases downstream and waiting values, even if the scheduler never runs its block (rule 7)")
  func cancelReleasesWaiting() {
    let source = PassthroughSubject<Token, Never>()
    weak var value: Token?
    weak var downstream: RecordingSubscriber<Token, Never>?
    var subscription: (any Subscription)?
    do {
      let recorder = source.receive(on: scheduler).record()
      downstream = recorder
      subscription = recorder.subscription
      let token = Token()
      value = token
      source.send(token)
    }
    expect(value != nil && downstream != nil)
    subscription?.cancel()
    expect(value == nil && downstream == nil)
    expectEqual(scheduler.count, 1)
    scheduler.runAll()
  }

  @Test("Downstream lives until the completion has been delivered, and no longer (rule 7)", arguments: [true, false])
  func completionReleases(isFailure: Bool) {
    let source = PassthroughSubject<Int, TestError>()
    let completionCount = Box(0)
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let recorder = source.receive(on: scheduler).record()
      recorder.onCompletion = { _ in completionCount.update { $0 += 1 } }
      downstream = recorder
      subscription = recorder.subscription
    }
    source.send(1)
    source.send(completion: isFailure ? .failure(TestError()) : .finished)
    expect(downstream != nil)
    scheduler.runAll()
    expectEqual(completionCount.value, 1)
    expect(downstream == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test("Its subscription describes itself as ReceiveOn")
  func description() {
    let expected = NamesReport(subscriber: "ReceiveOn", subscription: "ReceiveOn")
    expectEqual(names { $0.receive(on: ImmediateScheduler.shared) }, expected)
  }

  @Test("A publisher is Sendable if upstream and the options are")
  func sendable() {
    func check<P: Publisher & Sendable>(_ publisher: P) -> P.Type { P.self }
    #expect(
      check(Just(1).receive(on: ImmediateScheduler.shared))
        == Publishers.ReceiveOn<Just<Int>, ImmediateScheduler>.self)
  }
}

/// Counts signals, and keeps nothing.
private final class CountingSubscriber<Input, Failure: Error>: Subscriber, Sendable {
  let completionCount = Box(0)
  private let onValue: @Sendable () -> Void

  init(onValue: @escaping @Sendable () -> Void) {
    self.onValue = onValue
  }

  func receive(subscription: any Subscription) {
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    onValue()
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    completionCount.update { $0 += 1 }
  }
}
