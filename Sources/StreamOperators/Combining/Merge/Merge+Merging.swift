public import StreamCore

// A merge that is merged is one merge, of all the publishers.

extension Publishers.Merge {
  /// Republishes the elements of one more publisher too, as they arrive.
  ///
  ///     a             --1-------|
  ///     b             ----2-----|
  ///     other         ------3---|
  ///     downstream    --1-2-3---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of what all three deliver.
  @inlinable
  public func merge<P: Publisher>(
    with other: P
  ) -> Publishers.Merge3<A, B, P>
  where
    P.Output == Output,
    P.Failure == Failure
  {
    Publishers.Merge3(a, b, other)
  }

  /// Republishes the elements of two more publishers too, as they arrive.
  ///
  ///     a             --1---------|
  ///     b             ----2-------|
  ///     z             ------3-----|
  ///     y             --------4---|
  ///     downstream    --1-2-3-4---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - z: The third publisher.
  ///   - y: The fourth publisher.
  /// - Returns: A publisher of what all four deliver.
  @inlinable
  public func merge<Z: Publisher, Y: Publisher>(
    with z: Z, _ y: Y
  ) -> Publishers.Merge4<A, B, Z, Y>
  where
    Z.Output == Output, Y.Output == Output,
    Z.Failure == Failure, Y.Failure == Failure
  {
    Publishers.Merge4(a, b, z, y)
  }

  /// Republishes the elements of three more publishers too, as they arrive.
  ///
  ///     a             --1-----------|
  ///     b             ----2---------|
  ///     z             ------3-------|
  ///     y             --------4-----|
  ///     x             ----------5---|
  ///     downstream    --1-2-3-4-5---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - z: The third publisher.
  ///   - y: The fourth publisher.
  ///   - x: The fifth publisher.
  /// - Returns: A publisher of what all five deliver.
  @inlinable
  public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
    with z: Z, _ y: Y, _ x: X
  ) -> Publishers.Merge5<A, B, Z, Y, X>
  where
    Z.Output == Output, Y.Output == Output, X.Output == Output,
    Z.Failure == Failure, Y.Failure == Failure, X.Failure == Failure
  {
    Publishers.Merge5(a, b, z, y, x)
  }

  /// Republishes the elements of four more publishers too, as they arrive.
  ///
  ///     a             --1-------------|
  ///     b             ----2-----------|
  ///     z             ------3---------|
  ///     y             --------4-------|
  ///     x             ----------5-----|
  ///     w             ------------6---|
  ///     downstream    --1-2-3-4-5-6---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - z: The third publisher.
  ///   - y: The fourth publisher.
  ///   - x: The fifth publisher.
  ///   - w: The sixth publisher.
  /// - Returns: A publisher of what all six deliver.
  @inlinable
  public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
    with z: Z, _ y: Y, _ x: X, _ w: W
  ) -> Publishers.Merge6<A, B, Z, Y, X, W>
  where
    Z.Output == Output, Y.Output == Output, X.Output == Output, W.Output == Output,
    Z.Failure == Failure, Y.Failure == Failure, X.Failure == Failure, W.Failure == Failure
  {
    Publishers.Merge6(a, b, z, y, x, w)
  }

  /// Republishes the elements of five more publishers too, as they arrive.
  ///
  ///     a             --1---------------|
  ///     b             ----2-------------|
  ///     z             ------3-----------|
  ///     y             --------4---------|
  ///     x             ----------5-------|
  ///     w             ------------6-----|
  ///     v             --------------7---|
  ///     downstream    --1-2-3-4-5-6-7---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - z: The third publisher.
  ///   - y: The fourth publisher.
  ///   - x: The fifth publisher.
  ///   - w: The sixth publisher.
  ///   - v: The seventh publisher.
  /// - Returns: A publisher of what all seven deliver.
  @inlinable
  public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
    with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
  ) -> Publishers.Merge7<A, B, Z, Y, X, W, V>
  where
    Z.Output == Output, Y.Output == Output, X.Output == Output, W.Output == Output, V.Output == Output,
    Z.Failure == Failure, Y.Failure == Failure, X.Failure == Failure, W.Failure == Failure, V.Failure == Failure
  {
    Publishers.Merge7(a, b, z, y, x, w, v)
  }

  /// Republishes the elements of six more publishers too, as they arrive.
  ///
  ///     a             --1-----------------|
  ///     b             ----2---------------|
  ///     z             ------3-------------|
  ///     y             --------4-----------|
  ///     x             ----------5---------|
  ///     w             ------------6-------|
  ///     v             --------------7-----|
  ///     u             ----------------8---|
  ///     downstream    --1-2-3-4-5-6-7-8---|
  ///
  /// - **Demand**: each is asked for everything if downstream has asked for everything, and else for one value at a time.
  /// - **Completion**: finishes when all have finished.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: values that arrive at the same time are delivered one after the other, by one of their threads.
  ///
  /// - Parameters:
  ///   - z: The third publisher.
  ///   - y: The fourth publisher.
  ///   - x: The fifth publisher.
  ///   - w: The sixth publisher.
  ///   - v: The seventh publisher.
  ///   - u: The eighth publisher.
  /// - Returns: A publisher of what all eight deliver.
  @inlinable
  public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher, U: Publisher>(
    with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U
  ) -> Publishers.Merge8<A, B, Z, Y, X, W, V, U>
  where
    Z.Output == Output, Y.Output == Output, X.Output == Output, W.Output == Output, V.Output == Output,
    U.Output == Output,
    Z.Failure == Failure, Y.Failure == Failure, X.Failure == Failure, W.Failure == Failure, V.Failure == Failure,
    U.Failure == Failure
  {
    Publishers.Merge8(a, b, z, y, x, w, v, u)
  }
}
