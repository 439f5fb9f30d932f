public import StreamCore

extension Publisher {
  /// Delivers elements before those of this publisher.
  ///
  ///     upstream      -   -1--2--|
  ///     prepend(8, 9)
  ///     downstream    (89)-1--2--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let query = PassthroughSubject<String, Never>()
  /// let cancellable = query.prepend("").sink { print("search for '\($0)'") }
  /// query.send("swift")
  /// ```
  ///
  /// Use it to begin a stream with elements that are known, such as the current value. Of two calls in a row the second
  /// delivers first: `prepend(2).prepend(1)` delivers 1, then 2.
  ///
  /// - **Demand**: passed on; demand that is outstanding when the first publisher finishes is requested from the
  ///   second.
  /// - **Completion**: subscribes to the second publisher when the first has finished, and finishes with it.
  /// - **Failure**: a failure of either is passed on; after a failure of the first, the second is never subscribed to.
  /// - **Threads**: elements are delivered where the publishers deliver; the second is subscribed to where the first
  ///   finishes.
  ///
  /// - Parameter elements: The elements to deliver before those of this publisher.
  /// - Returns: A publisher of all the elements, in that order.
  @inlinable
  public func prepend(_ elements: Output...) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    prepend(elements)
  }

  /// Delivers the elements of a sequence before those of this publisher.
  ///
  ///     upstream      -    -1--2--|
  ///     prepend(7...9)
  ///     downstream    (789)-1--2--|
  ///
  /// - **Demand**: passed on; demand that is outstanding when the first publisher finishes is requested from the
  ///   second.
  /// - **Completion**: subscribes to the second publisher when the first has finished, and finishes with it.
  /// - **Failure**: a failure of either is passed on; after a failure of the first, the second is never subscribed to.
  /// - **Threads**: elements are delivered where the publishers deliver; the second is subscribed to where the first
  ///   finishes.
  ///
  /// - Parameter elements: The elements to deliver before those of this publisher.
  /// - Returns: A publisher of all the elements, in that order.
  @inlinable
  public func prepend<S: Swift.Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where S.Element == Output {
    Publishers.Concatenate(prefix: Publishers.Sequence(sequence: elements), suffix: self)
  }

  /// Delivers the elements of another publisher before those of this one.
  ///
  ///     other         --8--9--|
  ///     upstream              ^-1--2--|
  ///     prepend(other)
  ///     downstream    --8--9----1--2--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let history = ["Monday", "Tuesday"].publisher
  /// let live = ["Wednesday"].publisher
  /// let cancellable = live.prepend(history).sink { print($0) }
  /// ```
  ///
  /// Use it to deliver one stream before another, such as old messages before new ones. Upstream is subscribed to when
  /// the other publisher has finished: what a hot upstream sends before is lost, and if the other never finishes,
  /// upstream is never subscribed to.
  ///
  /// - **Demand**: passed on; demand that is outstanding when the first publisher finishes is requested from the
  ///   second.
  /// - **Completion**: subscribes to the second publisher when the first has finished, and finishes with it.
  /// - **Failure**: a failure of either is passed on; after a failure of the first, the second is never subscribed to.
  /// - **Threads**: elements are delivered where the publishers deliver; the second is subscribed to where the first
  ///   finishes.
  ///
  /// - Parameter publisher: The publisher of the elements to deliver before those of this publisher.
  /// - Returns: A publisher of all the elements, in that order.
  @inlinable
  public func prepend<P: Publisher>(
    _ publisher: P
  ) -> Publishers.Concatenate<P, Self> where P.Output == Output, P.Failure == Failure {
    Publishers.Concatenate(prefix: publisher, suffix: self)
  }
}
