public import StreamCore

// A merge that is merged with more publishers is one flat merge of them all. Combine declares these methods too: they
// are not disfavoured.

extension Publishers.Merge4 {
  /// Like ``Publisher/merge(with:)->Publishers.Merge<Self,P>``, fused with this stage into one `Publishers.Merge5`.
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

  /// Like ``Publisher/merge(with:_:)``, fused with this stage into one `Publishers.Merge6`.
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

  /// Like ``Publisher/merge(with:_:_:)``, fused with this stage into one `Publishers.Merge7`.
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

  /// Like ``Publisher/merge(with:_:_:_:)``, fused with this stage into one `Publishers.Merge8`.
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

extension Publishers.Merge5 {
  /// Like ``Publisher/merge(with:)->Publishers.Merge<Self,P>``, fused with this stage into one `Publishers.Merge6`.
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

  /// Like ``Publisher/merge(with:_:)``, fused with this stage into one `Publishers.Merge7`.
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

  /// Like ``Publisher/merge(with:_:_:)``, fused with this stage into one `Publishers.Merge8`.
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

extension Publishers.Merge6 {
  /// Like ``Publisher/merge(with:)->Publishers.Merge<Self,P>``, fused with this stage into one `Publishers.Merge7`.
  @inlinable
  public func merge<P: Publisher>(
    with other: P
  ) -> Publishers.Merge7<A, B, C, D, E, F, P>
  where
    P.Output == Output,
    P.Failure == Failure
  {
    Publishers.Merge7(a, b, c, d, e, f, other)
  }

  /// Like ``Publisher/merge(with:_:)``, fused with this stage into one `Publishers.Merge8`.
  @inlinable
  public func merge<Z: Publisher, Y: Publisher>(
    with z: Z, _ y: Y
  ) -> Publishers.Merge8<A, B, C, D, E, F, Z, Y>
  where
    Z.Output == Output, Y.Output == Output,
    Z.Failure == Failure, Y.Failure == Failure
  {
    Publishers.Merge8(a, b, c, d, e, f, z, y)
  }
}

extension Publishers.Merge7 {
  /// Like ``Publisher/merge(with:)->Publishers.Merge<Self,P>``, fused with this stage into one `Publishers.Merge8`.
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
