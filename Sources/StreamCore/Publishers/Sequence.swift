extension Publishers {
  /// A publisher that delivers the elements of a sequence and finishes.
  ///
  ///     demand               --1-2
  ///     [1, 2, 3].publisher  --1-(23|)
  ///
  /// - **Demand**: elements are pulled as requested, with one prefetched, so that the completion follows the last
  ///   element.
  /// - **Completion**: right after the last element; of an empty sequence, immediately.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the requesting thread.
  @frozen
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher, ReleasingPublisher {
    /// The type of value delivered.
    public typealias Output = Elements.Element

    /// The sequence to deliver; each subscription iterates over it again.
    public let sequence: Elements

    /// Creates a publisher of the elements of a sequence.
    ///
    /// - Parameter sequence: The sequence to deliver.
    @inlinable
    public init(sequence: Elements) {
      self.sequence = sequence
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      subscriber.serve(
        sequence.makeIterator(), then: .finished, as: "Sequence", showing: sequence)
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Publishers.Sequence: Sendable where Elements: Sendable {}

extension Sequence {
  /// A publisher of the elements of this sequence.
  ///
  /// - **Demand**: elements are pulled as requested, with one prefetched, so that the completion follows the last
  ///   element.
  /// - **Completion**: right after the last element; of an empty sequence, immediately.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the requesting thread, which also runs the iterator.
  @inlinable public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}
