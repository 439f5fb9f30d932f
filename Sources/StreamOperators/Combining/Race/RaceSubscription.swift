public import StreamCore
public import StreamParts

/// The subscription of `race`: it asks all racers for downstream's demand until one of them signals, and then that one alone.
///
/// The winner's signals need no lock: they are serial, and no other racer's are passed on. So nothing is queued, and a value
/// costs the reading of one word. It retains the subscriptions of the racers until the stream ends, but not downstream
/// (rule 7).
@usableFromInline
final class RaceSubscription: StageSubscription, Sendable {
  @usableFromInline let state: MirroredState<State>

  /// - Parameter count: The number of racers.
  @usableFromInline
  init(of count: Int) {
    state = MirroredState(State(racers: .init(repeating: .awaitingSubscription, count: count)))
  }

  @usableFromInline var description: String { "Race" }

  // MARK: Racers

  /// Whether no racer has won, and downstream has not cancelled: racers that have not been subscribed to can still win.
  @inlinable var isOpen: Bool { state.mirror == State.open }

  /// Takes the subscription of a racer, and requests the demand recorded so far; cancels it if the race is over, or if it is
  /// a second one (rule 1).
  @usableFromInline
  func attach(_ subscription: any Subscription, of racer: Int) {
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
  func takesValue(of racer: Int) -> Bool {
    state.mirror == UInt(racer) || wins(racer, by: .value)
  }

  /// - Returns: Whether the completion of a racer may be passed on; if so, the stream has ended.
  @usableFromInline
  func takesCompletion(of racer: Int) -> Bool {
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
    let losers: [SubscriptionObject]? = state.change { state in
      // A value that was not asked for breaks the contract, and wins nothing.
      guard
        state.winner == nil, !state.isEnded, state.racers[racer].isActive,
        signal == .completion || state.demand != .none
      else { return nil }
      state.winner = racer
      return state.racers.indices.compactMap { $0 == racer ? nil : state.racers[$0].terminate() }
    }
    guard let losers else { return false }
    for loser in losers { loser.cancel() }
    // Downstream may have cancelled from inside the cancel of a loser, which is a client's code.
    return state.mirror == UInt(racer)
  }

  // MARK: Downstream

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
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
  func cancel() {
    let ended: [SubscriptionObject] = state.change { state in
      state.isEnded = true
      return state.racers.indices.compactMap { state.racers[$0].terminate() }
    }
    for racer in ended { racer.cancel() }
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["upstreams": state.racers, "winner": state.winner as Any, "demand": state.demand]
  }
}

extension RaceSubscription {
  @usableFromInline
  struct State: MirroredByWord {
    @usableFromInline var racers: ContiguousArray<UpstreamState>
    @usableFromInline var winner: Int?
    @usableFromInline var isEnded = false

    /// What downstream has requested before there was a winner.
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
