/// Transforms each element with a closure. Used by `map` and the key-path overloads.
///
/// Like every stage on the value path it is generic over its input and its downstream, but not over its upstream: with
/// both, the length of a chain's type grows quadratically, and the optimiser gives up on it.
@frozen
@usableFromInline
package struct MappingInner<Input, Downstream: Subscriber>: ForwardingInner {
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let downstream: Downstream
  @usableFromInline let name: StageName
  @usableFromInline let transform: (Input) -> Downstream.Input

  /// - Parameters:
  ///   - name: The subscriber's description.
  ///   - downstream: The receiver of the signals.
  ///   - transform: Transforms an element.
  @inlinable
  package init(_ name: StageName, to downstream: Downstream, transform: @escaping (Input) -> Downstream.Input) {
    self.downstream = downstream
    self.name = name
    self.transform = transform
  }

  @usableFromInline package var description: String { name.description }

  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(transform(input))
  }
}
