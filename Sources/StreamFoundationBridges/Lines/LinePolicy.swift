public import StreamCore
public import StreamParts

/// The rules of `lines`: a piece is requested when downstream has requested a line and none is queued. At most one
/// piece and an incomplete line are held.
@frozen
@usableFromInline
struct LinePolicy: SingleUpstreamPolicy {
  @usableFromInline typealias Element = ArraySlice<UInt8>
  @usableFromInline typealias Failure = any Error

  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether a piece has been requested and has not arrived.
  @usableFromInline var isAwaitingPiece = false

  @inlinable
  init() {}

  @usableFromInline static var keepsReadyOnFailure: Bool { true }

  @inlinable var isOuterActive: Bool { upstream.isActive }

  @inlinable
  mutating func received(from origin: UpstreamKey) {
    isAwaitingPiece = false
  }

  // When upstream completes, the stage passes on the completion with the last lines, and the delivery sends it after
  // them.
  @inlinable var isOver: Bool { false }

  @inlinable
  mutating func requested(
    _ more: Subscribers.Demand, total: Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {}

  @inlinable
  mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand, total: Subscribers.Demand, caller: UpstreamKey?,
    returned: inout Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {}

  @inlinable
  mutating func drained(total: Subscribers.Demand, _ requests: inout UpstreamRequests) {
    guard total != .none, !isAwaitingPiece else { return }
    isAwaitingPiece = true
    requests.ask(.one(UpstreamKey()), for: .max(1))
  }
}
