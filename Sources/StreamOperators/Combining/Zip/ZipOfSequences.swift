public import StreamCore

extension Publishers {
  /// Swift's `zip` of two sequences, for code in an extension of `Publishers`, where that of publishers hides it.
  @_disfavoredOverload
  @inlinable
  public static func zip<First: Swift.Sequence, Second: Swift.Sequence>(
    _ first: First, _ second: Second
  ) -> Zip2Sequence<First, Second> {
    Swift.zip(first, second)
  }
}
