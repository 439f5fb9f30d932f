public import StreamCore

// The elements are known when the operator is called, so these forms compute the outcome there and return a type that
// holds it. They are disfavoured: the compiler chooses one only where the context asks for the type that it returns.

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// Like `append(_:)` of any publisher (``Publishers/Concatenate``), and stays a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
    Publishers.Sequence(sequence: sequence + elements)
  }

  /// Like `append(_:)` of any publisher (``Publishers/Concatenate``), and stays a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func append<S: Swift.Sequence>(
    _ elements: S
  ) -> Publishers.Sequence<Elements, Failure> where S.Element == Output {
    Publishers.Sequence(sequence: sequence + elements)
  }

  /// Like `append(_:)` of any publisher (``Publishers/Concatenate``), and stays a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func append(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
    Publishers.Sequence(sequence: sequence + publisher.sequence)
  }

  /// Like `prepend(_:)` of any publisher (``Publishers/Concatenate``), and stays a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> {
    Publishers.Sequence(sequence: elements + sequence)
  }

  /// Like `prepend(_:)` of any publisher (``Publishers/Concatenate``), and stays a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func prepend<S: Swift.Sequence>(
    _ elements: S
  ) -> Publishers.Sequence<Elements, Failure> where S.Element == Output {
    Publishers.Sequence(sequence: elements + sequence)
  }

  /// Like `prepend(_:)` of any publisher (``Publishers/Concatenate``), and stays a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
    Publishers.Sequence(sequence: publisher.sequence + sequence)
  }
}
