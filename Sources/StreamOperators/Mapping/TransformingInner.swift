public import StreamCore

/// Transforms each element with a closure that may throw; an error thrown ends the stream. It serves `tryMap`, `encode`
/// and `decode`.
@usableFromInline
struct TransformingInner<Input, UpstreamFailure: Error, Downstream: Subscriber>: RelaySubscriber
where Downstream.Failure == any Error {
  @usableFromInline typealias Failure = UpstreamFailure

  @usableFromInline let downstream: Downstream
  @usableFromInline let relay: RelaySubscription
  @usableFromInline let transform: (Input) throws -> Downstream.Input

  @inlinable
  init(downstream: Downstream, name: String, transform: @escaping (Input) throws -> Downstream.Input) {
    self.downstream = downstream
    relay = RelaySubscription(name)
    self.transform = transform
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard relay.isRelaying else { return .none }
    do {
      return downstream.receive(try transform(input))
    } catch {
      return fail(error)
    }
  }
}
