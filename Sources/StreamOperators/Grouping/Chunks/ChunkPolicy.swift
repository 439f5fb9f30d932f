public import StreamCore
public import StreamParts

/// The rules of the operators that cut one stream into chunks: elements are requested one at a time while downstream
/// waits for a chunk, so that nothing is drawn ahead but the element that opens the next one.
@usableFromInline
struct ChunkPolicy<Element, Failure: Error>: SingleUpstreamPolicy {
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether an element has been requested that has not come, or has been replaced by the request for another.
  @usableFromInline var isAsked = false

  @inlinable
  init() {}

  @inlinable var isOuterActive: Bool { upstream.isActive }

  // A chunk beyond the demand is made of elements that nobody has requested.
  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    demand > count ? .append : .drop
  }

  @inlinable
  mutating func requested(
    _ more: Subscribers.Demand, total: Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {
    guard upstream.isActive, !isAsked else { return }
    isAsked = true
    requests.ask(.one(UpstreamKey()), for: .max(1))
  }

  @inlinable
  mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand, total: Subscribers.Demand, caller: UpstreamKey?,
    returned: inout Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {
    isAsked = total != .none
    guard isAsked else { return }
    if caller == nil { requests.ask(.one(origin), for: .max(1)) } else { returned += 1 }
  }
}
