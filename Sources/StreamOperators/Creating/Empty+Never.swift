public import StreamCore

extension Empty {
  /// A publisher that delivers nothing and does not end.
  ///
  ///     Empty.never   ----------
  ///
  /// It equals `Empty(completeImmediately: false)`.
  ///
  /// - **Demand**: ignored.
  /// - **Completion**: never.
  /// - **Failure**: never.
  /// - **Threads**: sends its subscription, and nothing else, on the subscribing thread. Nothing retains the
  ///   subscriber.
  @_disfavoredOverload
  @inlinable public static var never: Self { Self(completeImmediately: false) }
}
