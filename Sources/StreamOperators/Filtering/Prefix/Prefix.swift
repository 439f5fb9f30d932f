public import StreamCore

extension Publisher {
  /// Republishes the first elements, then finishes.
  ///
  ///     upstream      --1--2   --3--4--|
  ///     prefix(2)
  ///     downstream    --1--(2|)
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = (1...4).publisher
  ///   .prefix(2)
  ///   .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
  /// ```
  ///
  /// Use it to take a number of elements, and to cancel upstream then. If upstream delivers fewer elements, the stream
  /// ends only with upstream: a stream that may stay silent needs a `timeout`.
  ///
  /// - **Demand**: passed upstream unchanged; a length of zero requests nothing.
  /// - **Completion**: right after the last of the elements, when upstream is cancelled; immediately if the
  ///   length is zero.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter maxLength: How many elements to republish, zero or more. A negative number traps.
  /// - Returns: A publisher of the first `maxLength` elements.
  @inlinable
  public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
    requirePrefixLength(maxLength)
    return Publishers.Output(upstream: self, range: 0..<maxLength)
  }
}
