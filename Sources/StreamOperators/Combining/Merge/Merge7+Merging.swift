public import StreamCore

// A merge that is merged is one merge, of all the publishers.

extension Publishers.Merge7 {
  /// Republishes the elements of one more publisher too, as they arrive.
  ///
  ///     a             --1-----------------|
  ///     b             ----2---------------|
  ///     c             ------3-------------|
  ///     d             --------4-----------|
  ///     e             ----------5---------|
  ///     f             ------------6-------|
  ///     g             --------------7-----|
  ///     other         ----------------8---|
  ///     downstream    --1-2-3-4-5-6-7-8---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of what all eight deliver.
  @inlinable
  public func merge<P: Publisher>(
    with other: P
  ) -> Publishers.Merge8<A, B, C, D, E, F, G, P>
  where
    P.Output == Output,
    P.Failure == Failure
  {
    Publishers.Merge8(a, b, c, d, e, f, g, other)
  }
}
