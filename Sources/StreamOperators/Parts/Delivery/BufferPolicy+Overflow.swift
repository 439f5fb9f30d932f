extension BufferPolicy {
  /// - Parameters:
  ///   - size: The capacity in elements.
  ///   - whenFull: What becomes of an element that exceeds the capacity, and how upstream is asked.
  @usableFromInline
  package init(size: Int, whenFull: StreamOverflowPolicy<Failure>) {
    let (overflow, suspends): (Overflow, Bool) =
      switch whenFull {
      case .suspend: (.dropsNewest, true)
      case .dropNewest: (.dropsNewest, false)
      case .dropOldest: (.dropsOldest, false)
      case .error: (.fails, false)
      }
    self.init(
      size: size, overflow: overflow, keepsFull: suspends && size < .max, passesDemand: suspends && size == 0)
  }
}

extension StreamOverflowPolicy {
  /// Makes the failure of a full queue, if the policy is to fail.
  @usableFromInline package var makeFailure: (@Sendable () -> Failure)? {
    if case .error(let make) = self { make } else { nil }
  }

  /// Why an element that exceeds the capacity is dropped.
  @usableFromInline package var dropReason: DropReport.Reason {
    if case .suspend = self { .beyondDemand } else { .overflow }
  }
}
