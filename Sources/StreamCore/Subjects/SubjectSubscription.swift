/// The subscription that a subject hands to one subscriber. It holds the subject and its broadcaster until the
/// stream ends, and never the subscriber.
///
/// The subscriber belongs to the thread that subscribes it until `receive(subscription:)` has returned: what the subject
/// sends meanwhile, from the first request on, waits in a backlog, and what the subscriber asks for meanwhile is kept apart,
/// so that the delivering thread, which finds no demand, comes to look.
// Sendable: `place` belongs to whoever holds the subject's right to deliver, `isOwed` to whoever delivers to the subscriber;
// all else is atomic or under the lock.
@usableFromInline
package final class SubjectSubscription<Output, Failure: Error>: StageSubscription, @unchecked Sendable {
  @usableFromInline let name: StageName

  /// Where it stands in the subject's list.
  @exclusivity(unchecked) @usableFromInline var place = 0

  @usableFromInline let pendingDemand = AtomicDemand()
  @usableFromInline let link: Locked<Link>

  /// Whether the subscriber has missed the newest value for want of demand; only of interest to subjects that hold it.
  @exclusivity(unchecked) @usableFromInline var isOwed = false

  /// What connects it with the subject.
  @usableFromInline
  enum Link {
    case greeting(Greeting)
    case open(Broadcaster<Output, Failure>)
    case closed

    @usableFromInline var broadcaster: Broadcaster<Output, Failure>? {
      switch self {
      case .greeting(let greeting): greeting.broadcaster
      case .open(let broadcaster): broadcaster
      case .closed: nil
      }
    }
  }

  /// What comes up while the subscriber is being told of its subscription.
  @usableFromInline
  final class Greeting {
    @usableFromInline let broadcaster: Broadcaster<Output, Failure>
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var hasAsked = false
    @usableFromInline var backlog: [Signal] = []

    @inlinable
    init(_ broadcaster: Broadcaster<Output, Failure>) {
      self.broadcaster = broadcaster
    }
  }

  @usableFromInline
  enum Signal {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
  }

  @inlinable
  init(_ broadcaster: Broadcaster<Output, Failure>) {
    name = broadcaster.name
    link = Locked(.greeting(Greeting(broadcaster)))
    _ = broadcaster.owner?.retain()
  }

  @usableFromInline package var description: String { name.description }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let (broadcaster, isGreeted) = link.withLock { link -> (Broadcaster<Output, Failure>?, Bool) in
      add(demand, link)
      switch link {
      case .greeting(let greeting): return (greeting.broadcaster, false)
      case .open(let broadcaster): return (broadcaster, true)
      case .closed: return (nil, false)
      }
    }
    broadcaster?.subscriberRequested(self, isGreeted: isGreeted)
  }

  @usableFromInline
  package func cancel() {
    // Both by each of those who cancel at once: the one who greets looks at the link, the one who delivers at the pendingDemand.
    _ = pendingDemand.close()
    guard let broadcaster = link.exchange(.closed).broadcaster else { return }
    broadcaster.remove(self)
    broadcaster.owner?.release()
  }

  /// Adds demand: for the time of the greeting, apart.
  @usableFromInline
  func add(_ demand: Subscribers.Demand) {
    link.withLock { add(demand, $0) }
  }

  private func add(_ demand: Subscribers.Demand, _ link: Link) {
    switch link {
    case .greeting(let greeting):
      greeting.demand += demand
      greeting.hasAsked = true
    case .open: _ = pendingDemand.add(demand)
    case .closed: break
    }
  }

  /// Spends demand for a value that the subject delivers; without any, leaves the value in the backlog if the
  /// subscriber is still being greeted.
  @inlinable
  func spend(for value: Output) -> Spending {
    pendingDemand.takeOne() ? .delivers : spendSlowly(for: value)
  }

  @usableFromInline
  func spendSlowly(for value: Output) -> Spending {
    link.withLock { link in
      switch link {
      case .greeting(let greeting):
        // A later value may find demand that an earlier one brings; before the first request there is none to come.
        guard greeting.hasAsked || greeting.broadcaster.holdsValue else { return .dropped }
        greeting.backlog.append(.value(value))
        return .postponed
      case .open:
        if pendingDemand.takeOne() { return .delivers }
        // After a cancel the greeting thread may still be at work with what it alone may change.
        return pendingDemand.isClosed ? .ended : .lacksDemand
      case .closed: return .ended
      }
    }
  }

  @usableFromInline
  enum Spending {
    case delivers, lacksDemand, postponed, dropped, ended
  }

  /// Whether the completion is to wait until the subscriber has been greeted.
  @usableFromInline
  func postpones(_ completion: Subscribers.Completion<Failure>) -> Bool {
    link.withLock { link in
      guard case .greeting(let greeting) = link else { return false }
      greeting.backlog.append(.completion(completion))
      return true
    }
  }

  /// Spends demand for a value that the greeting thread delivers.
  @inlinable
  func spendWhileGreeting() -> Bool {
    link.withLock { link in
      guard case .greeting(let greeting) = link, greeting.demand != .none else { return false }
      greeting.demand -= 1
      return true
    }
  }

  /// Takes what came up while the subscriber was greeted.
  ///
  /// - Parameter isOwed: Whether a value waits for demand, and the greeting goes on if there is some.
  /// - Returns: What came up; `nil` if nothing did, or the subscriber has cancelled: the greeting is over.
  @inlinable
  func continueGreeting(isOwed: Bool) -> [Signal]? {
    let (backlog, ended): ([Signal]?, Greeting?) = link.withLock { link in
      guard case .greeting(let greeting) = link else { return (nil, nil) }
      if greeting.backlog.isEmpty, !isOwed || greeting.demand == .none {
        link = .open(greeting.broadcaster)
        _ = pendingDemand.add(greeting.demand)
        return (nil, greeting)
      }
      defer { greeting.backlog = [] }
      return (greeting.backlog, nil)
    }
    withExtendedLifetime(ended) {}
    return backlog
  }

  /// Ends the stream.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline
  func end() -> Bool {
    guard pendingDemand.close() != nil else { return false }
    let broadcaster = link.exchange(.closed).broadcaster
    broadcaster?.owner?.release()
    return true
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["demand": pendingDemand.outstanding] }
}
