public import StreamCore

// Of one value that is at hand the outcome is known at once, where the context asks for its type.
//
// A closure that is optional ranks a form behind the general one, which is disfavoured as well.

extension Optional.Publisher {
  /// Transforms the value with a closure.
  ///
  ///     Int?(7).publisher    --7|
  ///     map { $0 * 2 }
  ///     downstream           --14|
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `transform` runs at once, on the calling thread.
  ///
  /// - Parameter transform: Makes a new value of the value.
  /// - Returns: A publisher of the new value, if there is a value.
  @_disfavoredOverload
  @inlinable
  public func map<T>(_ transform: ((Wrapped) -> T)?) -> Optional<T>.Publisher {
    guard let transform else { preconditionFailure("map needs a closure.") }
    return Optional<T>.Publisher(output.map(transform))
  }

  /// Transforms the value with a closure, and leaves it out if nothing is made of it.
  ///
  ///     Int?(7).publisher    --7|
  ///     compactMap { $0 < 5 ? $0 : nil }
  ///     downstream           |
  ///
  /// - **Demand**: the value waits for it.
  /// - **Completion**: right after the value; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `transform` runs at once, on the calling thread.
  ///
  /// - Parameter transform: Makes a new value of the value, or returns `nil`.
  /// - Returns: A publisher of the new value, if there is one.
  @_disfavoredOverload
  @inlinable
  public func compactMap<T>(_ transform: ((Wrapped) -> T?)?) -> Optional<T>.Publisher {
    guard let transform else { preconditionFailure("compactMap needs a closure.") }
    return Optional<T>.Publisher(output.flatMap(transform))
  }

  /// Accumulates the value with a closure.
  ///
  ///     Int?(7).publisher    --7|
  ///     scan(1) { $0 + $1 }
  ///     downstream           --8|
  ///
  /// - **Demand**: the result waits for it.
  /// - **Completion**: right after the result; without one, at once.
  /// - **Failure**: never.
  /// - **Threads**: `nextPartialResult` runs at once, on the calling thread.
  ///
  /// - Parameters:
  ///   - initialResult: What the value is accumulated to.
  ///   - nextPartialResult: Makes a result of the initial one and the value.
  /// - Returns: A publisher of the result, if there is a value.
  @_disfavoredOverload
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: ((T, Wrapped) -> T)?
  ) -> Optional<T>.Publisher {
    guard let nextPartialResult else { preconditionFailure("scan needs a closure.") }
    return Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) })
  }
}
