public import StreamCore
public import StreamParts

/// The rules of the operators that cut one stream into chunks: elements are requested one at a time while downstream
/// waits for a chunk, so that nothing is drawn ahead but the element that opens the next one.
@usableFromInline
struct ChunkPolicy<Element, Failure: Error>: SingleUpstreamPolicy, BoundedPolicy {
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether an element has been requested that has not come, or has been replaced by the request for another.
  @usableFromInline var isAsked = false

  @inlinable
  init() {}

  // A chunk beyond the demand is made of elements that nobody has requested.
  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    demand > count ? .append : .drop
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    switch event {
    case .requested where upstream.isActive && !isAsked: isAsked = true
    case .delivered where total != .none: isAsked = true
    case .delivered:
      isAsked = false
      return UpstreamRequests()
    case .requested, .completed, .drained: return UpstreamRequests()
    }
    return UpstreamRequests(.max(1), of: .outer)
  }
}
