public import StreamCore

/// Transforms each element with a closure that may throw; an error thrown ends the stream. It serves `tryMap`, `encode`
/// and `decode`.
@usableFromInline
struct TransformingInner<Upstream: Publisher, Downstream: Subscriber>: RelaySubscriber
where Downstream.Failure == any Error {
  @usableFromInline typealias Input = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let relay: RelaySubscription
  @usableFromInline let transform: (Upstream.Output) throws -> Downstream.Input

  @inlinable
  init(downstream: Downstream, name: String, transform: @escaping (Upstream.Output) throws -> Downstream.Input) {
    self.downstream = downstream
    relay = RelaySubscription(name)
    self.transform = transform
  }

  @inlinable
  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    guard relay.isRelaying else { return .none }
    do {
      return downstream.receive(try transform(input))
    } catch {
      return fail(error)
    }
  }
}
