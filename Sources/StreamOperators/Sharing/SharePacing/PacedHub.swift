public import StreamCore
public import StreamParts

/// The subject of one run of a paced upstream. All its subscribers have queues of one size. With `.slowest`, it asks
/// upstream for no more than the slowest subscriber has room for.
@usableFromInline
final class PacedHub<Output, Failure: Error>: Subject, ReleasingPublisher {
  @usableFromInline let hub: BroadcastHub<Output, Failure>
  @usableFromInline let policy: BufferPolicy<Output, Failure>
  @usableFromInline let whenFull: StreamOverflowPolicy<Failure>
  private let pace: UpstreamPace?

  init(pacing: StreamSharePacing<Failure>, site: StreamSite) {
    switch pacing {
    case .slowest(let prefetch):
      // With a prefetch of zero, a late subscriber still keeps the one element that was requested before it subscribed.
      let size = max(prefetch, 1)
      policy = BufferPolicy(size: size, overflow: .dropsNewest, keepsFull: true, passesDemand: prefetch == 0)
      let rooms = BranchRooms()
      let pace = UpstreamPace(rooms, prefetch: size)
      (whenFull, self.pace) = (.suspend, pace)
      hub = BroadcastHub("PacedShare", site: site, rooms: rooms, onRoom: pace.useRoom)
    case .each(let bufferSize, let whenFull):
      (policy, self.whenFull, pace) = (.branch(bufferSize, whenFull), whenFull, nil)
      hub = BroadcastHub("PacedShare", site: site)
    }
  }

  @usableFromInline
  func send(_ value: Output) {
    hub.broadcaster.send(value)
    // Queued behind the value, which another thread may deliver.
    if let pace { hub.broadcaster.perform(pace.noteArrival) }
  }

  @usableFromInline
  func send(completion: Subscribers.Completion<Failure>) {
    let upstream = pace?.end()
    hub.send(completion: completion)
    upstream?.cancel()
  }

  @usableFromInline
  func send(subscription: any Subscription) {
    if let pace { pace.begin(subscription) } else { hub.broadcaster.send(subscription: subscription) }
  }

  @inlinable
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.subscribe(subscriber, policy, whenFull: whenFull, owner: self)
  }
}

// Values cross to the drain thread, and to subscribers of other threads, under locks.
extension PacedHub: @unchecked Sendable where Output: Sendable {}
