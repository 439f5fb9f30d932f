public import StreamCore

/// A policy's answer to an event: an element, the completion, or both, to send downstream; and what to release.
@frozen
@usableFromInline
struct TimedAction<Output, Failure: Error> {
  @usableFromInline var output: Output?
  @usableFromInline var completion: Subscribers.Completion<Failure>?

  /// Returns the failure to end with: a client's closure, which the stage calls outside the lock.
  @usableFromInline var makeFailure: (() -> Failure)?

  /// An element that is not sent. It is returned so that it is released outside the lock.
  @usableFromInline var dropped: Output?

  /// Whether it was due, but had not been requested: that is reported.
  @usableFromInline var isBeyondDemand = false

  @inlinable
  init(
    output: Output? = nil, completion: Subscribers.Completion<Failure>? = nil, makeFailure: (() -> Failure)? = nil,
    dropped: Output? = nil
  ) {
    self.output = output
    self.completion = completion
    self.makeFailure = makeFailure
    self.dropped = dropped
  }

  @inlinable static var nothing: TimedAction { TimedAction() }

  @inlinable var endsStream: Bool { completion != nil || makeFailure != nil }

  /// The completion, if the stream ends.
  @inlinable var end: Subscribers.Completion<Failure>? { makeFailure.map { .failure($0()) } ?? completion }
}
