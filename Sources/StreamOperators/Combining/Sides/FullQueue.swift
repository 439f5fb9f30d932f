public import StreamCore
public import StreamParts

/// What happened to an element that a policy holds.
@usableFromInline
enum HoldOutcome: Equatable {
  case held

  /// It is skipped by design, and one more must be requested.
  case leftOut

  /// The queue has dropped it, or an older one.
  case dropped

  /// The queue has no room, and the stream must fail.
  case overflow

  /// The stream has ended.
  case ignored
}

extension Queue {
  /// Moves the element out of `element` into a bounded queue. If an older element is dropped to make room, it is left
  /// in `element`, to be released outside the lock.
  @inlinable
  mutating func append(_ element: inout Element?, bound: Int, _ whenFull: WhenFull) -> HoldOutcome {
    guard count < bound else { return exchange(&element, bound: bound, whenFull) }
    if let new = element.take() { append(new) }
    return .held
  }

  @inlinable
  mutating func exchange(_ element: inout Element?, bound: Int, _ whenFull: WhenFull) -> HoldOutcome {
    switch whenFull {
    case .suspends, .dropsNewest: return .dropped
    case .fails: return .overflow
    case .dropsOldest:
      guard bound > 0, let new = element.take() else { return .dropped }
      element = popFirst()
      append(new)
      return .dropped
    }
  }
}

/// The report or the failure that follows, outside the lock, when a queue has no room.
@usableFromInline
struct FullQueue<Failure: Error>: Sendable {
  @usableFromInline let name: StageName
  @usableFromInline let reason: DropReport.Reason
  @usableFromInline let site: StreamSite

  /// Makes the failure, if a full queue fails.
  @usableFromInline let makeFailure: (@Sendable () -> Failure)?

  /// - Parameters:
  ///   - name: The name of the operator.
  ///   - policy: What a full queue does; `nil` without a queue, where elements that were not requested are dropped.
  ///   - site: The operator's source location.
  @inlinable
  init(_ name: StageName, _ policy: StreamOverflowPolicy<Failure>?, site: StreamSite) {
    (self.name, self.site) = (name, site)
    (reason, makeFailure) = (policy?.dropReason ?? .beyondDemand, policy?.makeFailure)
  }

  @usableFromInline
  func reportDrop() {
    DropHook.report(DropReport(operatorName: "\(name)", reason: reason, site: site))
  }
}
