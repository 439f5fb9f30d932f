public import StreamCore

// What is appended and prepended to one value makes a sequence, where the context asks for its type.

extension Just {
  /// Delivers elements after the value.
  ///
  ///     Just(1)       --1|
  ///     append(8, 9)
  ///     downstream    --189|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter elements: The elements to deliver after the value.
  /// - Returns: A publisher of all these elements.
  @_disfavoredOverload
  @inlinable
  public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    Publishers.Sequence(sequence: [output] + elements)
  }

  /// Delivers the elements of a sequence after the value.
  ///
  ///     Just(1)       --1|
  ///     append([8, 9])
  ///     downstream    --189|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter elements: The elements to deliver after the value.
  /// - Returns: A publisher of all these elements.
  @_disfavoredOverload
  @inlinable
  public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    Publishers.Sequence(sequence: [output] + elements)
  }

  /// Delivers elements before the value.
  ///
  ///     Just(1)       --1|
  ///     prepend(8, 9)
  ///     downstream    --891|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter elements: The elements to deliver before the value.
  /// - Returns: A publisher of all these elements.
  @_disfavoredOverload
  @inlinable
  public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    Publishers.Sequence(sequence: elements + [output])
  }

  /// Delivers the elements of a sequence before the value.
  ///
  ///     Just(1)       --1|
  ///     prepend([8, 9])
  ///     downstream    --891|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter elements: The elements to deliver before the value.
  /// - Returns: A publisher of all these elements.
  @_disfavoredOverload
  @inlinable
  public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    Publishers.Sequence(sequence: elements + [output])
  }
}
