public import StreamCore

extension Publisher {
  /// Transforms each element with a closure.
  ///
  ///     upstream      --1--2--3--4--|
  ///     map { $0 * 2 }
  ///     downstream    --2--4--6--8--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = [18.5, 21.0].publisher
  ///   .map { "\($0) °C" }
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it to turn each element into another: a response into a model, a number into a label. A closure that may throw
  /// needs `tryMap`; one that returns a publisher, `flatMap`. The closure runs once for each subscriber: put `share()`
  /// behind expensive work.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Transforms an element.
  /// - Returns: A publisher of the transformed elements.
  @inlinable
  @preconcurrency
  public func map<T>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }
}
