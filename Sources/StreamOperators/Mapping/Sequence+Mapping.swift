public import StreamCore

// A sequence that is transformed is a sequence again, where the context asks for its type.
//
// A closure that is optional ranks a form behind the general one, which is disfavoured as well.

extension Publishers.Sequence {
  /// Transforms each element with a closure.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     map { $0 + 1 }
  ///     downstream                --2384|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `transform` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter transform: Makes a new element of each element.
  /// - Returns: A publisher of the new elements.
  @_disfavoredOverload
  @inlinable
  public func map<T>(_ transform: ((Elements.Element) -> T)?) -> Publishers.Sequence<[T], Failure> {
    guard let transform else { preconditionFailure("map needs a closure.") }
    return Publishers.Sequence(sequence: sequence.map(transform))
  }

  /// Transforms each element with a closure, and leaves out those of which it makes nothing.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     compactMap { $0 < 5 ? $0 : nil }
  ///     downstream                --123|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `transform` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter transform: Makes a new element of an element, or returns `nil`.
  /// - Returns: A publisher of the new elements that are not `nil`.
  @_disfavoredOverload
  @inlinable
  public func compactMap<T>(_ transform: ((Elements.Element) -> T?)?) -> Publishers.Sequence<[T], Failure> {
    guard let transform else { preconditionFailure("compactMap needs a closure.") }
    return Publishers.Sequence(sequence: sequence.compactMap(transform))
  }

  /// Accumulates the elements with a closure, and delivers each result.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     scan(0) { max($0, $1) }
  ///     downstream                --1277|
  ///
  /// - **Demand**: results are drawn as they are asked for.
  /// - **Completion**: right after the last result; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `nextPartialResult` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to; it is not delivered.
  ///   - nextPartialResult: Makes a result of the one before and an element.
  /// - Returns: A publisher of the results.
  @_disfavoredOverload
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: ((T, Elements.Element) -> T)?
  ) -> Publishers.Sequence<[T], Failure> {
    guard let nextPartialResult else { preconditionFailure("scan needs a closure.") }
    var result = initialResult
    let results = sequence.map { element in
      result = nextPartialResult(result, element)
      return result
    }
    return Publishers.Sequence(sequence: results)
  }
}

extension Publishers.Sequence where Failure == Never {
  /// Gives the elements a failure type, to match that of another publisher.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     setFailureType(to: E.self)
  ///     downstream                --1273|
  ///
  /// - **Demand**: elements are drawn as they are asked for.
  /// - **Completion**: right after the last element; without one, at once.
  /// - **Failure**: there is none; only the type says that there could be.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Parameter failureType: The kind of error that the new publisher never fails with.
  /// - Returns: A publisher of the same elements.
  @_disfavoredOverload
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.Sequence<Elements, E> {
    Publishers.Sequence(sequence: sequence)
  }
}
