public import StreamCore

extension SwitchCore {
  /// What a switch knows. Pure: no lock, no closure, no call to anybody.
  @usableFromInline
  struct State {
    @usableFromInline var outer = UpstreamState.awaitingSubscription

    /// The number of the latest publisher; zero before the first.
    @usableFromInline var turn = 0

    /// Whether the latest publisher has not sent its subscription yet.
    @usableFromInline var isAwaitingInner = false

    /// The subscription of the latest publisher, until it ends.
    @usableFromInline var inner: SubscriptionObject?

    @usableFromInline var demand = Subscribers.Demand.none

    /// What the latest publisher has sent while something else was being delivered.
    @usableFromInline var buffer = Queue<Input>()

    @usableFromInline var isDelivering = false
    @usableFromInline var isEnded = false

    /// What whoever delivers is to end with.
    @usableFromInline var completion: Subscribers.Completion<Failure>?

    @inlinable
    init() {}
  }
}

extension SwitchCore.State {
  @usableFromInline
  enum Step {
    case value(SwitchCore.Input)
    case completion(Subscribers.Completion<SwitchCore.Failure>)
    case nothing
  }

  /// What is let go of at the end.
  @usableFromInline
  struct Released {
    let upstreams: [SubscriptionObject?]
    let buffer: Queue<SwitchCore.Input>

    @usableFromInline
    func cancel() {
      for upstream in upstreams { upstream?.cancel() }
    }
  }

  /// Makes the next publisher the latest, unless the publisher of publishers has ended.
  ///
  /// - Returns: The number of its turn, and what is to be cancelled and released of the previous one.
  @inlinable
  mutating func beginTurn() -> (Int?, previous: SubscriptionObject?, dropped: Queue<SwitchCore.Input>) {
    guard outer.subscription != nil else { return (nil, nil, Queue()) }
    turn += 1
    isAwaitingInner = true
    let dropped = buffer
    buffer = Queue()
    return (turn, inner.take(), dropped)
  }

  /// Takes a value in, if the publisher's values count and it was asked for.
  ///
  /// - Returns: Whether the caller is to deliver it now.
  @inlinable
  mutating func offer(_ value: SwitchCore.Input, turn: Int) -> Bool {
    guard self.turn == turn, inner != nil, demand > buffer.count else { return false }
    if isDelivering {
      buffer.append(value)
      return false
    }
    isDelivering = true
    demand -= 1
    return true
  }

  /// What whoever delivers is to do next.
  ///
  /// - Parameters:
  ///   - more: What downstream has asked for in return for the last value.
  ///   - turn: The publisher that is asked for more by a returned value, if it is the latest.
  ///   - returned: That value.
  /// - Returns: The next step, and whom else to ask for more.
  @inlinable
  mutating func next(
    adding more: Subscribers.Demand, returningTo turn: Int, _ returned: inout Subscribers.Demand
  ) -> (Step, inner: SubscriptionObject?) {
    if isEnded {
      isDelivering = false
      return (completion.take().map { .completion($0) } ?? .nothing, nil)
    }
    demand += more
    let isReturned = self.turn == turn
    if isReturned { returned += more }
    let asked = isReturned || more == .none ? nil : inner
    if let value = buffer.popFirst() {
      demand -= 1
      return (.value(value), asked)
    }
    isDelivering = false
    return (finishes() ? .completion(.finished) : .nothing, asked)
  }

  /// Adds what downstream asks for.
  ///
  /// - Returns: Whom to ask for it; otherwise it waits for the next publisher.
  @usableFromInline
  mutating func add(_ more: Subscribers.Demand) -> SubscriptionObject? {
    demand += more
    return inner
  }

  /// Ends the stream if nothing more can come, and nobody delivers.
  @inlinable
  mutating func finishes() -> Bool {
    guard case .terminated = outer, inner == nil, !isAwaitingInner, !isDelivering, !isEnded else { return false }
    isEnded = true
    return true
  }

  /// Ends the stream, whatever is still to come.
  @usableFromInline
  mutating func end() -> Released {
    isEnded = true
    isAwaitingInner = false
    defer { buffer = Queue() }
    return Released(upstreams: [outer.terminate(), inner.take()], buffer: buffer)
  }
}
