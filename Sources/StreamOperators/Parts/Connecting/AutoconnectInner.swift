public import StreamCore

/// Passes all signals on, and ends the membership of its subscriber with the subscription.
@usableFromInline
package struct AutoconnectInner<Downstream: Subscriber>: InnerSubscriber {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let downstream: Downstream
  @usableFromInline let name: StageName
  @usableFromInline let subscription: AutoconnectSubscription

  @inlinable
  package init(_ name: StageName = "Autoconnect", downstream: Downstream, member: any Membership) {
    (self.downstream, self.name) = (downstream, name)
    subscription = AutoconnectSubscription(member: member)
  }

  @usableFromInline package var description: String { name.description }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["downstream": downstream] }

  @inlinable package var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }

  @inlinable
  package func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream) else { return }
    downstream.receive(subscription: subscription)
  }

  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    subscription.upstream.isActive ? downstream.receive(input) : .none
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    guard subscription.upstream.terminate() != nil else { return FailureHook.report(late: completion, at: self) }
    // Before downstream receives the completion: a subscriber that subscribes again from inside it must not join the
    // connection that has just ended, but cause a new one.
    subscription.member.leave(ended: true)
    downstream.receive(completion: completion)
  }
}

/// The subscription of one subscriber. Its description is that of upstream's subscription, and is kept after the end.
@usableFromInline
package final class AutoconnectSubscription: StageSubscription, Sendable {
  @usableFromInline let upstream = UpstreamSubscription("Autoconnect")
  @usableFromInline let member: any Membership
  private let name = Locked("Autoconnect")

  @usableFromInline
  init(member: any Membership) {
    self.member = member
  }

  @usableFromInline
  func attach(_ subscription: any Subscription) -> Bool {
    guard upstream.attach(subscription) else { return false }
    _ = name.exchange("\(subscription)")
    return true
  }

  @usableFromInline package var description: String { name.value }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { upstream.mirrorChildren }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @usableFromInline
  package func cancel() {
    guard let subscription = upstream.terminate() else { return }
    subscription.cancel()
    member.leave(ended: false)
  }
}
