/// Makes a new element of each element in one closure. It serves `map` and the key paths of any number.
///
/// Like every stage on the value path it is generic over what it takes and over its downstream, and not over its
/// upstream: with both, the type of a chain grows with the square of its length, and the optimiser gives up on it.
@frozen
@usableFromInline
package struct MappingInner<Input, Downstream: Subscriber>: ForwardingInner {
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline package let downstream: Downstream
  @usableFromInline let name: StageName
  @usableFromInline let transform: (Input) -> Downstream.Input

  /// - Parameters:
  ///   - name: What the subscriber says of itself.
  ///   - downstream: Where the signals go.
  ///   - transform: Makes the new element.
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
