public import StreamCore

extension Merger {
  /// What a merger knows. Pure: no lock, no closure, no call to anybody.
  @usableFromInline
  struct State {
    @usableFromInline var outer = UpstreamState.awaitingSubscription
    @usableFromInline var expectsChildren = true
    @usableFromInline var replacesChildren = false

    /// Places are used again; the ticket tells who has one now.
    @usableFromInline var children: ContiguousArray<Child> = []
    @usableFromInline var freePlaces: [Int] = []
    @usableFromInline var runningCount = 0
    @usableFromInline var lastTicket: UInt = 0

    @usableFromInline var demand = Subscribers.Demand.none

    /// Whether downstream has come to want everything, and the children are still to be asked for it.
    @usableFromInline var owesUnlimited = false

    @usableFromInline var buffer = Queue<(value: Input, child: Merger.Child)>()
    @usableFromInline var isDelivering = false
    @usableFromInline var isEnded = false

    /// What whoever delivers is to end with.
    @usableFromInline var failure: Failure?

    @inlinable
    init() {}
  }
}

extension Merger.State {
  @usableFromInline
  struct Child {
    @usableFromInline var ticket: UInt
    @usableFromInline var subscription: SubscriptionObject?

    @inlinable
    init(ticket: UInt) {
      self.ticket = ticket
    }

    /// Whether the child with this ticket has begun and not ended, so that its values count.
    @inlinable
    func isRunning(_ ticket: UInt) -> Bool {
      self.ticket == ticket && subscription != nil
    }

    @inlinable
    mutating func attach(_ subscription: any Subscription, ticket: UInt) -> Bool {
      guard self.ticket == ticket, self.subscription == nil else { return false }
      self.subscription = object(of: subscription)
      return true
    }
  }

  @usableFromInline
  enum Offer {
    case deliver(isUnbounded: Bool)
    case wait, ignore
  }

  @usableFromInline
  enum Step {
    case value(Merger.Input, child: SubscriptionObject?)
    case unbound([SubscriptionObject])
    case completion(Subscribers.Completion<Merger.Failure>)
    case nothing
  }

  /// What is let go of at the end.
  @usableFromInline
  struct Released {
    let outer: SubscriptionObject?
    let children: ContiguousArray<Child>
    let buffer: Queue<(value: Merger.Input, child: Merger.Child)>

    @usableFromInline
    func cancel() {
      outer?.cancel()
      for child in children { child.subscription?.cancel() }
    }
  }

  /// - Returns: The place of a new child, whose ticket is `lastTicket`.
  @inlinable
  mutating func addChild() -> Int {
    runningCount += 1
    lastTicket += 1
    if let place = freePlaces.popLast() {
      children[place] = Child(ticket: lastTicket)
      return place
    }
    children.append(Child(ticket: lastTicket))
    return children.count - 1
  }

  /// - Returns: The subscription of a child that runs.
  @inlinable
  mutating func removeChild(_ child: Merger.Child) -> SubscriptionObject? {
    guard children[child.index].isRunning(child.ticket) else { return nil }
    let removed = children[child.index].subscription
    children[child.index] = Child(ticket: 0)
    freePlaces.append(child.index)
    runningCount -= 1
    return removed
  }

  @inlinable
  mutating func offer(_ value: Merger.Input, from child: Merger.Child) -> Offer {
    guard !isEnded, children[child.index].isRunning(child.ticket) else { return .ignore }
    // With nobody delivering, a buffer that is not empty means that there is no demand.
    guard !isDelivering, demand != .none else {
      buffer.append((value, child))
      return .wait
    }
    isDelivering = true
    demand -= 1
    return .deliver(isUnbounded: demand == .unlimited)
  }

  /// Adds what downstream asks for.
  ///
  /// - Returns: Whether the caller is now the one to deliver.
  @usableFromInline
  mutating func add(_ more: Subscribers.Demand) -> Bool {
    guard !isEnded else { return false }
    raiseDemand(by: more)
    guard !isDelivering, owesUnlimited || !buffer.isEmpty else { return false }
    isDelivering = true
    return true
  }

  @inlinable
  mutating func raiseDemand(by more: Subscribers.Demand) {
    guard demand != .unlimited else { return }
    demand += more
    owesUnlimited = demand == .unlimited
  }

  /// What whoever delivers is to do next.
  @inlinable
  mutating func next(adding more: Subscribers.Demand) -> Step {
    if isEnded {
      isDelivering = false
      return failure.take().map { .completion(.failure($0)) } ?? .nothing
    }
    raiseDemand(by: more)
    if demand != .none, let (value, child) = buffer.popFirst() {
      demand -= 1
      let asksForMore = demand != .unlimited && children[child.index].isRunning(child.ticket)
      return .value(value, child: asksForMore ? children[child.index].subscription : nil)
    }
    isDelivering = false
    if completes() { return .completion(.finished) }
    // Not before this thread delivers no longer: what the children then send at once would all be buffered.
    guard owesUnlimited else { return .nothing }
    owesUnlimited = false
    return .unbound(children.compactMap(\.subscription))
  }

  /// Ends the stream if nothing more can come.
  @inlinable
  mutating func completes() -> Bool {
    guard !expectsChildren, runningCount == 0, buffer.isEmpty, !isDelivering, !isEnded else { return false }
    isEnded = true
    return true
  }

  /// Ends the stream, whatever is still to come.
  @usableFromInline
  mutating func end() -> Released {
    let released = Released(outer: outer.terminate(), children: children, buffer: buffer)
    isEnded = true
    children = []
    freePlaces = []
    buffer = Queue()
    return released
  }
}
