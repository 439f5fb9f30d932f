public import StreamCore
public import StreamParts

extension BufferInner {
  /// The buffer of Combine's `buffer`, whose signature has no place for a site.
  @usableFromInline
  init(
    _ downstream: Downstream, size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Downstream.Failure>
  ) {
    let (overflow, makeFailure): (Policy.Overflow, (@Sendable () -> Downstream.Failure)?) =
      switch whenFull {
      case .dropNewest: (.dropsNewest, nil)
      case .dropOldest: (.dropsOldest, nil)
      case .customError(let make): (.fails, make)
      }
    self.init(
      "Buffer", Policy(size: size, overflow: overflow, keepsFull: prefetch == .keepFull), makeFailure: makeFailure,
      dropReason: prefetch == .keepFull ? .beyondDemand : .overflow, site: nil, to: downstream)
  }
}
