public import Synchronization

/// The subscription of a stage that replaces its upstream while downstream stays: it carries what downstream still wants
/// over to the next upstream.
@usableFromInline
package final class SwitchingSubscription: Subscription, SubscriptionDescription, Sendable {
  @usableFromInline package let description: String

  @usableFromInline let state = Locked(State())

  /// Follows `state`, so that the value path of an unbounded downstream needs no lock.
  @usableFromInline let mode = Atomic(Mode.counting)

  @usableFromInline
  package init(_ description: String) {
    self.description = description
  }

  /// Makes `subscription` the upstream, and asks it for what is outstanding. Once cancelled, cancels it instead.
  @usableFromInline
  package func attach(_ subscription: any Subscription) {
    let outstanding: Subscribers.Demand? = state.withLock { state in
      guard !state.isTerminated else { return nil }
      state.upstream = subscription
      return state.demand
    }
    guard let outstanding else { return subscription.cancel() }
    if outstanding != .none { subscription.request(outstanding) }
  }

  /// Says that a value is about to go downstream.
  ///
  /// - Returns: Whether it may: values past the end, or past what was asked for, may not.
  @inlinable
  package func spendOne() -> Bool {
    switch mode.load(ordering: .acquiring) {
    case .unlimited: true
    case .terminated: false
    case .counting:
      state.withLock { state in
        guard !state.isTerminated, state.demand != .none else { return false }
        state.demand -= 1
        return true
      }
    }
  }

  /// Adds what `receive(_:)` of downstream returned, which goes on to upstream as a returned value too.
  @inlinable
  package func add(_ demand: Subscribers.Demand) -> Subscribers.Demand {
    if demand != .none { _ = record(demand) }
    return demand
  }

  /// Lets go of an upstream that has ended, so that what is asked meanwhile waits for the next.
  @usableFromInline
  package func detach() {
    let ended = state.withLock { $0.upstream.take() }
    _ = ended
  }

  /// Ends the stream.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline
  package func terminate() -> Bool {
    let (isFirst, upstream) = state.withLock { $0.terminate(mode) }
    _ = upstream
    return isFirst
  }

  @usableFromInline package var isTerminated: Bool { mode.load(ordering: .acquiring) == .terminated }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    record(demand)?.request(demand)
  }

  @usableFromInline
  package func cancel() {
    state.withLock { $0.terminate(mode) }.upstream?.cancel()
  }

  /// In one step, so that a demand goes to an upstream either through `attach` or through here, never both.
  @usableFromInline
  func record(_ demand: Subscribers.Demand) -> (any Subscription)? {
    state.withLock { state in
      guard !state.isTerminated else { return nil }
      state.demand += demand
      if state.demand == .unlimited { mode.store(.unlimited, ordering: .releasing) }
      return state.upstream
    }
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["upstream": state.upstream as Any, "demand": state.demand]
  }
}

extension SwitchingSubscription {
  @usableFromInline
  enum Mode: UInt8, AtomicRepresentable, Sendable {
    case counting, unlimited, terminated
  }

  @usableFromInline
  struct State {
    @usableFromInline var upstream: (any Subscription)?
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var isTerminated = false

    @usableFromInline
    init() {}

    mutating func terminate(_ mode: borrowing Atomic<Mode>) -> (isFirst: Bool, upstream: (any Subscription)?) {
      let isFirst = !isTerminated
      isTerminated = true
      mode.store(.terminated, ordering: .releasing)
      return (isFirst, upstream.take())
    }
  }
}
