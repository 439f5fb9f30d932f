import StreamCore
import TestSupport
import Testing

/// What a stage may do wrong.
private enum Fault: CaseIterable {
  case none, doubleSubscription, secondSubscription, greedyDemand, lostDemand, doubleCompletion, lostCompletion,
    lateValues, ignoredCancel, doubleCancel, heldLock, heldDownstream, heldUpstream, sharedState, lostFailure,
    noneAsOne, noneAsRefusal, noneAfterCancel, noneForgetsNext, lockDuringValue, lockDuringRequest,
    lockDuringSubscription,
    completionByCancel, cancelAfterEnd, heldAfterValue, heldAfterCancelInside,
    allAfterMore
}

/// A stage with state, whose every second value goes downstream, and with one fault.
private struct Faulty: Publisher {
  typealias Output = Int
  typealias Failure = TestError

  let upstream: Specimen.Upstream
  let fault: Fault
  let token: Token
  let sharedCount = Box(0)

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    let count = fault == .sharedState ? sharedCount : Box(0)
    upstream.subscribe(FaultyInner(downstream: AnySubscriber(subscriber), fault: fault, token: token, count: count))
  }
}

private final class FaultyInner: Subscriber, Subscription, @unchecked Sendable {
  // Sendable: everything is under the lock, or unchanging.
  let fault: Fault
  let token: Box<Token?>
  let count: Box<Int>
  let downstream: Box<AnySubscriber<Int, TestError>?>
  let upstream = Box<(any Subscription)?>(nil)
  let hasBegun = Box(false)
  let isBeginning = Box(false)
  let isInside = Box(false)
  let isCancelled = Box(false)
  let forgetsNext = Box(false)
  let hasAsked = Box(false)
  let requestThread = Box<UInt>(0)
  let valueThread = Box<UInt>(0)
  let heldLock = Locked(false)

  init(downstream: AnySubscriber<Int, TestError>, fault: Fault, token: Token, count: Box<Int>) {
    self.downstream = Box(downstream)
    self.fault = fault
    self.token = Box(token)
    self.count = count
  }

  private var holdsDownstream: Bool {
    fault == .heldDownstream || fault == .heldAfterValue && count.value > 0
  }

  func receive(subscription: any Subscription) {
    guard !hasBegun.value || fault == .secondSubscription else { return subscription.cancel() }
    hasBegun.value = true
    upstream.value = subscription
    if fault == .doubleSubscription { downstream.value?.receive(subscription: Subscriptions.empty) }
    isBeginning.value = true
    if fault == .lockDuringSubscription {
      valueThread.value = currentThread()
      heldLock.withLock { _ in downstream.value?.receive(subscription: self) }
    } else {
      downstream.value?.receive(subscription: self)
    }
    isBeginning.value = false
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    guard upstream.value != nil || (fault == .lateValues && hasBegun.value) else { return .none }
    guard count.increment().isMultiple(of: 2) else { return fault == .lostDemand ? .none : .max(1) }
    isInside.value = true
    defer { isInside.value = false }
    guard fault == .lockDuringValue else { return downstream.value?.receive(input) ?? .none }
    valueThread.value = currentThread()
    return heldLock.withLock { _ in downstream.value?.receive(input) ?? .none }
  }

  func receive(completion: Subscribers.Completion<TestError>) {
    guard upstream.value != nil || (fault == .doubleCompletion && hasBegun.value), fault != .lostCompletion else {
      return
    }
    let subscriber = downstream.value
    token.value = nil
    if fault != .heldUpstream, fault != .cancelAfterEnd { upstream.value = nil }
    if fault != .lateValues, fault != .doubleCompletion, !holdsDownstream { downstream.value = nil }
    if case .failure = completion, fault == .lostFailure { return }
    guard fault == .heldLock else { subscriber?.receive(completion: completion) ?? (); return }
    heldLock.withLock { _ in subscriber?.receive(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) {
    if fault == .doubleCompletion, hasBegun.value, upstream.value == nil {
      downstream.value?.receive(completion: .finished)
    }
    let locks = fault == .lockDuringValue || fault == .lockDuringSubscription
    if locks, currentThread() != valueThread.value { heldLock.withLock { _ in } }
    if demand == .none, fault == .noneAsRefusal, isBeginning.value { return cancel() }
    if demand == .none, fault == .noneForgetsNext, isBeginning.value { forgetsNext.value = true }
    if demand > 0, forgetsNext.value {
      forgetsNext.value = false
      return
    }
    if demand == .none, fault == .noneAfterCancel, isCancelled.value { _ = downstream.value?.receive(0) }
    if demand == .none, fault != .noneAsOne { return }
    if fault == .allAfterMore, demand == .unlimited, hasAsked.value { return cancel() }
    hasAsked.value = true
    if fault == .lockDuringRequest, currentThread() != requestThread.value {
      return heldLock.withLock { _ in
        requestThread.value = currentThread()
        upstream.value?.request(demand)
        requestThread.value = 0
      }
    }
    upstream.value?.request(fault == .greedyDemand ? .unlimited : demand == .none ? .max(1) : demand)
  }

  func cancel() {
    if fault == .ignoredCancel || fault == .heldAfterCancelInside && isCancelled.value { return }
    isCancelled.value = true
    if fault == .heldLock { heldLock.withLock { _ in } }
    let cancelled = upstream.value
    token.value = nil
    if fault == .completionByCancel { downstream.value?.receive(completion: .finished) }
    if fault != .doubleCancel, fault != .heldUpstream { upstream.value = nil }
    let isHeld = holdsDownstream || fault == .heldAfterCancelInside && isInside.value
    if !isHeld, fault != .noneAfterCancel { downstream.value = nil }
    cancelled?.cancel()
  }
}

/// A stage that ends, and cancels upstream, as soon as it is subscribed to.
private struct EndedAtOnce: Publisher {
  typealias Output = Int
  typealias Failure = TestError

  let upstream: Specimen.Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    let downstream = Box<AnySubscriber<Int, TestError>?>(AnySubscriber(subscriber))
    upstream.subscribe(
      AnySubscriber<Int, TestError>(receiveSubscription: { subscription in
        subscription.cancel()
        guard let subscriber = downstream.value else { return }
        downstream.value = nil
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .finished)
      }))
  }
}

/// A stage that fails, and cancels upstream, at the value that a throwing closure is to throw at.
private struct Throwing: Publisher {
  typealias Output = Int
  typealias Failure = TestError

  let upstream: Specimen.Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    let downstream = Box<AnySubscriber<Int, TestError>?>(AnySubscriber(subscriber))
    let subscription = Box<(any Subscription)?>(nil)
    upstream.subscribe(
      AnySubscriber<Int, TestError>(
        receiveSubscription: {
          subscription.value = $0
          downstream.value?.receive(subscription: $0)
        },
        receiveValue: { value in
          guard value == Specimen.poison else { return downstream.value?.receive(value) ?? .none }
          subscription.update { $0.take() }?.cancel()
          downstream.update { $0.take() }?.receive(completion: .failure(TestError("poison")))
          return .none
        },
        receiveCompletion: { completion in downstream.update { $0.take() }?.receive(completion: completion) }))
  }
}

@Suite("The operator contract of the tests", .separateThread)
struct ContractRuleTests {
  /// The rules against which a stage with a fault offends.
  private func offended(by fault: Fault, method: String = "faulty()", patience: Int = 200) -> Set<ContractRule> {
    let specimen = Specimen(method) { Faulty(upstream: $0, fault: fault, token: $1) }
    return Set(ContractRule.allCases.filter { !$0.violations(by: specimen, patience: patience).isEmpty })
  }

  @Test("Finds nothing wrong in a stage without a fault")
  func noFalseAlarm() {
    // With patience: what another thread does in time, it may do late on a busy machine.
    expectEqual(offended(by: .none, patience: 100_000), [])
  }

  private static let faults: [(Fault, ContractRule)] = [
    (.doubleSubscription, .subscriptionFirst), (.secondSubscription, .secondSubscription),
    (.greedyDemand, .demandIsKept), (.lostDemand, .demandPatternsAgree), (.lostCompletion, .hugeDemands),
    (.lostDemand, .requestInsideReceive), (.lateValues, .signalsOutOfOrder), (.doubleCompletion, .requestAfterEnd),
    (.ignoredCancel, .cancelInsideSubscription), (.ignoredCancel, .cancelInsideValue), (.doubleCancel, .cancelTwice),
    (.heldLock, .noLockHeld), (.heldDownstream, .release), (.heldUpstream, .upstreamRelease),
    (.sharedState, .independence), (.lostFailure, .failure), (.noneAsOne, .requestNone),
    (.noneAsRefusal, .requestNone), (.noneAfterCancel, .requestNone), (.lockDuringValue, .noLockHeld),
    (.noneForgetsNext, .requestNone), (.completionByCancel, .cancelInsideValue),
    (.lockDuringRequest, .noLockHeld), (.allAfterMore, .hugeDemands),
    (.lockDuringSubscription, .noLockHeld), (.cancelAfterEnd, .cancelTwice), (.heldAfterValue, .release),
  ]

  @Test("Finds each fault", arguments: faults)
  private func findsFault(fault: Fault, rule: ContractRule) {
    let specimen = Specimen("faulty()") { Faulty(upstream: $0, fault: fault, token: $1) }
    expect(!rule.violations(by: specimen, patience: 200).isEmpty)
  }

  @Test("Finds what a stage retains after its end, under an upstream that keeps it and under one that breaks the rules")
  func findsHeld() {
    func specimen(_ fault: Fault) -> Specimen { Specimen("faulty()") { Faulty(upstream: $0, fault: fault, token: $1) } }
    expectEqual(specimen(.none).heldByKeepingUpstream(), [])
    expect(specimen(.heldDownstream).heldByKeepingUpstream().contains("Downstream lives on after a finish."))
    let held = specimen(.heldAfterCancelInside).heldByKeepingUpstream()
    expectEqual(held, ["Downstream lives on after a cancel inside a value."])
    expectEqual(specimen(.none).answersAfterEnd(), [])
    expect(specimen(.lateValues).answersAfterEnd().contains("Delivered what came after the completion."))
  }

  @Test("The message says after which end the subscription of upstream is retained")
  func namesTheEnd() {
    let specimen = Specimen("faulty()") { Faulty(upstream: $0, fault: .cancelAfterEnd, token: $1) }
    let messages = ContractRule.upstreamRelease.violations(by: specimen, patience: 200)
    expectEqual(messages, ["The upstream's subscription lives on after a completion."])
  }

  @Test("Operators of different traits are distinguished")
  func traits() {
    let all: [ContractSpecimen.Traits] = [.stateless, .pacedByDemand, .shares]
    for (place, trait) in all.enumerated() {
      for other in all[(place + 1)...] { expect(trait.isDisjoint(with: other)) }
    }
  }

  @Test("Finds an operator that is named as throwing and does not throw")
  func findsMissingThrow() {
    expect(offended(by: .none, method: "tryFaulty()").contains(.thrownError))
  }

  @Test("A second subscription has to be cancelled, even where the stage has cancelled the first at once")
  func cancelsOfSecond() {
    let specimen = Specimen("endedAtOnce()") { upstream, _ in EndedAtOnce(upstream: upstream) }
    expect(ContractRule.secondSubscription.violations(by: specimen, patience: 200).isEmpty)
  }

  @Test("Finds nothing wrong in an operator that throws, and cancels upstream once")
  func throwsAtValue() {
    let specimen = Specimen("tryThrowing()") { upstream, _ in Throwing(upstream: upstream) }
    expect(ContractRule.thrownError.violations(by: specimen, patience: 200).isEmpty)
  }

  @Test("Expects no cancel from an operator that throws when upstream has failed")
  func throwsAfterFailure() {
    let specimen = Specimen("tryFaulty()", onFailure: .recovers) { Faulty(upstream: $0, fault: .none, token: $1) }
    expect(ContractRule.thrownError.violations(by: specimen, patience: 200).isEmpty)
  }

  // The rows above are checked one by one.
  @Test("Every rule has a fault that it finds")
  func everyRuleCanFail() {
    let found = offended(by: .none, method: "tryFaulty()").union(Self.faults.map(\.1))
    expectEqual(found, Set(ContractRule.allCases))
  }
}
