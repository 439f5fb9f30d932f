internal import StreamCore

/// The stage between an upstream and the receipts of what it sent. A value that leads to no message is replaced by
/// another.
// Sendable: downstream is given away with the subscription, which comes once; the rest is constant.
final class PublishInner<Upstream: Publisher, Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Input == PublishReceipt, Downstream.Failure == JetStreamFailure {
  typealias Input = Upstream.Output
  typealias Failure = Upstream.Failure

  let description: String
  private let flow: PublishFlow

  /// Downstream, until it has got its subscription.
  private var handover: Downstream?

  init(
    _ description: String, to downstream: Downstream, writer: MessageWriter, window: Int,
    message: @escaping @Sendable (Upstream.Output) throws -> PendingWrite?
  ) {
    self.description = description
    flow = PublishFlow(to: downstream, writer: writer, window: window, maker: MessageMaker(message))
    handover = downstream
  }

  func receive(subscription: any Subscription) {
    guard flow.begin(subscription) else { return subscription.cancel() }  // Rule 1.
    handover.take()?.receive(subscription: self)
    flow.open()
  }

  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    guard let maker = flow.admit() else { return .none }
    do {
      // It is the one that this stage gave: a checked cast would cost more than the rest.
      guard let write = try unsafeDowncast(maker, to: MessageMaker<Upstream.Output>.self).make(input) else {
        flow.drop()
        return .max(1)
      }
      flow.write(write)
    } catch {
      flow.fail(.unencodable(error))
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    switch completion {
    case .finished: flow.complete(.finished)
    case .failure(let failure): flow.complete(.failure(.upstream(failure)))
    }
  }

  func request(_ demand: Subscribers.Demand) {
    flow.request(demand)
  }

  func cancel() {
    flow.cancel()
  }
}

/// Makes messages of values. An object, which the flow keeps without its type.
private final class MessageMaker<Value> {
  let make: @Sendable (Value) throws -> PendingWrite?

  init(_ make: @escaping @Sendable (Value) throws -> PendingWrite?) {
    self.make = make
  }
}
