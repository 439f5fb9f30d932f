public import StreamCore
public import StreamParts

/// The subject of one run of a paced upstream: a hub whose subscribers all have the same queue.
@usableFromInline
final class PacedHub<Output, Failure: Error>: Subject, ReleasingPublisher {
  @usableFromInline let hub: BroadcastHub<Output, Failure>
  @usableFromInline let size: Int
  @usableFromInline let whenFull: StreamOverflowPolicy<Failure>

  init(pacing: StreamSharePacing<Failure>, site: StreamSite) {
    let prefetch: Int?
    switch pacing {
    case .slowest(let size): (self.size, whenFull, prefetch) = (size, .suspend, size)
    case .each(let bufferSize, let whenFull): (size, self.whenFull, prefetch) = (bufferSize, whenFull, nil)
    }
    hub = BroadcastHub("PacedShare", site: site, prefetch: prefetch)
  }

  @usableFromInline
  func send(_ value: Output) {
    hub.trySend(value)
  }

  @usableFromInline
  func send(completion: Subscribers.Completion<Failure>) {
    hub.send(completion: completion)
  }

  @usableFromInline
  func send(subscription: any Subscription) {
    hub.attach(subscription)
  }

  @inlinable
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.subscribe(subscriber, size: size, whenFull: whenFull, owner: self)
  }
}

// Values cross to the drain thread, and to subscribers of other threads, under locks.
extension PacedHub: Sendable where Output: Sendable {}
