internal import DequeModule
internal import StreamCore

/// The subscription of a downstream to the messages of a consumer.
// Sendable: its parts are; downstream is called by the outlet's drain thread alone.
final class ConsumerSubscription<Downstream: Subscriber>: Subscription, ConsumerOwner, CustomStringConvertible,
  @unchecked Sendable
where Downstream.Input == JetStreamMessage, Downstream.Failure == JetStreamFailure {
  let description: String
  private let source: ConsumerSource
  private var outlet: Outlet<JetStreamMessage, JetStreamFailure, Void>?

  private init(_ description: String, _ source: ConsumerSource, to downstream: Downstream) {
    self.description = description
    self.source = source
    outlet = nil
    // This object calls the outlet, and so exists as long as that calls.
    outlet = Outlet(to: downstream) { [unowned self] _, demand in if demand != .none { ask(demand) } }
  }

  static func attach(_ downstream: Downstream, _ description: String, to source: ConsumerSource) {
    let subscription = ConsumerSubscription(description, source, to: downstream)
    downstream.receive(subscription: subscription)
    subscription.outlet?.open()
  }

  func request(_ demand: Subscribers.Demand) {
    outlet?.request(demand)
    if demand != .none { ask(demand) }
  }

  private func ask(_ demand: Subscribers.Demand) {
    source.request(demand, for: self)
  }

  func cancel() {
    source.stop()
    var queue = outlet?.cancel()
    // For another program, at once.
    while let (message, _) = queue?.popFirst() { message.pass() }
  }

  func deliver(_ message: JetStreamMessage) {
    if outlet?.send(message, tag: ()) == false { message.pass() }
  }

  func complete(_ completion: Subscribers.Completion<JetStreamFailure>) {
    outlet?.send(completion: completion)
  }
}
