internal import StreamCore
internal import StreamParts

/// Passes all signals on, and ends the membership of its subscriber with the subscription.
@usableFromInline
struct AutoconnectInner<Downstream: Subscriber>: InnerSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let subscription: AutoconnectSubscription

  @inlinable
  init(downstream: Downstream, member: ConnectionMember) {
    self.downstream = downstream
    subscription = AutoconnectSubscription(member: member)
  }

  @usableFromInline var description: String { "Autoconnect" }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { ["downstream": downstream] }

  @inlinable var combineIdentifier: CombineIdentifier { subscription.combineIdentifier }

  @inlinable
  func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream) else { return }
    downstream.receive(subscription: subscription)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    subscription.upstream.isActive ? downstream.receive(input) : .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard subscription.upstream.terminate() != nil else { return }
    // Before downstream receives the completion: a subscriber that subscribes again from inside it must not join the
    // connection that has just ended, but cause a new one.
    subscription.member.leave()
    downstream.receive(completion: completion)
  }
}

/// The subscription of one subscriber. Its description is that of upstream's subscription, and is kept after the end.
@usableFromInline
final class AutoconnectSubscription: StageSubscription, Sendable {
  @usableFromInline let upstream = UpstreamSubscription("Autoconnect")
  @usableFromInline let member: ConnectionMember
  private let name = Locked("Autoconnect")

  @usableFromInline
  init(member: ConnectionMember) {
    self.member = member
  }

  @usableFromInline
  func attach(_ subscription: any Subscription) -> Bool {
    guard upstream.attach(subscription) else { return false }
    _ = name.exchange("\(subscription)")
    return true
  }

  @usableFromInline var description: String { name.value }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { upstream.mirrorChildren }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @usableFromInline
  func cancel() {
    guard let subscription = upstream.terminate() else { return }
    subscription.cancel()
    member.leave()
  }
}
