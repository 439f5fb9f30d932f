public import StreamCore

/// The subscription of `race` and `flatMapRace`: it requests downstream's demand from all racers until one of them
/// signals, and then from that one alone. The racers of `flatMapRace` come from an outer publisher.
///
/// The winner's signals need no lock: they are serial, and no other racer's are passed on. So nothing is queued, and a
/// value costs the reading of one word. It retains the subscriptions of the racers until the stream ends, but not
/// downstream (rule 7).
@usableFromInline
package final class RaceSubscription: StageSubscription, Sendable {
  @usableFromInline let state: MirroredState<State>

  @usableFromInline package let description: String

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - count: The number of racers to begin with.
  @usableFromInline
  package init(_ description: String, of count: Int) {
    self.description = description
    state = MirroredState(State(racers: .init(repeating: .awaitingSubscription, count: count)))
  }

  // MARK: The outer publisher

  /// Takes the subscription of the outer publisher; cancels it if it is a second one (rule 1).
  ///
  /// - Returns: Whether it was taken.
  @usableFromInline
  package func attachOuter(_ subscription: any Subscription) -> Bool {
    let isTaken = state.withLock { !$0.isEnded && $0.outer.attach(subscription) }
    if !isTaken { subscription.cancel() }
    return isTaken
  }

  /// Adds a racer, if it can still win and the outer publisher is active.
  ///
  /// - Returns: Its number.
  @usableFromInline
  package func addRacer() -> Int? {
    state.withLock { state in
      guard state.winner == nil, !state.isEnded, state.outer.isActive else { return nil }
      state.racers.append(.awaitingSubscription)
      return state.racers.count - 1
    }
  }

  /// - Returns: Whether a finish of the outer publisher may be passed on, since there are no racers; if so, the stream
  ///   has ended.
  @usableFromInline
  package func outerFinished() -> Bool {
    state.change { state in
      guard state.winner == nil, !state.isEnded, state.outer.terminate() != nil else { return false }
      state.isEnded = state.racers.isEmpty
      return state.isEnded
    }
  }

  /// Cancels the racers, since the outer publisher has failed.
  ///
  /// - Returns: Whether the failure may be passed on: not if a racer has won.
  @usableFromInline
  package func outerFailed() -> Bool {
    let ended: [SubscriptionObject]? = state.change { state in
      guard state.winner == nil, !state.isEnded, state.outer.terminate() != nil else { return nil }
      state.isEnded = true
      return state.racers.indices.compactMap { state.racers[$0].terminate() }
    }
    guard let ended else { return false }
    for racer in ended { racer.cancel() }
    return true
  }

  // MARK: Racers

  /// Whether no racer has won, and downstream has not cancelled: racers that have not been subscribed to can still win.
  @inlinable package var isOpen: Bool { state.mirror == State.open }

  /// Takes the subscription of a racer, and requests the demand recorded so far; cancels it if the race is over, or if
  /// it is a second one (rule 1).
  @usableFromInline
  package func attach(_ subscription: any Subscription, of racer: Int) {
    let demand: Subscribers.Demand? = state.withLock { state in
      guard state.winner == nil, !state.isEnded, state.racers[racer].attach(subscription) else { return nil }
      return state.demand
    }
    guard let demand else { return subscription.cancel() }
    if demand != .none { subscription.request(demand) }
  }

  /// - Returns: Whether a value of a racer may be passed on: it has won, or wins by this value and the others have been
  ///   cancelled.
  @inlinable @inline(__always)
  package func takesValue(of racer: Int) -> Bool {
    state.mirror == UInt(racer) || wins(racer, by: .value)
  }

  /// - Returns: Whether the completion of a racer may be passed on; if so, the stream has ended.
  @usableFromInline
  package func takesCompletion(of racer: Int) -> Bool {
    guard state.mirror == UInt(racer) || wins(racer, by: .completion) else { return false }
    let ended: SubscriptionObject? = state.change { state in
      guard !state.isEnded, let ended = state.racers[racer].terminate() else { return nil }
      state.isEnded = true
      return ended
    }
    return ended != nil
  }

  @usableFromInline
  enum Winning {
    case value, completion
  }

  @usableFromInline
  func wins(_ racer: Int, by signal: Winning) -> Bool {
    var isBeyondDemand = false
    let losers: [SubscriptionObject]? = state.change { state in
      guard state.winner == nil, !state.isEnded, state.racers[racer].isActive else { return nil }
      // A value that was not requested breaks the contract, and does not win the race.
      guard signal == .completion || state.demand != .none else {
        isBeyondDemand = true
        return nil
      }
      state.winner = racer
      return [state.outer.terminate()].compactMap { $0 }
        + state.racers.indices.compactMap { $0 == racer ? nil : state.racers[$0].terminate() }
    }
    guard let losers else {
      if isBeyondDemand { DropHook.reportBeyondDemand(description) }
      return false
    }
    for loser in losers { loser.cancel() }
    // Downstream may have cancelled from inside the cancel of a loser, which is a client's code.
    return state.mirror == UInt(racer)
  }

  // MARK: Downstream

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    // Recorded and looked up in one locked step, so that a demand reaches a racer either from here or from `attach`.
    let (winner, racers): (SubscriptionObject?, [SubscriptionObject]) = state.withLock { state in
      if let winner = state.winner { return (state.racers[winner].subscription, []) }
      state.demand += demand
      return (nil, state.racers.compactMap(\.subscription))
    }
    winner?.request(demand)
    for racer in racers { racer.request(demand) }
  }

  @usableFromInline
  package func cancel() {
    let ended: [SubscriptionObject] = state.change { state in
      state.isEnded = true
      return [state.outer.terminate()].compactMap { $0 }
        + state.racers.indices.compactMap { state.racers[$0].terminate() }
    }
    for upstream in ended { upstream.cancel() }
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["outer": state.outer, "upstreams": state.racers, "winner": state.winner as Any, "demand": state.demand]
  }
}

extension RaceSubscription {
  @usableFromInline
  struct State: MirroredByWord {
    /// Without one, it never sends a subscription.
    @usableFromInline var outer = UpstreamState.awaitingSubscription
    @usableFromInline var racers: ContiguousArray<UpstreamState>
    @usableFromInline var winner: Int?
    @usableFromInline var isEnded = false

    /// The demand of downstream from before there was a winner.
    @usableFromInline var demand = Subscribers.Demand.none

    @usableFromInline
    init(racers: ContiguousArray<UpstreamState>) {
      self.racers = racers
    }

    /// The winner, while its values are passed on.
    @usableFromInline var mirror: UInt {
      isEnded ? Self.ended : winner.map { UInt($0) } ?? Self.open
    }

    @inlinable static var open: UInt { .max }
    @inlinable static var ended: UInt { .max - 1 }
  }
}
