public import StreamCore

// A sequence that is added to is a sequence again, where the context asks for its type.

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// Delivers elements after those of the sequence.
  ///
  ///     [1, 2].publisher    --12|
  ///     append(8, 9)
  ///     downstream          --1289|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter elements: The elements to deliver after the others.
  /// - Returns: A publisher of all these elements.
  @_disfavoredOverload
  @inlinable
  public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
    Publishers.Sequence(sequence: sequence + elements)
  }

  /// Delivers the elements of a sequence after those of the sequence.
  ///
  ///     [1, 2].publisher    --12|
  ///     append([8, 9])
  ///     downstream          --1289|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter elements: The elements to deliver after the others.
  /// - Returns: A publisher of all these elements.
  @_disfavoredOverload
  @inlinable
  public func append<S: Swift.Sequence>(
    _ elements: S
  ) -> Publishers.Sequence<Elements, Failure> where S.Element == Output {
    Publishers.Sequence(sequence: sequence + elements)
  }

  /// Delivers the elements of another such publisher after those of the sequence.
  ///
  ///     [1, 2].publisher    --12|
  ///     append([8, 9].publisher)
  ///     downstream          --1289|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter publisher: The publisher of the elements to deliver after the others.
  /// - Returns: A publisher of all these elements.
  @_disfavoredOverload
  @inlinable
  public func append(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
    Publishers.Sequence(sequence: sequence + publisher.sequence)
  }

  /// Delivers elements before those of the sequence.
  ///
  ///     [1, 2].publisher    --12|
  ///     prepend(8, 9)
  ///     downstream          --8912|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter elements: The elements to deliver before the others.
  /// - Returns: A publisher of all these elements.
  @_disfavoredOverload
  @inlinable
  public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
    Publishers.Sequence(sequence: elements + sequence)
  }

  /// Delivers the elements of a sequence before those of the sequence.
  ///
  ///     [1, 2].publisher    --12|
  ///     prepend([8, 9])
  ///     downstream          --8912|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter elements: The elements to deliver before the others.
  /// - Returns: A publisher of all these elements.
  @_disfavoredOverload
  @inlinable
  public func prepend<S: Swift.Sequence>(
    _ elements: S
  ) -> Publishers.Sequence<Elements, Failure> where S.Element == Output {
    Publishers.Sequence(sequence: elements + sequence)
  }

  /// Delivers the elements of another such publisher before those of the sequence.
  ///
  ///     [1, 2].publisher    --12|
  ///     prepend([8, 9].publisher)
  ///     downstream          --8912|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter publisher: The publisher of the elements to deliver before the others.
  /// - Returns: A publisher of all these elements.
  @_disfavoredOverload
  @inlinable
  public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
    Publishers.Sequence(sequence: publisher.sequence + sequence)
  }
}
