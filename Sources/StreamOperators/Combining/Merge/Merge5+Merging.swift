public import StreamCore

// A merge that is merged is one merge, of all the publishers.

extension Publishers.Merge5 {
  /// Republishes the elements of one more publisher too, as they arrive.
  ///
  ///     a             --1-------------|
  ///     b             ----2-----------|
  ///     c             ------3---------|
  ///     d             --------4-------|
  ///     e             ----------5-----|
  ///     other         ------------6---|
  ///     downstream    --1-2-3-4-5-6---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of what all six deliver.
  @inlinable
  public func merge<P: Publisher>(
    with other: P
  ) -> Publishers.Merge6<A, B, C, D, E, P>
  where
    P.Output == Output,
    P.Failure == Failure
  {
    Publishers.Merge6(a, b, c, d, e, other)
  }

  /// Republishes the elements of two more publishers too, as they arrive.
  ///
  ///     a             --1---------------|
  ///     b             ----2-------------|
  ///     c             ------3-----------|
  ///     d             --------4---------|
  ///     e             ----------5-------|
  ///     z             ------------6-----|
  ///     y             --------------7---|
  ///     downstream    --1-2-3-4-5-6-7---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - z: The sixth publisher.
  ///   - y: The seventh publisher.
  /// - Returns: A publisher of what all seven deliver.
  @inlinable
  public func merge<Z: Publisher, Y: Publisher>(
    with z: Z, _ y: Y
  ) -> Publishers.Merge7<A, B, C, D, E, Z, Y>
  where
    Z.Output == Output, Y.Output == Output,
    Z.Failure == Failure, Y.Failure == Failure
  {
    Publishers.Merge7(a, b, c, d, e, z, y)
  }

  /// Republishes the elements of three more publishers too, as they arrive.
  ///
  ///     a             --1-----------------|
  ///     b             ----2---------------|
  ///     c             ------3-------------|
  ///     d             --------4-----------|
  ///     e             ----------5---------|
  ///     z             ------------6-------|
  ///     y             --------------7-----|
  ///     x             ----------------8---|
  ///     downstream    --1-2-3-4-5-6-7-8---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - z: The sixth publisher.
  ///   - y: The seventh publisher.
  ///   - x: The eighth publisher.
  /// - Returns: A publisher of what all eight deliver.
  @inlinable
  public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
    with z: Z, _ y: Y, _ x: X
  ) -> Publishers.Merge8<A, B, C, D, E, Z, Y, X>
  where
    Z.Output == Output, Y.Output == Output, X.Output == Output,
    Z.Failure == Failure, Y.Failure == Failure, X.Failure == Failure
  {
    Publishers.Merge8(a, b, c, d, e, z, y, x)
  }
}
