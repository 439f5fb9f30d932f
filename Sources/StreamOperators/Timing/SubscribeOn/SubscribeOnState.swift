internal import StreamCore
public import StreamParts

/// The state of a `subscribe(on:)` subscription. Pure: no lock, no outside call.
@usableFromInline
struct SubscribeOnState: MirroredByWord {
  /// The state of the block that subscribes and requests. There is at most one, which keeps the order. A cancel has a
  /// block of its own, or is done inside a request of this one.
  enum Phase {
    /// A block has been scheduled, or is about to be.
    case scheduled
    /// A block is running on a thread.
    case running(thread: UInt)
    /// There is nothing to do.
    case idle
  }

  var phase = Phase.scheduled
  var upstream = UpstreamState.awaitingSubscription

  /// Subscribes to upstream; `nil` once a block has started that.
  var subscribe: (() -> Void)?

  /// Downstream's demand not yet requested from upstream.
  var demand = Subscribers.Demand.none

  var isCancelled = false

  /// Not zero while upstream's signals are forwarded.
  @usableFromInline var mirror: UInt { upstream.isActive && !isCancelled ? 1 : 0 }

  /// Starts a block.
  ///
  /// - Returns: The closure that subscribes to upstream, the first time.
  mutating func begin(on thread: UInt) -> (() -> Void)? {
    phase = .running(thread: thread)
    return subscribe.take()
  }

  /// Returns the block's next request to upstream; `nil` when it is done.
  mutating func nextRequest() -> (upstream: any Subscription, demand: Subscribers.Demand)? {
    guard !isCancelled, demand != .none, let subscription = upstream.subscription else {
      phase = .idle
      return nil
    }
    defer { demand = .none }
    return (subscription, demand)
  }

  /// Returns the demand to request immediately on attachment, if upstream sends its subscription to the subscribing
  /// block: an upstream that starts delivering in the same call must find the demand, which must not wait for the
  /// block's loop.
  mutating func requestAtAttachment(on thread: UInt) -> Subscribers.Demand? {
    guard case .running(thread) = phase, demand != .none else { return nil }
    defer { demand = .none }
    return demand
  }

  /// - Returns: Whether a block must be scheduled to request from upstream.
  mutating func mustScheduleRequest() -> Bool {
    guard case .idle = phase, !isCancelled, demand != .none, upstream.subscription != nil else { return false }
    phase = .scheduled
    return true
  }

  /// Terminates the stream, because upstream has completed.
  ///
  /// - Returns: The subscription, to be released outside the lock; `nil` if the stream had ended before.
  mutating func terminate() -> (any Subscription)? {
    isCancelled ? nil : upstream.terminate()
  }

  /// Terminates the stream, because downstream has cancelled.
  ///
  /// - Returns: The unused subscribing closure, to be released outside the lock; and whether upstream must be
  ///   cancelled.
  mutating func cancel() -> (subscribe: (() -> Void)?, mustCancelUpstream: Bool) {
    guard !isCancelled else { return (nil, false) }
    isCancelled = true
    return (subscribe.take(), upstream.subscription != nil)
  }

  /// - Returns: The subscription to cancel, if downstream has cancelled and `thread` runs the block.
  mutating func takeCancelled(on thread: UInt) -> (any Subscription)? {
    guard isCancelled, case .running(thread) = phase else { return nil }
    return upstream.terminate()
  }
}
