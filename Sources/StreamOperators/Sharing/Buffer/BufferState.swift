internal import StreamCore

/// What a buffer knows. Pure: no lock, no call to anybody.
///
/// One thread at a time delivers: the one to whom ``receive(_:)`` or ``next()`` hands an element, until ``next()`` hands it
/// no more. While there is demand and nobody delivers, nothing waits.
@usableFromInline
struct BufferState<Element, Failure: Error> {
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether `upstream` is relaying: the value path needs to know no more.
  @usableFromInline var isFlowing = false

  @usableFromInline var elements = Queue<Element>()
  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var isDelivering = false

  /// How the stream ends, once the last element has been delivered.
  @usableFromInline var completion: Subscribers.Completion<Failure>?

  @usableFromInline var hasEnded = false

  @usableFromInline let size: Int
  @usableFromInline let overflow: Overflow

  @usableFromInline
  enum Overflow {
    case dropsNewest, dropsOldest, fails
  }

  @usableFromInline
  init(size: Int, overflow: Overflow) {
    self.size = size
    self.overflow = overflow
  }

  // MARK: Upstream

  /// Takes the upstream's subscription.
  ///
  /// - Returns: Whether it was taken; if not, it is one too many, and to be cancelled.
  @usableFromInline
  mutating func attach(_ subscription: any Subscription) -> Bool {
    guard !hasEnded, upstream.attach(subscription) else { return false }
    isFlowing = true
    return true
  }

  private mutating func terminate() -> (any Subscription)? {
    isFlowing = false
    return upstream.terminate()
  }

  /// What is to be done with an element that has come.
  @usableFromInline
  enum Arrival {
    /// Deliver it; the caller is the one who delivers.
    case delivers

    /// Nothing.
    case waits

    /// Let go of an element, outside the lock.
    case drops(Element)

    /// Cancel upstream, and end with a failure.
    case overflows(any Subscription)
  }

  @inlinable
  mutating func receive(_ element: Element) -> Arrival {
    guard isFlowing else { return .drops(element) }
    if demand != .none, !isDelivering {
      demand -= 1
      isDelivering = true
      return .delivers
    }
    if elements.count < size {
      elements.append(element)
      return .waits
    }
    return makeRoom(for: element)
  }

  @usableFromInline
  mutating func makeRoom(for element: Element) -> Arrival {
    switch overflow {
    case .dropsNewest: return .drops(element)
    case .dropsOldest:
      guard let oldest = elements.popFirst() else { return .drops(element) }
      elements.append(element)
      return .drops(oldest)
    case .fails: return terminate().map { .overflows($0) } ?? .drops(element)
    }
  }

  /// Upstream has ended.
  ///
  /// - Returns: Its subscription, to let go of, if it had not ended before.
  @usableFromInline
  mutating func receive(completion: Subscribers.Completion<Failure>) -> (any Subscription)? {
    guard let ended = terminate() else { return nil }
    self.completion = completion
    return ended
  }

  // MARK: Downstream

  /// What whoever delivers is to do next, or whoever would if nobody does.
  @usableFromInline
  enum Step {
    case element(Element)
    case completion(Subscribers.Completion<Failure>)
    case nothing
  }

  @inlinable
  mutating func next() -> Step {
    isDelivering = false
    guard !hasEnded else { return .nothing }
    if demand != .none, let element = elements.popFirst() {
      demand -= 1
      isDelivering = true
      return .element(element)
    }
    guard elements.isEmpty, let completion else { return .nothing }
    hasEnded = true
    return .completion(completion)
  }

  /// Downstream has cancelled.
  ///
  /// - Returns: What to let go of, outside the lock: the upstream's subscription, which is to be cancelled, and the
  ///   elements.
  @usableFromInline
  mutating func cancel() -> (upstream: (any Subscription)?, elements: Queue<Element>) {
    hasEnded = true
    defer { elements = Queue() }
    return (terminate(), elements)
  }
}
