public import Synchronization

/// A subscriber of the toolkit: a stage of a pipeline, or its end.
@usableFromInline
package protocol StageSubscriber: Subscriber, SubscriptionDescription {
  /// Whether it retains objects that must be released at the end even if the publisher retains the subscriber.
  var needsGuard: Bool { get }

  /// The end of its pipeline, if that is the toolkit's.
  var pipelineEnd: (any PipelineEnd)? { get }
}

extension StageSubscriber {
  @inlinable package var needsGuard: Bool { true }
}

/// A stage with one downstream.
@usableFromInline
package protocol InnerSubscriber: StageSubscriber {
  associatedtype Downstream: Subscriber

  var downstream: Downstream { get }
}

extension InnerSubscriber {
  @usableFromInline package var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: downstream) }
}

extension Subscriber {
  /// Whether a client's publisher must get a guard in its place; a client's own subscriber is never wrapped.
  @inlinable package var isGuardedStage: Bool { (self as? any StageSubscriber)?.needsGuard ?? false }
}

extension Publisher {
  /// Attaches a subscriber, behind a guard if it needs one.
  @inlinable @inline(__always)
  package func attachDirectly<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    if self is any ReleasingPublisher { receive(subscriber: subscriber) } else { attach(guarding: subscriber) }
  }

  @inlinable
  package func attach<S: Subscriber>(guarding subscriber: S) where S.Input == Output, S.Failure == Failure {
    if subscriber.isGuardedStage {
      let stage = SubscriberGuard(subscriber)
      receive(subscriber: stage)
      stage.waitForSubscription()
    } else {
      receive(subscriber: subscriber)
    }
  }
}

/// Wraps a stage of the toolkit for a client's publisher. It releases the stage when the upstream completes or is
/// cancelled; if a delivery is running then, when that returns.
// Sendable: the stage is lent only to deliveries, which are serial (rule 3).
@usableFromInline
package final class SubscriberGuard<Input, Failure: Error>: WaitingStage, StageSubscriber, @unchecked Sendable {
  @usableFromInline typealias Stage = SubscriberBox<AnySubscriber<Input, Failure>>

  @usableFromInline package let combineIdentifier: CombineIdentifier
  @usableFromInline let stage: LentReference
  @usableFromInline let phase = SharedWord(Phase.new)

  /// Whether the subscription has arrived, or the guard is registered at the end of the pipeline until it does.
  @usableFromInline
  enum Phase: UInt8, AtomicRepresentable {
    case new, waiting, begun
  }

  @inlinable
  package init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    combineIdentifier = subscriber.combineIdentifier
    stage = LentReference(Stage(AnySubscriber(subscriber)))
  }

  deinit {
    if phase.load(ordering: .relaxed) == .waiting { pipelineEnd?.forget(self) }
  }

  /// Registers at the end of the pipeline, if the publisher has sent no subscription yet.
  @usableFromInline
  func waitForSubscription() {
    let (isNew, _) = phase.compareExchange(expected: .new, desired: .waiting, ordering: .acquiringAndReleasing)
    guard isNew, let end = pipelineEnd else { return }
    end.wait(for: self)
    // A subscription that arrived on another thread before the registration found nothing to remove.
    if phase.load(ordering: .acquiring) == .begun { end.forget(self) }
  }

  @usableFromInline package var pipelineEnd: (any PipelineEnd)? {
    reflected.flatMap { StreamCore.pipelineEnd(of: $0) }
  }

  @usableFromInline package var needsGuard: Bool { false }

  @usableFromInline
  package func receive(subscription: any Subscription) {
    // A second subscription is passed on for the stage to cancel: cancelling it does not end the stream (rule 1).
    let phase = phase.exchange(.begun, ordering: .acquiringAndReleasing)
    if phase == .waiting { pipelineEnd?.forget(self) }
    let guarded = phase == .begun ? subscription : GuardedSubscription(upstream: subscription, guarding: self)
    var isOpen = false
    stage.use(as: Stage.self) {
      isOpen = true
      $0.subscriber.receive(subscription: guarded)
    }
    if !isOpen { subscription.cancel() }
  }

  @inlinable
  package func receive(_ input: Input) -> Subscribers.Demand {
    var demand = Subscribers.Demand.none
    stage.use(as: Stage.self) { demand = $0.subscriber.receive(input) }
    return demand
  }

  @usableFromInline
  package func receive(completion: Subscribers.Completion<Failure>) {
    stage.use(as: Stage.self) { $0.subscriber.receive(completion: completion) }
    // A completion before the subscription ends nothing (rule 9).
    if phase.load(ordering: .acquiring) == .begun { close() }
  }

  override func close() {
    stage.close(as: Stage.self) { _ in }
  }

  @usableFromInline package var description: String { "\(reflected ?? "Ended")" }

  @usableFromInline package var customMirror: Mirror {
    reflected.map { Mirror(reflecting: $0) } ?? Mirror(self, children: [])
  }

  private var reflected: Any? {
    var reflected: Any?
    stage.use(as: Stage.self) { reflected = $0.subscriber }
    return reflected
  }
}

/// The subscription handed to a guarded stage. Only the upstream retains the guard, so the stage that retains this
/// makes no cycle.
// Sendable: immutable but for the weak reference, and accepts calls from any thread.
private final class GuardedSubscription<Input, Failure: Error>: StageSubscription, @unchecked Sendable {
  private let upstream: any Subscription
  private weak var stage: SubscriberGuard<Input, Failure>?

  init(upstream: any Subscription, guarding stage: SubscriberGuard<Input, Failure>) {
    self.upstream = upstream
    self.stage = stage
  }

  var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }

  var description: String { "\(upstream)" }

  var customMirror: Mirror { Mirror(reflecting: upstream) }

  func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  func cancel() {
    upstream.cancel()
    stage?.close()
  }
}
