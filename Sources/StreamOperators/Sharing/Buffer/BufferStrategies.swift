public import StreamCore

extension Publishers {
  /// How a buffer asks upstream for elements.
  public enum PrefetchStrategy: Equatable, Hashable, Sendable {
    /// Asks for as many elements as the buffer holds, then for one more for each that it has delivered.
    case keepFull

    /// Asks for everything at once.
    case byRequest
  }

  /// What a buffer does with an element for which there is no room.
  public enum BufferingStrategy<Failure: Error>: Sendable {
    /// Drops the new element.
    case dropNewest

    /// Drops the oldest element in the buffer.
    case dropOldest

    /// Cancels upstream, delivers what is in the buffer, then fails with the error that the closure makes.
    @preconcurrency case customError(@Sendable () -> Failure)
  }
}
