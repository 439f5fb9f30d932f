import StreamCore
import TestSupport

/// What a stage that delivers later may do wrong.
enum LateFault: CaseIterable {
  case none, lostValues, overtakingEnd, valuesAfterCancel, secondCompletion, lostCompletion, lostReturnedDemand
}

/// An operator that passes on what it gets in work that it hands to a queue or a scheduler, with one fault or none.
struct LateStage<Upstream: Publisher<Int, TestError>>: Publisher {
  typealias Output = Int
  typealias Failure = TestError

  let upstream: Upstream
  var fault = LateFault.none

  /// Whether it delivers at once unless everything is asked for.
  var isLateForAllOnly = false

  let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    upstream.subscribe(
      LateInner(
        downstream: AnySubscriber(subscriber), fault: fault, isLateForAllOnly: isLateForAllOnly, schedule: schedule))
  }
}

private final class LateInner: Subscriber, Subscription, @unchecked Sendable {
  // Sendable: what changes is in boxes.
  private let downstream: Box<AnySubscriber<Int, TestError>?>
  private let fault: LateFault
  private let isLate: Box<Bool>
  private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let upstream = Box<(any Subscription)?>(nil)
  private let hasBegun = Box(false)
  private let waiting = Box(0)

  init(
    downstream: AnySubscriber<Int, TestError>, fault: LateFault, isLateForAllOnly: Bool,
    schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.downstream = Box(downstream)
    self.fault = fault
    isLate = Box(!isLateForAllOnly)
    self.schedule = schedule
  }

  func receive(subscription: any Subscription) {
    guard !hasBegun.value else { return subscription.cancel() }
    hasBegun.value = true
    upstream.value = subscription
    downstream.value?.receive(subscription: self)
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    guard upstream.value != nil else { return .none }
    guard waiting.increment() == 1 || fault != .lostValues else {
      waiting.update { $0 -= 1 }
      return .none
    }
    if isLate.value { schedule { [self] in deliver(input) } } else { deliver(input) }
    return .none
  }

  private func deliver(_ input: Int) {
    waiting.update { $0 -= 1 }
    let more = downstream.value?.receive(input) ?? .none
    if more > 0, fault != .lostReturnedDemand { upstream.value?.request(more) }
  }

  func receive(completion: Subscribers.Completion<TestError>) {
    guard upstream.update({ $0.take() }) != nil, fault != .lostCompletion else { return }
    if fault == .overtakingEnd { return complete(completion) }
    if isLate.value { schedule { [self] in complete(completion) } } else { complete(completion) }
  }

  private func complete(_ completion: Subscribers.Completion<TestError>) {
    let subscriber = downstream.update { $0.take() }
    subscriber?.receive(completion: completion)
    if fault == .secondCompletion { subscriber?.receive(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) {
    if demand == .unlimited { isLate.value = true }
    if demand > 0 { upstream.value?.request(demand) }
  }

  func cancel() {
    let cancelled = upstream.update { $0.take() }
    let released = fault == .valuesAfterCancel ? nil : downstream.update { $0.take() }
    withExtendedLifetime(released) { cancelled?.cancel() }
  }
}

/// An operator that subscribes to its upstream later, in work that it hands to a queue.
struct LateSubscribing<Upstream: Publisher<Int, TestError>>: Publisher {
  typealias Output = Int
  typealias Failure = TestError

  let upstream: Upstream
  let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    let subscriber = Box(AnySubscriber(subscriber))
    let upstream = Box(upstream.eraseToAnyPublisher())
    schedule { upstream.value.subscribe(subscriber.value) }
  }
}
