public import Synchronization

/// The subscription of a stage that replaces its upstream while downstream stays: it carries what downstream still wants
/// over to the next upstream.
///
/// Upstreams are numbered by turns. Only signals of the upstream whose turn it is count, so that one which goes on after
/// its end is ignored.
@usableFromInline
package final class SwitchingSubscription: StageSubscription, Sendable {
  @usableFromInline package let description: String

  @usableFromInline let state = Locked(State())

  /// Follows `state`, so that the value path of an unbounded downstream needs no lock: the turn whose values may pass
  /// uncounted, or `counted`.
  @usableFromInline let uncountedTurn = SharedWord(counted)

  @usableFromInline static var counted: Int { -1 }

  @usableFromInline
  package init(_ description: String) {
    self.description = description
  }

  /// Makes `subscription` the upstream of a turn, and asks it for what is outstanding; cancels it if it comes too late,
  /// or is one too many.
  ///
  /// - Parameters:
  ///   - subscription: The upstream's subscription.
  ///   - turn: The number of the upstream.
  ///   - takesDemand: Whether what downstream asks for is for this upstream, or waits for the next.
  /// - Returns: Whether it was taken.
  @discardableResult
  @usableFromInline
  package func attach(_ subscription: any Subscription, turn: Int, takesDemand: Bool = true) -> Bool {
    let outstanding: Subscribers.Demand? = state.withLock { state in
      guard state.turn == turn, state.upstream == nil, !state.isTerminated else { return nil }
      state.upstream = object(of: subscription)
      state.takesDemand = takesDemand
      uncountedTurn.store(state.demand == .unlimited ? turn : Self.counted, ordering: .releasing)
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

  /// Says that a value of a turn is about to go downstream.
  ///
  /// - Returns: Whether it may: values past the end of the turn, or past what was asked for, may not.
  @inlinable
  package func spendOne(turn: Int) -> Bool {
    uncountedTurn.load(ordering: .acquiring) == turn || spendOneCounted(turn: turn)
  }

  @usableFromInline
  func spendOneCounted(turn: Int) -> Bool {
    state.withLock { state in
      guard state.turn == turn, state.upstream != nil, state.demand != .none else { return false }
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

  /// Ends a turn that has begun, so that what is asked meanwhile waits for the next.
  ///
  /// - Returns: The number of the next turn; `nil` if it was not this one's turn.
  @usableFromInline
  package func endTurn(_ turn: Int) -> Int? {
    let ended: SubscriptionObject? = state.withLock { state in
      guard state.turn == turn, let upstream = state.upstream.take() else { return nil }
      state.turn += 1
      uncountedTurn.store(Self.counted, ordering: .releasing)
      return upstream
    }
    return ended.map { _ in turn + 1 }
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
    state.withLock { state in
      defer { state.isTerminated = true }
      uncountedTurn.store(Self.counted, ordering: .releasing)
      return (!state.isTerminated, state.upstream.take())
    }
  }

  /// In one step, so that a demand goes to an upstream either through `attach` or through here, never both.
  @usableFromInline
  func record(_ demand: Subscribers.Demand) -> SubscriptionObject? {
    state.withLock { state in
      guard !state.isTerminated else { return nil }
      state.demand += demand
      if state.demand == .unlimited, state.upstream != nil { uncountedTurn.store(state.turn, ordering: .releasing) }
      return state.takesDemand ? state.upstream : nil
    }
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["upstream": state.upstream as Any, "demand": state.demand]
  }
}

extension SwitchingSubscription {
  @usableFromInline
  struct State {
    @usableFromInline var turn = 0
    @usableFromInline var upstream: SubscriptionObject?
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var takesDemand = true
    @usableFromInline var isTerminated = false

    @usableFromInline
    init() {}
  }
}
