public import StreamCore

/// What comes out of a policy: an element, the end, or both, for downstream; and what is to be let go of.
@frozen
@usableFromInline
struct Emission<Output, Failure: Error> {
  @usableFromInline var output: Output?
  @usableFromInline var completion: Subscribers.Completion<Failure>?

  /// Makes the failure to end with: a closure of the client's, for the stage to call.
  @usableFromInline var makeFailure: (() -> Failure)?

  /// An element that nobody gets. It is here so that it is released after the lock.
  @usableFromInline var dropped: Output?

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

  @inlinable static var nothing: Emission { Emission() }

  @inlinable var endsStream: Bool { completion != nil || makeFailure != nil }

  /// How the stream ends, if it does.
  @inlinable var end: Subscribers.Completion<Failure>? { makeFailure.map { .failure($0()) } ?? completion }
}
