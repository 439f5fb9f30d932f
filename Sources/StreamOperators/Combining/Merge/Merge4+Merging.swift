public import StreamCore

// A merge that is merged is one merge, of all the publishers.

extension Publishers.Merge4 {
  /// Republishes the elements of one more publisher too, as they arrive.
  ///
  ///     a             --1-----------|
  ///     b             ----2---------|
  ///     c             ------3-------|
  ///     d             --------4-----|
  ///     other         ----------5---|
  ///     downstream    --1-2-3-4-5---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of what all five deliver.
  @inlinable
  public func merge<P: Publisher>(
    with other: P
  ) -> Publishers.Merge5<A, B, C, D, P>
  where
    P.Output == Output,
    P.Failure == Failure
  {
    Publishers.Merge5(a, b, c, d, other)
  }

  /// Republishes the elements of two more publishers too, as they arrive.
  ///
  ///     a             --1-------------|
  ///     b             ----2-----------|
  ///     c             ------3---------|
  ///     d             --------4-------|
  ///     z             ----------5-----|
  ///     y             ------------6---|
  ///     downstream    --1-2-3-4-5-6---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - z: The fifth publisher.
  ///   - y: The sixth publisher.
  /// - Returns: A publisher of what all six deliver.
  @inlinable
  public func merge<Z: Publisher, Y: Publisher>(
    with z: Z, _ y: Y
  ) -> Publishers.Merge6<A, B, C, D, Z, Y>
  where
    Z.Output == Output, Y.Output == Output,
    Z.Failure == Failure, Y.Failure == Failure
  {
    Publishers.Merge6(a, b, c, d, z, y)
  }

  /// Republishes the elements of three more publishers too, as they arrive.
  ///
  ///     a             --1---------------|
  ///     b             ----2-------------|
  ///     c             ------3-----------|
  ///     d             --------4---------|
  ///     z             ----------5-------|
  ///     y             ------------6-----|
  ///     x             --------------7---|
  ///     downstream    --1-2-3-4-5-6-7---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - z: The fifth publisher.
  ///   - y: The sixth publisher.
  ///   - x: The seventh publisher.
  /// - Returns: A publisher of what all seven deliver.
  @inlinable
  public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
    with z: Z, _ y: Y, _ x: X
  ) -> Publishers.Merge7<A, B, C, D, Z, Y, X>
  where
    Z.Output == Output, Y.Output == Output, X.Output == Output,
    Z.Failure == Failure, Y.Failure == Failure, X.Failure == Failure
  {
    Publishers.Merge7(a, b, c, d, z, y, x)
  }

  /// Republishes the elements of four more publishers too, as they arrive.
  ///
  ///     a             --1-----------------|
  ///     b             ----2---------------|
  ///     c             ------3-------------|
  ///     d             --------4-----------|
  ///     z             ----------5---------|
  ///     y             ------------6-------|
  ///     x             --------------7-----|
  ///     w             ----------------8---|
  ///     downstream    --1-2-3-4-5-6-7-8---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - z: The fifth publisher.
  ///   - y: The sixth publisher.
  ///   - x: The seventh publisher.
  ///   - w: The eighth publisher.
  /// - Returns: A publisher of what all eight deliver.
  @inlinable
  public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
    with z: Z, _ y: Y, _ x: X, _ w: W
  ) -> Publishers.Merge8<A, B, C, D, Z, Y, X, W>
  where
    Z.Output == Output, Y.Output == Output, X.Output == Output, W.Output == Output,
    Z.Failure == Failure, Y.Failure == Failure, X.Failure == Failure, W.Failure == Failure
  {
    Publishers.Merge8(a, b, c, d, z, y, x, w)
  }
}
