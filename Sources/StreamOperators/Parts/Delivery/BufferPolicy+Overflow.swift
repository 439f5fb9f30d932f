extension BufferPolicy {
  /// - Parameters:
  ///   - size: The capacity in elements.
  ///   - whenFull: What happens to an element that exceeds the capacity, and how upstream is asked.
  @usableFromInline
  package init(size: Int, whenFull: StreamOverflowPolicy<Failure>) {
    self.init(
      size: size, overflow: Overflow(whenFull), keepsFull: whenFull.suspends && size < .max,
      passesDemand: whenFull.suspends && size == 0)
  }
}

extension BufferPolicy.Overflow {
  /// A suspending queue drops elements that a source sends without demand.
  @usableFromInline
  package init(_ whenFull: StreamOverflowPolicy<Failure>) {
    switch whenFull {
    case .suspend, .dropNewest: self = .dropsNewest
    case .dropOldest: self = .dropsOldest
    case .error: self = .fails
    }
  }
}
