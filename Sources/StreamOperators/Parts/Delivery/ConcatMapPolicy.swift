public import StreamCore

/// The rules of `concatMap` and `asyncConcatMap`: one publisher at a time, as those of `switchToLatest`, and a bounded
/// queue of the elements whose publishers come later.
@frozen
@usableFromInline
package struct ConcatMapPolicy<Input, Element, Failure: Error>: BoundedPolicy, RunningPolicy {
  /// The maximum number of elements that wait.
  @usableFromInline let size: Int
  @usableFromInline let whenFull: WhenFull

  @usableFromInline var publishers = SwitchPolicy<Element, Failure>()
  @usableFromInline var waiting = Queue<Input>()

  /// The failure of a queue that was full, which follows the last publisher.
  @usableFromInline var failure: Failure?

  /// Whether the queue was full, and its failure is being made outside the lock.
  @usableFromInline var isMakingFailure = false

  @usableFromInline
  package init(size: Int, whenFull: WhenFull) {
    (self.size, self.whenFull) = (size, whenFull)
  }

  @inlinable
  package mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    guard let demand = publishers.attach(subscription, from: origin, demand: demand) else { return nil }
    // One element whose publisher runs, and those that wait.
    return origin == .outer && whenFull == .suspends && size < .max ? .max(size + 1) : demand
  }

  @inlinable
  package func isActive(_ origin: UpstreamKey) -> Bool { publishers.isActive(origin) }

  @inlinable
  package mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    publishers.place(readyCount: count, demand: demand)
  }

  @inlinable
  package mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    publishers.complete(origin)
  }

  @inlinable
  package mutating func startRun(of origin: UpstreamKey) -> Bool { publishers.startRun(of: origin) }

  @inlinable
  package mutating func endRun(of origin: UpstreamKey) -> Bool { publishers.endRun(of: origin) }

  @inlinable package var isOver: Bool { waiting.isEmpty && !isMakingFailure && publishers.isOver }

  @inlinable @inline(__always)
  package mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    // The place of the publisher is free, for the first element that waits, or for the next that comes.
    if case .completed(let origin) = event, origin != .outer, whenFull == .suspends {
      return UpstreamRequests(.max(1), of: .outer)
    }
    return publishers.requests(after: event, total: total)
  }

  @inlinable
  package func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    origin == .outer ? publishers.outerSubscription : publishers.subscription(of: origin)
  }

  @usableFromInline
  package mutating func end() -> EndedUpstreams {
    defer { (waiting, isMakingFailure, failure) = (Queue(), false, nil) }
    return EndedUpstreams(publishers.takeSubscriptions(), releasing: waiting, failure: failure)
  }
}

extension ConcatMapPolicy {
  /// What happens to an element of upstream.
  @usableFromInline
  package enum Arrival {
    /// It waits for its turn, which may have come.
    case waits

    /// It is dropped, or an older one is.
    case dropped

    /// It is dropped, and the stream fails after the elements that wait. Upstream must be cancelled.
    case overflow(SubscriptionObject?)

    /// Upstream has ended.
    case ignored
  }

  /// Takes an element of upstream. `replaced` gets the one that it replaces, to be released outside the lock.
  @inlinable
  package mutating func take(_ input: Input, replaced: inout Input?) -> Arrival {
    guard publishers.outerSubscription != nil else { return .ignored }
    // While no publisher runs, the first of those that wait is about to begin: its place is free.
    if waiting.count < size || (publishers.isIdle && waiting.count == size) {
      waiting.append(input)
      return .waits
    }
    switch whenFull {
    case .suspends, .dropsNewest: break
    case .dropsOldest:
      if size > 0 {
        replaced = waiting.popFirst()
        waiting.append(input)
      }
    case .fails:
      isMakingFailure = true
      return .overflow(publishers.complete(.outer))
    }
    return .dropped
  }

  /// Takes the element whose turn has come, unless a publisher runs.
  ///
  /// - Returns: The element, and the epoch of its publisher.
  @inlinable
  package mutating func beginNext() -> (input: Input, epoch: Int)? {
    guard publishers.isIdle, let input = waiting.popFirst() else { return nil }
    return (input, publishers.advance())
  }

  /// Sets the failure with which the stream ends after the elements that wait.
  ///
  /// - Returns: Whether it is set: not if the stream has ended.
  @usableFromInline
  package mutating func fail(_ failure: Failure) -> Bool {
    guard isMakingFailure else { return false }
    isMakingFailure = false
    self.failure = failure
    return true
  }
}
