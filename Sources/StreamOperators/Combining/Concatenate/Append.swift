public import StreamCore

extension Publisher {
  /// Delivers elements after those of this publisher.
  ///
  ///     upstream      --1--2--|
  ///     append(8, 9)
  ///     downstream    --1--2--(89|)
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = ["three", "two", "one"].publisher
  ///   .append("lift-off")
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it to add elements at the end of a stream. Nothing is appended to a stream that fails, or that never finishes.
  ///
  /// - **Demand**: passed on; demand that is outstanding when the first publisher finishes is requested from the
  ///   second.
  /// - **Completion**: subscribes to the second publisher when the first has finished, and finishes with it.
  /// - **Failure**: a failure of either is passed on; after a failure of the first, the second is never subscribed to.
  /// - **Threads**: elements are delivered where the publishers deliver; the second is subscribed to where the first
  ///   finishes.
  ///
  /// - Parameter elements: The elements to deliver after those of this publisher.
  /// - Returns: A publisher of all the elements, in that order.
  @inlinable
  public func append(_ elements: Output...) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    append(elements)
  }

  /// Delivers the elements of a sequence after those of this publisher.
  ///
  ///     upstream      --1--2--|
  ///     append(7...9)
  ///     downstream    --1--2--(789|)
  ///
  /// - **Demand**: passed on; demand that is outstanding when the first publisher finishes is requested from the
  ///   second.
  /// - **Completion**: subscribes to the second publisher when the first has finished, and finishes with it.
  /// - **Failure**: a failure of either is passed on; after a failure of the first, the second is never subscribed to.
  /// - **Threads**: elements are delivered where the publishers deliver; the second is subscribed to where the first
  ///   finishes.
  ///
  /// - Parameter elements: The elements to deliver after those of this publisher.
  /// - Returns: A publisher of all the elements, in that order.
  @inlinable
  public func append<S: Swift.Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output {
    Publishers.Concatenate(prefix: self, suffix: Publishers.Sequence(sequence: elements))
  }

  /// Delivers the elements of another publisher after those of this one.
  ///
  ///     upstream      --1--2--|
  ///     other                 ^-8--9--|
  ///     append(other)
  ///     downstream    --1--2----8--9--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cached = ["old news"].publisher
  /// let loaded = ["fresh news"].publisher
  /// let cancellable = cached.append(loaded).sink { print($0) }
  /// ```
  ///
  /// Use it to deliver one stream after another, such as the network's answer after the cached one. The second
  /// publisher is subscribed to when the first finishes: what a hot one sends before is lost. Use `merge(with:)` where
  /// both run at once.
  ///
  /// - **Demand**: passed on; demand that is outstanding when the first publisher finishes is requested from the
  ///   second.
  /// - **Completion**: subscribes to the second publisher when the first has finished, and finishes with it.
  /// - **Failure**: a failure of either is passed on; after a failure of the first, the second is never subscribed to.
  /// - **Threads**: elements are delivered where the publishers deliver; the second is subscribed to where the first
  ///   finishes.
  ///
  /// - Parameter publisher: The publisher of the elements to deliver after those of this publisher.
  /// - Returns: A publisher of all the elements, in that order.
  @inlinable
  public func append<P: Publisher>(
    _ publisher: P
  ) -> Publishers.Concatenate<Self, P> where P.Output == Output, P.Failure == Failure {
    Publishers.Concatenate(prefix: self, suffix: publisher)
  }
}
