public import StreamCore

extension Publisher {
  /// Replaces each element that is `nil`.
  ///
  ///     upstream      --1--x--3--y--5--|
  ///     map { Int($0) }.replaceNil(with: 0)
  ///     downstream    --1--0--3--0--5--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let names: [String?] = ["Ada", nil]
  /// let cancellable = names.publisher
  ///   .replaceNil(with: "nobody")
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it to give missing elements a default. It replaces elements, not their absence: an empty stream stays empty.
  /// For that there is `replaceEmpty(with:)`.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter output: The element that replaces `nil`.
  /// - Returns: A publisher of the elements, which are no longer optional.
  @inlinable
  @preconcurrency
  public func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    Publishers.Map(upstream: self) { $0 ?? output }
  }
}
