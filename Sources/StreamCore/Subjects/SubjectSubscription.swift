/// The subscription that a subject hands to one subscriber. It holds the subject's broadcaster until the stream ends,
/// and never the subscriber.
///
/// The subscriber belongs to the thread that subscribes it until `receive(subscription:)` has returned: what the subject
/// sends meanwhile waits in a backlog, and what the subscriber asks for meanwhile is kept apart, so that the delivering
/// thread, which finds no demand, comes to look.
@usableFromInline
package final class SubjectSubscription<Output, Failure: Error>: Subscription, SubscriptionDescription, Sendable {
  @usableFromInline package let description: String

  /// Its place in the order of subscription.
  @usableFromInline let ticket: UInt

  @usableFromInline let ledger = DemandLedger()
  @usableFromInline let state: Locked<State>

  @usableFromInline
  struct State {
    @usableFromInline var broadcaster: Broadcaster<Output, Failure>?
    @usableFromInline var greeting: Greeting? = Greeting()
  }

  /// What comes up while the subscriber is being told of its subscription.
  @usableFromInline
  struct Greeting {
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var backlog: [Signal] = []
  }

  @usableFromInline
  enum Signal {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
  }

  @usableFromInline
  init(_ description: String, ticket: UInt, broadcaster: Broadcaster<Output, Failure>) {
    self.description = description
    self.ticket = ticket
    state = Locked(State(broadcaster: broadcaster))
  }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    precondition(demand != .none, "A request must be for at least one value (rule 9).")
    guard let broadcaster = state.withLock({ $0.broadcaster }) else { return }
    let isGreeted = add(demand)
    broadcaster.subscriberRequested(self, isGreeted: isGreeted)
  }

  @usableFromInline
  package func cancel() {
    guard ledger.close() != nil else { return }
    state.exchange(State(broadcaster: nil, greeting: nil)).broadcaster?.remove(self)
  }

  /// Adds demand: for the time of the greeting, apart.
  ///
  /// - Returns: Whether the greeting is over.
  @discardableResult
  @usableFromInline
  func add(_ demand: Subscribers.Demand) -> Bool {
    state.withLock { state in
      guard state.greeting == nil else {
        state.greeting?.demand += demand
        return false
      }
      _ = ledger.add(demand)
      return true
    }
  }

  /// Spends demand for a value that the subject delivers; without any, leaves the value in the backlog if the
  /// subscriber is still being greeted.
  @inlinable
  func spend(for value: Output) -> Spending {
    ledger.spendOne() ? .delivers : spendSlowly(for: value)
  }

  @usableFromInline
  func spendSlowly(for value: Output) -> Spending {
    state.withLock { state in
      guard state.greeting != nil else {
        if ledger.spendOne() { return .delivers }
        // After a cancel the greeting thread may still be at work with what it alone may change.
        return ledger.isClosed ? .ended : .lacksDemand
      }
      state.greeting?.backlog.append(.value(value))
      return .postponed
    }
  }

  @usableFromInline
  enum Spending {
    case delivers, lacksDemand, postponed, ended
  }

  /// Whether the completion is to wait until the subscriber has been greeted.
  @usableFromInline
  func postpones(_ completion: Subscribers.Completion<Failure>) -> Bool {
    state.withLock { state in
      guard state.greeting != nil else { return false }
      state.greeting?.backlog.append(.completion(completion))
      return true
    }
  }

  /// Spends demand for a value that the greeting thread delivers.
  @usableFromInline
  func spendWhileGreeting() -> Bool {
    state.withLock { state in
      guard let demand = state.greeting?.demand, demand != .none else { return false }
      state.greeting?.demand -= 1
      return true
    }
  }

  /// Takes what came up while the subscriber was greeted.
  ///
  /// - Parameter isOwed: Whether a value waits for demand, and the greeting goes on if there is some.
  /// - Returns: What came up; `nil` if nothing did, or the subscriber has cancelled: the greeting is over.
  @usableFromInline
  func continueGreeting(isOwed: Bool) -> [Signal]? {
    state.withLock { state in
      guard let greeting = state.greeting else { return nil }
      if greeting.backlog.isEmpty, !isOwed || greeting.demand == .none {
        state.greeting = nil
        _ = ledger.add(greeting.demand)
        return nil
      }
      state.greeting?.backlog = []
      return greeting.backlog
    }
  }

  /// Ends the stream.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline
  func end() -> Bool {
    guard ledger.close() != nil else { return false }
    let released = state.exchange(State(broadcaster: nil, greeting: nil))
    withExtendedLifetime(released) {}
    return true
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["demand": ledger.outstanding] }
}
