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

  // When upstream completes, the stage passes on the completion with the last lines, and the delivery sends it after
  // them.
  @inlinable var isOver: Bool { false }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    guard case .drained = event, total != .none, !isAwaitingPiece else { return UpstreamRequests() }
    isAwaitingPiece = true
    return UpstreamRequests(.max(1), of: .outer)
  }
}
