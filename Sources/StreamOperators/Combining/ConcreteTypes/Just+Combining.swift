public import StreamCore

// The value is known when the operator is called, so these forms compute the outcome there and return a type that holds
// it. They are disfavoured: the compiler chooses one only where the context asks for the type that it returns.

extension Just {
  /// Like `append(_:)` of any publisher (``Publishers/Concatenate``), and returns a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    Publishers.Sequence(sequence: [output] + elements)
  }

  /// Like `append(_:)` of any publisher (``Publishers/Concatenate``), and returns a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    Publishers.Sequence(sequence: [output] + elements)
  }

  /// Like `prepend(_:)` of any publisher (``Publishers/Concatenate``), and returns a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    Publishers.Sequence(sequence: elements + [output])
  }

  /// Like `prepend(_:)` of any publisher (``Publishers/Concatenate``), and returns a `Publishers.Sequence`.
  @_disfavoredOverload
  @inlinable
  public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    Publishers.Sequence(sequence: elements + [output])
  }
}
