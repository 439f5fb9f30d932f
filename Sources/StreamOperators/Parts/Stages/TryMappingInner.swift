public import StreamCore

/// Transforms each element with a closure that may throw; an error thrown ends the stream. It serves `tryMap`, `encode`
/// and `decode`.
@usableFromInline
package struct TryMappingInner<Input, UpstreamFailure: Error, Downstream: Subscriber>: TerminatingInner {
  @usableFromInline package typealias Failure = UpstreamFailure

  @usableFromInline package let downstream: Downstream
  @usableFromInline package let upstream: UpstreamSubscription
  @usableFromInline package let transform: (Input) throws(Downstream.Failure) -> Downstream.Input

  @inlinable
  package init(
    downstream: Downstream, name: String,
    transform: @escaping (Input) throws(Downstream.Failure) -> Downstream.Input
  ) {
    self.downstream = downstream
    upstream = UpstreamSubscription(name)
    self.transform = transform
  }

  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    do throws(Downstream.Failure) {
      return downstream.receive(try transform(input))
    } catch {
      return end(.failure(error))
    }
  }
}
