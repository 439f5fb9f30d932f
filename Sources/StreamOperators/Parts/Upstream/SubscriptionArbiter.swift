public import StreamCore

/// The subscription of a stage that replaces its upstream while downstream stays: it carries what downstream still wants
/// over to the next upstream.
///
/// Upstreams are numbered by epochs. Signals of the present epoch alone count, so that an upstream which sends after its end is
/// ignored.
@usableFromInline
package final class SubscriptionArbiter: StageSubscription, Sendable {
  @usableFromInline package let description: String

  @usableFromInline let state = MirroredState(State())

  @usableFromInline
  package init(_ description: String) {
    self.description = description
  }

  /// Makes `subscription` the upstream of an epoch, and asks it for what is outstanding; cancels it if it comes too late,
  /// or is one too many.
  ///
  /// - Parameters:
  ///   - subscription: The upstream's subscription.
  ///   - epoch: The number of the upstream.
  ///   - takesDemand: Whether what downstream asks for is for this upstream, or waits for the next.
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
    if outstanding != .none { subscription.request(outstanding) }
    return true
  }

  /// Whether the stream has ended, or downstream has cancelled.
  @usableFromInline package var isTerminated: Bool { state.value.isTerminated }

  /// Says that a value of an epoch is about to go downstream.
  ///
  /// - Returns: Whether it may: values past the end of the epoch, or past what was asked for, may not.
  @inlinable
  package func takeOne(epoch: Int) -> Bool {
    state.mirror == UInt(bitPattern: epoch) || takeOneCounted(epoch: epoch)
  }

  @usableFromInline
  func takeOneCounted(epoch: Int) -> Bool {
    state.withLock { state in
      guard state.epoch == epoch, state.upstream != nil, state.demand != .none else { return false }
      state.demand -= 1
      return true
    }
  }

  /// Adds what `receive(_:)` of downstream returned. It goes on to upstream as a returned value.
  @inlinable
  package func add(_ demand: Subscribers.Demand) -> Subscribers.Demand {
    if demand != .none { _ = record(demand) }
    return demand
  }

  /// Ends an epoch that has begun, so that what is asked meanwhile waits for the next.
  ///
  /// - Returns: The number of the next epoch; `nil` if it was not this one's epoch.
  @usableFromInline
  package func endEpoch(_ epoch: Int) -> Int? {
    let ended: SubscriptionObject? = state.change { state in
      guard state.epoch == epoch, let upstream = state.upstream.take() else { return nil }
      state.epoch += 1
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

  /// In one step, so that a demand goes to an upstream either through `attach` or through here, never both.
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
