public import StreamCore

// Of a sequence that is at hand the one result is known at once, where the context asks for its type.
//
// A closure that is optional ranks a form behind the general one, which is disfavoured as well.

extension Publishers.Sequence {
  /// Collects the elements in an array.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     collect()
  ///     downstream                --[1, 2, 7, 3]|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Returns: A publisher of one array of all elements.
  @_disfavoredOverload
  @inlinable
  public func collect() -> Result<[Elements.Element], Failure>.Publisher {
    Result<[Elements.Element], Failure>.Publisher(Array(sequence))
  }

  /// Accumulates the elements with a closure.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     reduce(0, +)
  ///     downstream                --13|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `nextPartialResult` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to.
  ///   - nextPartialResult: Makes a result of the one before and an element.
  /// - Returns: A publisher of the last result.
  @_disfavoredOverload
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: ((T, Elements.Element) -> T)?
  ) -> Result<T, Failure>.Publisher {
    guard let nextPartialResult else { preconditionFailure("reduce needs a closure.") }
    return Result<T, Failure>.Publisher(sequence.reduce(initialResult, nextPartialResult))
  }

  /// Accumulates the elements with a closure that may throw.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     tryReduce(0) { $1 < 5 ? $0 + $1 : throw e }
  ///     downstream                #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `nextPartialResult` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameters:
  ///   - initialResult: What the first element is accumulated to.
  ///   - nextPartialResult: Makes a result of the one before and an element, or throws.
  /// - Returns: A publisher of the last result, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Elements.Element) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result<T, any Error>.Publisher(Result { try sequence.reduce(initialResult, nextPartialResult) })
  }

  /// Says whether all elements satisfy a predicate.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     allSatisfy { $0 < 5 }
  ///     downstream                --false|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter predicate: Returns `true` for an element that is as wanted.
  /// - Returns: A publisher of `true` or `false`.
  @_disfavoredOverload
  @inlinable
  public func allSatisfy(_ predicate: (Elements.Element) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(sequence.allSatisfy(predicate))
  }

  /// Says whether all elements satisfy a predicate that may throw.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     tryAllSatisfy { $0 < 5 ? true : throw e }
  ///     downstream                #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter predicate: Returns `true` for an element that is as wanted, or throws.
  /// - Returns: A publisher of `true` or `false`, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryAllSatisfy(_ predicate: (Elements.Element) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try sequence.allSatisfy(predicate) })
  }

  /// Says whether an element satisfies a predicate.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     contains { $0 > 5 }
  ///     downstream                --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter predicate: Returns `true` for an element looked for.
  /// - Returns: A publisher of `true` or `false`.
  @_disfavoredOverload
  @inlinable
  public func contains(where predicate: (Elements.Element) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(sequence.contains(where: predicate))
  }

  /// Says whether an element satisfies a predicate that may throw.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     tryContains { $0 < 5 ? false : throw e }
  ///     downstream                #
  ///
  /// - **Demand**: the result waits for it; a failure does not.
  /// - **Completion**: right after the result.
  /// - **Failure**: at once, with what is thrown.
  /// - **Threads**: `predicate` runs at once, on the calling thread.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter predicate: Returns `true` for an element looked for, or throws.
  /// - Returns: A publisher of `true` or `false`, or of the error thrown.
  @_disfavoredOverload
  @inlinable
  public func tryContains(where predicate: (Elements.Element) throws -> Bool) -> Result<Bool, any Error>.Publisher {
    Result<Bool, any Error>.Publisher(Result { try sequence.contains(where: predicate) })
  }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// Says whether an element is equal to a value.
  ///
  ///     [1, 2, 7, 3].publisher    --1273|
  ///     contains(7)
  ///     downstream                --true|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the thread that requests.
  ///
  /// - Complexity: O(*n*), at the call.
  /// - Parameter output: The element to look for.
  /// - Returns: A publisher of `true` or `false`.
  @_disfavoredOverload
  @inlinable
  public func contains(_ output: Elements.Element) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(sequence.contains(output))
  }
}
