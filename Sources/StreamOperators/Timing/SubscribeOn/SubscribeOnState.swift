internal import StreamCore

/// What a subscription that is dealt with on a scheduler knows. Pure: no lock, no call to anybody.
struct SubscribeOnState {
  /// Who deals with upstream. There is never more than one, which is what keeps the order.
  enum Work {
    /// A block that the scheduler has, or will get at once.
    case scheduled
    /// A block that runs on a thread.
    case running(thread: UInt)
    /// Nobody, for there is nothing to do.
    case idle
  }

  var work = Work.scheduled
  var upstream = UpstreamState.awaitingSubscription

  /// Subscribes to upstream; until that is begun.
  var subscribe: (() -> Void)?

  /// What downstream has asked for and upstream not been asked for.
  var demand = Subscribers.Demand.none

  var isCancelled = false

  /// Says that a block runs.
  ///
  /// - Returns: What subscribes to upstream, the first time.
  mutating func begin(on thread: UInt) -> (() -> Void)? {
    work = .running(thread: thread)
    return subscribe.take()
  }

  /// What the block is to ask of upstream; `nil` if it has done all there is to do.
  mutating func nextRequest() -> (upstream: any Subscription, demand: Subscribers.Demand)? {
    guard !isCancelled, demand != .none, let subscription = upstream.subscription else {
      work = .idle
      return nil
    }
    defer { demand = .none }
    return (subscription, demand)
  }

  /// What upstream is to be asked for as its subscription comes, if that comes to the block which subscribes: what begins to
  /// deliver in the same step must not do so to a downstream whose demand still waits here.
  mutating func requestAtAttachment(on thread: UInt) -> Subscribers.Demand? {
    guard case .running(thread) = work, demand != .none else { return nil }
    defer { demand = .none }
    return demand
  }

  /// - Returns: Whether a block is to be scheduled, to ask upstream.
  mutating func mustScheduleRequest() -> Bool {
    guard case .idle = work, !isCancelled, demand != .none, upstream.subscription != nil else { return false }
    work = .scheduled
    return true
  }

  /// Ends the stream, for upstream has.
  ///
  /// - Returns: The subscription, to be let go of; `nil` if the stream had ended before.
  mutating func terminate() -> (any Subscription)? {
    isCancelled ? nil : upstream.terminate()
  }

  /// Ends the stream, for downstream wants no more.
  ///
  /// - Returns: What would have subscribed, to be let go of; and whether upstream is to be cancelled.
  mutating func cancel() -> (subscribe: (() -> Void)?, isToCancelUpstream: Bool) {
    guard !isCancelled else { return (nil, false) }
    isCancelled = true
    return (subscribe.take(), upstream.subscription != nil)
  }

  /// - Returns: The subscription to cancel, if downstream has cancelled and `thread` is where that is to be done now.
  mutating func takeCancelled(on thread: UInt) -> (any Subscription)? {
    guard isCancelled, case .running(thread) = work else { return nil }
    return upstream.terminate()
  }
}
