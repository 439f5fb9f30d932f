public import StreamCore

/// The subscription of a stage that replaces its upstream while downstream stays: it requests downstream's outstanding
/// demand from the next upstream.
///
/// Upstreams are numbered by epochs. Only signals of the current epoch are accepted, so that an upstream which sends
/// after its end is ignored.
@usableFromInline
package final class SubscriptionArbiter: StageSubscription, Sendable {
  @usableFromInline package let description: String

  @usableFromInline let state = MirroredState(State())

  @usableFromInline
  package init(_ description: String) {
    self.description = description
  }

  /// Makes `subscription` the upstream of an epoch, and requests the outstanding demand from it; cancels it if the
  /// epoch is over or has an upstream.
  ///
  /// - Parameters:
  ///   - subscription: The upstream's subscription.
  ///   - epoch: The number of the upstream.
  ///   - takesDemand: Whether the demand of downstream is requested from this upstream, or kept for the next.
  /// - Returns: Whether it was taken.
  @discardableResult
  @usableFromInline
  package func attach(_ subscription: any Subscription, epoch: Int, takesDemand: Bool = true) -> Bool {
    let outstanding: Subscribers.Demand? = state.change { state in
      guard state.epoch == epoch, state.upstream == nil, !state.isTerminated else { return nil }
      state.upstream = object(of: subscription)
      state.takesDemand = takesDemand
      return takesDemand ? state.demand : Subscribers.Demand.none
    }
    guard let outstanding else {
      subscription.cancel()
      return false
    }
    // Outside the lock, so a cancel or the end of the epoch may come first: the request then reaches a subscription
    // that has ended, where it has no effect.
    if outstanding != .none { subscription.request(outstanding) }
    return true
  }

  /// Whether downstream's demand is unlimited.
  @usableFromInline package var isAskedForAll: Bool { state.withLock { $0.demand == .unlimited } }

  /// Whether the stream has ended, or downstream has cancelled.
  @usableFromInline package var isTerminated: Bool { state.value.isTerminated }

  /// Whether an upstream that delivers nothing within downstream's demand may go on: it is that of the current epoch,
  /// and the stream has not ended.
  @usableFromInline
  package func isActive(epoch: Int) -> Bool {
    state.withLock { $0.epoch == epoch && $0.upstream != nil }
  }

  /// Lets another publisher be the upstream of an epoch, whose own has not sent its subscription.
  ///
  /// - Parameters:
  ///   - epoch: The number of the upstream.
  ///   - number: How often that has been done in this epoch, to the knowledge of the one that asks.
  /// - Returns: Whether it may be: only the one that knows of all of them may ask.
  @usableFromInline
  package func replaceUpstream(epoch: Int, number: Int) -> Bool {
    state.withLock { state in
      guard state.epoch == epoch, state.upstream == nil, !state.isTerminated, state.replacements == number else {
        return false
      }
      state.replacements += 1
      return true
    }
  }

  /// Counts a value of an epoch that is about to be delivered. One beyond the outstanding demand is reported as
  /// dropped.
  ///
  /// - Returns: Whether it may be delivered: not after the end of the epoch, nor beyond the outstanding demand.
  @inlinable
  package func takeOne(epoch: Int) -> Bool {
    // The word names the epoch only while demand is unlimited: then there is nothing to count, and no lock is taken.
    state.mirror == UInt(bitPattern: epoch) || takeOneCounted(epoch: epoch)
  }

  @usableFromInline
  func takeOneCounted(epoch: Int) -> Bool {
    var isBeyondDemand = false
    let isTaken = state.withLock { state in
      guard state.epoch == epoch, state.upstream != nil else { return false }
      guard state.demand != .none else {
        isBeyondDemand = true
        return false
      }
      state.demand -= 1
      return true
    }
    if isBeyondDemand { DropHook.reportBeyondDemand(description) }
    return isTaken
  }

  /// Records the demand that downstream's `receive(_:)` returned. The stage returns it to upstream, so it is not
  /// requested here.
  @inlinable
  package func add(_ demand: Subscribers.Demand) -> Subscribers.Demand {
    if demand != .none { _ = record(demand) }
    return demand
  }

  /// Ends an epoch that has begun. Demand requested from now on is recorded, and requested from the upstream of the
  /// next epoch.
  ///
  /// - Returns: The number of the next epoch; `nil` if `epoch` is not the current one or has no upstream.
  @usableFromInline
  package func endEpoch(_ epoch: Int) -> Int? {
    let ended: SubscriptionObject? = state.change { state in
      // An epoch without an upstream cannot end: its subscription would be taken for that of the next.
      guard state.epoch == epoch, let upstream = state.upstream.take() else { return nil }
      state.epoch += 1
      state.replacements = 0
      // Returned only to be released outside the lock.
      return upstream
    }
    return ended.map { _ in epoch + 1 }
  }

  /// Ends the stream, if it has not ended.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline
  package func terminate() -> Bool {
    end().isFirst
  }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    if demand != .none { record(demand)?.request(demand) }
  }

  @usableFromInline
  package func cancel() {
    end().upstream?.cancel()
  }

  private func end() -> (isFirst: Bool, upstream: SubscriptionObject?) {
    state.change { state in
      defer { state.isTerminated = true }
      return (!state.isTerminated, state.upstream.take())
    }
  }

  /// Adds demand, and returns the upstream to request it from. Both in one locked step, so that a demand reaches an
  /// upstream either through `attach` or through this method, never through both.
  @usableFromInline
  func record(_ demand: Subscribers.Demand) -> SubscriptionObject? {
    state.change { state in
      guard !state.isTerminated else { return nil }
      state.demand += demand
      return state.takesDemand ? state.upstream : nil
    }
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["upstream": state.upstream as Any, "demand": state.demand]
  }
}

extension SubscriptionArbiter {
  @usableFromInline
  struct State: MirroredByWord {
    @usableFromInline var epoch = 0
    @usableFromInline var replacements = 0
    @usableFromInline var upstream: SubscriptionObject?
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var takesDemand = true
    @usableFromInline var isTerminated = false

    @usableFromInline
    init() {}

    /// The epoch whose values pass without being counted, since demand is unlimited; otherwise `counted`.
    @usableFromInline var mirror: UInt {
      demand == .unlimited && upstream != nil && !isTerminated ? UInt(bitPattern: epoch) : Self.counted
    }

    @usableFromInline static var counted: UInt { .max }
  }
}
