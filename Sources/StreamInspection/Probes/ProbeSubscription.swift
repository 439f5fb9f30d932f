internal import StreamCore

/// The lower half of a probe: stands before a subscription, and counts what the subscriber requests.
// Sendable: immutable; a subscription accepts calls from any thread.
final class ProbeSubscription: StageSubscription, @unchecked Sendable {
  private let upstream: SubscriptionObject
  let edge: Edge

  init(_ upstream: any Subscription, _ edge: Edge) {
    (self.upstream, self.edge) = (object(of: upstream), edge)
  }

  var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }

  var description: String { "\(upstream)" }

  var customMirror: Mirror { Mirror(reflecting: upstream) }

  func request(_ demand: Subscribers.Demand) {
    edge.request(demand)
    upstream.request(demand)
  }

  func cancel() {
    if edge.end(.cancelled) { edge.record(.cancel) }
    upstream.cancel()
  }
}
