extension StreamOverflowPolicy {
  /// Makes the failure of a full queue, if the policy is to fail.
  @usableFromInline package var makeFailure: (@Sendable () -> Failure)? {
    if case .error(let make) = self { make } else { nil }
  }

  /// Why an element that exceeds the capacity is dropped.
  @usableFromInline package var dropReason: DropReport.Reason {
    suspends ? .beyondDemand : .overflow
  }

  /// Whether the demand on upstream is limited to the room in the queue.
  @usableFromInline package var suspends: Bool {
    if case .suspend = self { true } else { false }
  }
}
