internal import StreamCore

/// The subscriber of a verification: buffers events until a step takes them.
// Sendable: mutable state is under the lock.
final class StepRun<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  struct Event {
    let signal: Signal<Input, Failure>
    let time: VirtualTime?
    /// The violation that the event itself represents, whatever was expected.
    let fault: String?

    var description: String {
      let name =
        switch signal {
        case .subscription: "the subscription"
        case .input(let input): "the value \(input)"
        case .completion(.finished): "the finish"
        case .completion(.failure(let failure)): "the failure \(failure)"
        }
      return name + (time.map { ", at \($0)" } ?? "") + (fault.map { ", \($0)" } ?? "")
    }

    var shortDescription: String {
      switch signal {
      case .subscription: "subscription"
      case .input(let input): "\(input)"
      case .completion(let completion): "\(completion)"
      }
    }
  }

  private struct State {
    var events: [Event] = []
    var takenCount = 0
    var demand: Subscribers.Demand
    var subscription: (any Subscription)?
    var hasSubscribed = false
    var hasEnded = false
    var isCancelled = false
    var gate: Gate?

    var next: Event? { takenCount < events.count ? events[takenCount] : nil }
  }

  private let scheduler: TestScheduler?
  private let timeout: Double?
  private let initialDemand: Subscribers.Demand
  private let state: Locked<State>

  init(scheduler: TestScheduler?, timeout: Double?, initialDemand: Subscribers.Demand) {
    self.scheduler = scheduler
    self.timeout = timeout
    self.initialDemand = initialDemand
    state = Locked(State(demand: initialDemand))
  }

  // MARK: Subscriber

  func receive(subscription: any Subscription) {
    count(subscription)
    let isFirst = record(.subscription) { state in
      let isFirst = !state.hasSubscribed
      state.hasSubscribed = true
      if isFirst { state.subscription = subscription }
      return isFirst ? nil : "though there was one already"
    }
    guard isFirst else { return subscription.cancel() }
    if initialDemand != .none { subscription.request(initialDemand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    record(.input(input)) { state in
      guard state.demand > .none else { return "without demand" }
      state.demand -= 1
      return nil
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    var released: (any Subscription)?
    record(.completion(completion)) { state in
      released = state.subscription.take()
      return nil
    }
    withExtendedLifetime(released) {}
  }

  /// Records an event.
  ///
  /// - Returns: Whether it is free of violations.
  @discardableResult
  private func record(_ signal: Signal<Input, Failure>, _ findFault: (inout State) -> String?) -> Bool {
    let time = scheduler?.now
    let (isRight, gate) = state.withLock { state in
      var fault = findFault(&state)
      if state.hasEnded { fault = "though the stream had ended" }
      if state.isCancelled { fault = "though it had been cancelled" }
      if case .completion = signal { state.hasEnded = true }
      state.events.append(Event(signal: signal, time: time, fault: fault))
      return (fault == nil, state.gate.take())
    }
    gate?.open()
    return isRight
  }

  // MARK: Steps

  /// All events so far, for a message.
  var descriptionOfAll: String {
    let events = state.value.events
    guard !events.isEmpty else { return "nothing" }
    let shown = events.suffix(20).map(\.shortDescription).joined(separator: ", ")
    return events.count > 20 ? "\(events.count - 20) others, \(shown)" : shown
  }

  func request(_ demand: Subscribers.Demand) {
    let subscription: (any Subscription)? = state.withLock { state in
      state.demand += demand
      return state.subscription
    }
    subscription?.request(demand)
  }

  func cancel() {
    let subscription: (any Subscription)? = state.withLock { state in
      state.isCancelled = true
      return state.subscription.take()
    }
    subscription?.cancel()
  }

  /// Discards the events so far.
  func skipAll() {
    state.withLock { $0.takenCount = $0.events.count }
  }

  /// Takes the subscription, if no step has expected it.
  func skipSubscription() {
    state.withLock { state in
      guard state.takenCount == 0, let first = state.events.first, case .subscription = first.signal else { return }
      state.takenCount = 1
    }
  }

  func expectSubscription() throws(StepProblem) {
    try take("the subscription") { if case .subscription = $0 { true } else { false } }
  }

  func expectValue(_ expected: String, where isExpected: (Input) -> Bool) throws(StepProblem) {
    try take(expected) { if case .input(let input) = $0 { isExpected(input) } else { false } }
  }

  func expectCompletion(
    _ expected: String, where isExpected: (Subscribers.Completion<Failure>) -> Bool
  ) throws(StepProblem) {
    try take(expected) { if case .completion(let completion) = $0 { isExpected(completion) } else { false } }
  }

  func expectNothing(_ expected: String) throws(StepProblem) {
    guard let next else { return }
    throw StepProblem(expected: expected, came: next.description)
  }

  private var next: Event? { state.withLock { $0.next } }

  /// Returns the next event, waiting for it if there is a timeout.
  private func awaitNext(until deadline: ContinuousClock.Instant) -> Event? {
    while timeout != nil {
      let gate = Gate()
      let isHere = state.withLock { state in
        state.gate = state.next == nil ? gate : nil
        return state.gate == nil
      }
      if isHere || gate.wait(until: deadline) != .opened { break }
    }
    return next
  }

  private func take(_ expected: String, where isExpected: (Signal<Input, Failure>) -> Bool) throws(StepProblem) {
    let deadline = ContinuousClock.now + .seconds(timeout ?? 0)
    var next = awaitNext(until: deadline)
    if case .subscription? = next?.signal, next?.fault == nil, !isExpected(.subscription) {
      // No step has expected the subscription.
      skipSubscription()
      next = awaitNext(until: deadline)
    }
    guard let next else {
      let until = scheduler.map { ", until \($0.now)" } ?? timeout.map { ", within \($0) s" } ?? ""
      throw StepProblem(expected: expected, came: "nothing" + until)
    }
    guard next.fault == nil, isExpected(next.signal) else {
      throw StepProblem(expected: expected, came: next.description)
    }
    state.withLock { $0.takenCount += 1 }
  }
}
