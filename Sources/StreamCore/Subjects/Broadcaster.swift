/// What the subjects are made of: sends values to all subscribers, in the order in which they subscribed, one value at a
/// time.
///
/// Whoever sends while nobody is delivering delivers; what happens meanwhile, from inside a delivery or on another thread,
/// is left to the one who delivers, in its order: values, and who comes and goes (rule 3). So a value reaches those who had
/// subscribed when it was sent, and subscribing and cancelling never wait for a delivery.
// Sendable: `subscribers` belongs to whoever holds the right to deliver; all else is under the lock.
@usableFromInline
package final class Broadcaster<Output, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Conduit = SubjectConduit<Output, Failure>
  @usableFromInline package typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let name: StageName
  @usableFromInline let holdsValue: Bool

  /// The subject itself, which each subscription retains until it ends: to those who hold a subject weakly, it is there for
  /// as long as it has subscribers. Set before anybody else knows of the broadcaster.
  @exclusivity(unchecked) @usableFromInline package var owner: Unmanaged<AnyObject>?

  @usableFromInline let right = DrainGate()
  @usableFromInline let state: Locked<State>

  @exclusivity(unchecked) @usableFromInline var subscribers = SubscriberList()

  @usableFromInline
  struct State {
    @usableFromInline var work: [Work] = []
    @usableFromInline var completion: Completion?

    /// The newest value, for subjects that hold it.
    @usableFromInline var current: Output?

    /// What a property reads while its subscribers are told of the newest value: the one before.
    @usableFromInline var former: Output?

    @usableFromInline var upstreams: [SubscriptionObject] = []

    /// How many upstreams there may be, if they are many, before those that have ended are looked for.
    @usableFromInline var upstreamLimit = 16
    @usableFromInline var hasDemand = false
  }

  /// What is left to the one who delivers.
  @usableFromInline
  enum Work {
    case value(Output)
    case replay(Output, SubjectSubscription<Output, Failure>)
    case completion(Completion)
    case add(Conduit)
    case remove(SubjectSubscription<Output, Failure>)
  }

  /// - Parameters:
  ///   - name: What the subscriptions say of themselves.
  ///   - current: The value to begin with, for a subject that holds one.
  @usableFromInline
  package init(_ name: StageName, current: Output? = nil) {
    self.name = name
    holdsValue = current != nil
    // A value to keep up to date is a demand of its own.
    state = Locked(State(current: current, hasDemand: holdsValue))
  }

  deinit {
    for upstream in state.value.upstreams { upstream.cancel() }
  }

  /// The newest value, of a subject that holds one.
  @inlinable package var current: Output {
    guard let current = state.withLock({ $0.current }) else {
      preconditionFailure("Only a subject that holds a value can be asked for it.")
    }
    return current
  }

  // MARK: Sending

  @inlinable
  package func send(_ value: Output) {
    // Once it has been completed there is nobody to deliver to, so that this needs no look at the state.
    if !holdsValue, right.take() {
      deliver(value)
      finishTurn()
    } else {
      sendUnderLock(value)
    }
  }

  /// - Parameters:
  ///   - value: The value.
  ///   - isAssigned: Whether it is stored even after the completion, without being delivered.
  @inlinable
  package func sendUnderLock(_ value: Output, isAssigned: Bool = false) {
    // The value that is replaced goes outside the lock.
    var replaced: Output?
    let turn: Turn = state.withLock { state in
      let hasEnded = state.completion != nil
      if holdsValue, isAssigned || !hasEnded {
        replaced = state.current
        state.current = value
      }
      if hasEnded { return .notMine }
      if right.take() { return .mine }
      state.work.append(.value(value))
      return right.leaveWork() ? .mineWithWorkLeft : .notMine
    }
    withExtendedLifetime(replaced) {}
    if turn == .mine { deliver(value) }
    if turn != .notMine { finishTurn() }
  }

  @usableFromInline
  package func send(completion: Completion) {
    let (turn, upstreams): (Turn, [SubscriptionObject]) = state.withLock { state in
      guard state.completion == nil else { return (.notMine, []) }
      state.completion = completion
      let upstreams = state.upstreams
      state.upstreams = []
      return (takeTurn(or: .completion(completion), &state), upstreams)
    }
    if turn == .mine { complete(completion) }
    if turn != .notMine { finishTurn() }
    // What still feeds the subject feeds nobody.
    for upstream in upstreams { upstream.cancel() }
  }

  // MARK: Turns

  /// Whether the caller has come to hold the right to deliver: with nothing in its way, or with its work among what is
  /// left.
  @usableFromInline
  enum Turn {
    case mine, mineWithWorkLeft, notMine
  }

  /// Takes the right, or leaves `work` to the one who has it.
  @inlinable
  func takeTurn(or work: @autoclosure () -> Work, _ state: inout State) -> Turn {
    if right.take() { return .mine }
    state.work.append(work())
    return right.leaveWork() ? .mineWithWorkLeft : .notMine
  }

  /// Lets go of the right to deliver, after all work that has been left.
  @inlinable
  func finishTurn() {
    while !right.release() { doWork() }
  }

  @usableFromInline
  func doWork() {
    let work = state.withLock { state in
      let work = state.work
      state.work = []
      return work
    }
    for item in work {
      switch item {
      case .value(let value): deliver(value)
      case .replay(let value, let subscription): replay(value, to: subscription)
      case .completion(let completion): complete(completion)
      case .add(let conduit): append(conduit)
      case .remove(let subscription): withdraw(subscription)
      }
    }
  }

  // MARK: With the right to deliver

  @inlinable
  func deliver(_ value: Output) {
    // Taken out, since nobody changes it meanwhile, so that the loop retains nothing.
    var taken: ContiguousArray<AnyObject?> = []
    swap(&taken, &subscribers.places)
    taken.withUnsafeBufferPointer { places in
      for case let conduit? in places { unsafeDowncast(conduit, to: Conduit.self).offer(value) }
    }
    swap(&taken, &subscribers.places)
  }

  @usableFromInline
  func complete(_ completion: Completion) {
    let ended = subscribers
    subscribers = SubscriberList()
    for case let conduit? in ended.places { unsafeDowncast(conduit, to: Conduit.self).end(completion) }
  }

  func replay(_ value: Output, to subscription: SubjectSubscription<Output, Failure>) {
    guard let conduit = conduit(of: subscription) else { return }
    if subscription.isOwed { conduit.offer(value) }
  }

  @inlinable
  func append(_ conduit: Conduit) {
    conduit.subscription.place = subscribers.append(conduit)
  }

  /// What carries values to a subscriber, if it is in the list.
  @inlinable
  func conduit(of subscription: SubjectSubscription<Output, Failure>) -> Conduit? {
    guard let found = subscribers[subscription.place] else { return nil }
    let conduit = unsafeDowncast(found, to: Conduit.self)
    return conduit.subscription === subscription ? conduit : nil
  }

  @inlinable
  func withdraw(_ subscription: SubjectSubscription<Output, Failure>) {
    guard let removed = conduit(of: subscription) else { return }
    if subscribers.remove(at: subscription.place) {
      for (place, conduit) in subscribers.places.enumerated() {
        if let conduit { unsafeDowncast(conduit, to: Conduit.self).subscription.place = place }
      }
    }
    withExtendedLifetime(removed) {}
  }

  // MARK: Subscribers

  @inlinable
  package func subscribe<Downstream: Subscriber>(_ downstream: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let subscription = SubjectSubscription(self)
    add(SubscriberConduit(subscription, to: downstream))
  }

  @inlinable
  func add(_ conduit: Conduit) {
    let (turn, current, completion) = state.withLock { state -> (Turn, Output?, Completion?) in
      if let completion = state.completion { return (.notMine, nil, completion) }
      return (takeTurn(or: .add(conduit), &state), state.current, nil)
    }
    if let completion {
      _ = conduit.subscription.end()
      return conduit.turnAway(with: completion)
    }
    if turn == .mine { append(conduit) }
    if turn != .notMine { finishTurn() }
    conduit.greet(with: current)
  }

  @inlinable
  func remove(_ subscription: SubjectSubscription<Output, Failure>) {
    let turn: Turn =
      right.take() ? .mine : state.withLock { state in takeTurn(or: .remove(subscription), &state) }
    if turn == .mine { withdraw(subscription) }
    if turn != .notMine { finishTurn() }
  }

  /// Notes that a subscriber wants values: asks the upstreams, the first time, and makes up for a value it has missed.
  @usableFromInline
  func subscriberRequested(_ subscription: SubjectSubscription<Output, Failure>, isGreeted: Bool) {
    let upstreams: [SubscriptionObject] = state.withLock { state in
      if state.hasDemand { return [] }
      state.hasDemand = true
      return state.upstreams
    }
    for upstream in upstreams { upstream.request(.unlimited) }
    guard isGreeted, holdsValue else { return }
    let (turn, current) = state.withLock { state -> (Turn, Output?) in
      guard let current = state.current else { return (.notMine, nil) }
      return (takeTurn(or: .replay(current, subscription), &state), current)
    }
    if turn == .mine, let current { replay(current, to: subscription) }
    if turn != .notMine { finishTurn() }
  }

  // MARK: Upstreams

  @usableFromInline
  package func attach(_ upstream: any Subscription) {
    var ended: [SubscriptionObject] = []
    let hasDemand: Bool? = state.withLock { state in
      guard state.completion == nil else { return nil }
      // A subject that is connected again and again would else keep every connection there has been. Among few, they are
      // looked for each time; among many, when there are twice as many as were left, so that looking costs each upstream the
      // same, however many there are.
      if state.upstreams.count < 16 || state.upstreams.count >= state.upstreamLimit {
        let end = state.upstreams.partition { ($0 as? any EndingConnection)?.hasEnded == true }
        ended = Array(state.upstreams[end...])
        state.upstreams.removeSubrange(end...)
        state.upstreamLimit = max(16, state.upstreams.count * 2)
      }
      state.upstreams.append(object(of: upstream))
      return state.hasDemand
    }
    withExtendedLifetime(ended) {}
    guard let hasDemand else { return upstream.cancel() }
    if hasDemand { upstream.request(.unlimited) }
  }
}
