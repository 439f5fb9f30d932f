internal import StreamCore
internal import StreamParts

/// Asks an upstream for no more than the slowest subscriber has room for.
final class UpstreamPace: Sendable {
  private let rooms: BranchRooms
  private let prefetch: Int
  private let state = Locked(State())

  private struct State {
    var upstream: (any Subscription)?

    /// What has been requested, and has not been offered to all.
    var requested = 0
  }

  /// - Parameters:
  ///   - rooms: The rooms of the subscribers.
  ///   - prefetch: How much may be outstanding, at least 1.
  init(_ rooms: BranchRooms, prefetch: Int) {
    (self.rooms, self.prefetch) = (rooms, prefetch)
  }

  deinit {
    state.value.upstream?.cancel()
  }

  func begin(_ upstream: any Subscription) {
    let former = state.exchange(State(upstream: upstream))
    withExtendedLifetime(former) {}
    useRoom()
  }

  /// - Returns: The upstream, which has no receiver any more.
  func end() -> (any Subscription)? { state.exchange(State()).upstream }

  /// An element has been offered to all.
  func noteArrival() {
    state.withLock { $0.requested = max($0.requested - 1, 0) }
    useRoom()
  }

  func useRoom() {
    let request: (upstream: any Subscription, count: Int)? = state.withLock { state in
      guard let upstream = state.upstream, state.requested < prefetch, !rooms.isEmpty else { return nil }
      let count = min(rooms.measure(above: state.requested).room, prefetch) - state.requested
      guard count > 0 else { return nil }
      state.requested += count
      return (upstream, count)
    }
    if let request { request.upstream.request(.max(request.count)) }
  }
}
