internal import StreamCore
internal import StreamParts

/// Limits the demand on upstream to what the slowest subscriber has room for.
final class UpstreamPace: Sendable {
  private let rooms: BranchRooms
  private let prefetch: Int
  private let state = Locked(State())

  private struct State {
    var upstream = UpstreamState.awaitingSubscription

    /// How many elements have been requested, and not yet offered to all subscribers.
    var requested = 0
  }

  /// - Parameters:
  ///   - rooms: Measures the queues of the subscribers.
  ///   - prefetch: How many elements may be outstanding, at least 1.
  init(_ rooms: BranchRooms, prefetch: Int) {
    (self.rooms, self.prefetch) = (rooms, prefetch)
  }

  deinit {
    end()?.cancel()
  }

  /// Takes the upstream; cancels one that comes after the end.
  func begin(_ upstream: any Subscription) {
    guard state.withLock({ $0.upstream.attach(upstream) }) else { return upstream.cancel() }
    useRoom()
  }

  /// - Returns: The upstream, to be cancelled.
  func end() -> SubscriptionObject? {
    state.withLock { state in
      defer { state.upstream = .terminated }
      return state.upstream.subscription
    }
  }

  /// Notes that an element has been offered to all subscribers.
  func noteArrival() {
    state.withLock { $0.requested = max($0.requested - 1, 0) }
    useRoom()
  }

  /// Requests as many elements as the slowest subscriber has room for.
  func useRoom() {
    let request: (upstream: SubscriptionObject, count: Int)? = state.withLock { state in
      guard let upstream = state.upstream.subscription, state.requested < prefetch, !rooms.isEmpty else { return nil }
      let count = min(rooms.measure(above: state.requested).room, prefetch) - state.requested
      guard count > 0 else { return nil }
      state.requested += count
      return (upstream, count)
    }
    if let request { request.upstream.request(.max(request.count)) }
  }
}
