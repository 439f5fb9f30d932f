extension StreamOverflowPolicy {
  /// Makes the failure of a full queue, if the policy is to fail.
  @usableFromInline package var makeFailure: (@Sendable () -> Failure)? {
    if case .error(let make) = self { make } else { nil }
  }

  /// Why an element that exceeds the capacity is dropped.
  @usableFromInline package var dropReason: DropReport.Reason {
    suspends ? .beyondDemand : .overflow
  }

  /// Whether upstream is asked for no more than there is room for.
  @usableFromInline package var suspends: Bool {
    if case .suspend = self { true } else { false }
  }
}
