public import StreamCore

extension Publishers {
  /// How a buffer requests elements from upstream.
  public enum PrefetchStrategy: Equatable, Hashable, Sendable {
    /// Requests as many elements as the buffer has room for, and one more for each that is delivered.
    case keepFull

    /// Requests unlimited demand from the start.
    case byRequest
  }

  /// What a full buffer does with an element.
  public enum BufferingStrategy<Failure: Error>: Sendable {
    /// Drops the new element.
    case dropNewest

    /// Drops the oldest buffered element.
    case dropOldest

    /// Cancels upstream, delivers the buffered elements, then fails with the error that the closure returns.
    @preconcurrency case customError(@Sendable () -> Failure)
  }
}
