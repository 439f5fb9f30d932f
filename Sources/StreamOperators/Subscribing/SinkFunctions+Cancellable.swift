public import StreamCore

extension SinkFunctions {
  /// The cancellable of a sink that calls these functions.
  @inlinable
  func cancellable(of sink: some ConcurrentCancellable) -> AnyCancellable {
    AnyCancellable(target: target(cancelling: RepeatableCancellation(sink)))
  }
}
