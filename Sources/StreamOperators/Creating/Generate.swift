public import StreamCore
public import StreamParts

extension Publishers {
  /// Delivers a first value, then values that a closure computes, each from the previous one.
  ///
  ///     Publishers.generate(1, while: { $0 < 9 }) { $0 * 2 }
  ///     demand        1--2   ---2
  ///     downstream    1--(24)---(8|)
  ///
  /// - **Demand**: `next` runs once for each requested value except the first, never ahead of the demand.
  /// - **Completion**: before the first value for which `isIncluded` returns `false`; never, if there is none.
  /// - **Failure**: never.
  /// - **Threads**: the closures run, and values are delivered, on the requesting thread, never under a lock.
  ///
  /// - Parameters:
  ///   - first: The first value.
  ///   - isIncluded: Whether a value is delivered. It is called with each, the first included.
  ///   - next: Computes the next value from the one delivered last.
  /// - Returns: A publisher of the values.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public static func generate<T>(
    _ first: T, while isIncluded: @escaping @Sendable (T) -> Bool = { _ in true },
    _ next: @escaping @Sendable (T) -> T
  ) -> Publishers.Unfold<T?, T, Never> {
    Publishers.Unfold(initial: nil, next: Generation(first: first, isIncluded: isIncluded, next: next).advance)
  }
}

/// What makes the values of `generate`.
// Sendable: the values need not be, but only the publisher's own subscriptions access them, and the publisher is
// `Sendable` only if the values are.
@frozen
@usableFromInline
struct Generation<Value>: @unchecked Sendable {
  @usableFromInline let first: Value
  @usableFromInline let isIncluded: @Sendable (Value) -> Bool
  @usableFromInline let next: @Sendable (Value) -> Value

  @inlinable
  init(first: Value, isIncluded: @escaping @Sendable (Value) -> Bool, next: @escaping @Sendable (Value) -> Value) {
    self.first = first
    self.isIncluded = isIncluded
    self.next = next
  }

  /// - Parameter former: The value delivered last; `nil` before the first.
  /// - Returns: The next value; `nil` if it is not included.
  @Sendable
  @inlinable
  func advance(_ former: inout Value?) -> Value? {
    let value = if let former { next(former) } else { first }
    guard isIncluded(value) else { return nil }
    former = value
    return value
  }
}
