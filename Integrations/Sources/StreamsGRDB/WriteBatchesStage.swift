internal import Dispatch
internal import GRDB
internal import IntegrationParts
internal import StreamCore

/// Collects the values of one subscription, and writes them on a queue.
// Sendable: the state is under its lock. A value passes from the thread that sends it to the queue, and is used on one of them.
final class WriteBatchesStage<Upstream: Publisher, Downstream: Subscriber>: Subscriber, Subscription, Pumped,
  @unchecked Sendable
where Downstream.Input == [Upstream.Output], Downstream.Failure == WriteBatchesFailure<Upstream.Failure> {
  typealias Input = Upstream.Output
  typealias Failure = Upstream.Failure

  fileprivate struct State {
    /// `nil` after the end.
    var downstream: Downstream?
    var upstream: (any Subscription)?

    /// The demand of downstream: in batches.
    var demand = Subscribers.Demand.none

    /// What has arrived, and is not in the running transaction.
    var waiting = Waiting<Upstream.Output>()
    var completion: Subscribers.Completion<Upstream.Failure>?
    var hasRequested = false

    /// How many times the transaction at the front has failed because the database was locked.
    var failedAttempts = 0

    /// Whether the queue runs, or waits to try again, or may not yet: a batch would overtake the subscription.
    var isBusy = true
  }

  private enum Step {
    case write([Upstream.Output])
    case complete(Subscribers.Completion<Upstream.Failure>)
  }

  private let state: Lock<State>
  private let queue = DispatchQueue(label: "StreamsGRDB.writes")
  private let writer: any DatabaseWriter
  private let size: Int
  private let window: Int
  private let retries: Int
  private let delay: Duration
  private let insert: Lock<(@Sendable (Database, Upstream.Output) throws -> Void)?>

  init(_ publisher: WriteBatchesPublisher<Upstream>, downstream: Downstream) {
    writer = publisher.writer
    size = publisher.size
    window = publisher.window
    retries = publisher.retries
    delay = publisher.delay
    insert = Lock(publisher.insert)
    state = Lock(State(downstream: downstream))
  }

  // MARK: From upstream

  func receive(subscription: any Subscription) {
    let downstream = state.withLock { state -> Downstream? in
      guard state.upstream == nil, let downstream = state.downstream else { return nil }
      state.upstream = subscription
      return downstream
    }
    guard let downstream else { return subscription.cancel() }
    downstream.receive(subscription: self)
    runIfNeeded { $0.isBusy = false }
  }

  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    runIfNeeded { state in
      if state.upstream != nil, state.completion == nil { state.waiting.append(input) }
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    runIfNeeded { state in
      if state.upstream != nil, state.completion == nil { state.completion = completion }
    }
  }

  // MARK: From downstream

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let upstream = state.withLock { state -> (any Subscription)? in
      guard state.downstream != nil else { return nil }
      state.demand += demand
      defer { state.hasRequested = true }
      return state.hasRequested ? nil : state.upstream
    }
    upstream?.request(window == .max ? .unlimited : .max(window))
    runIfNeeded { _ in }
  }

  func cancel() {
    end()?.upstream?.cancel()
  }

  /// Ends the stream: of several calls, one gets the references. What is released is released outside of the lock.
  private func end() -> State? {
    let ended = state.withLock { state -> State? in
      guard state.downstream != nil else { return nil }
      defer { state = State() }
      return state
    }
    let released = insert.withLock { insert in
      defer { insert = nil }
      return insert
    }
    withExtendedLifetime(released) {}
    return ended
  }

  // MARK: On the queue

  private func runIfNeeded(_ change: (inout State) -> Void) {
    let mustRun = state.withLock { state in
      change(&state)
      guard !state.isBusy, state.hasWork else { return false }
      state.isBusy = true
      return true
    }
    if mustRun { queue.run(self) }
  }

  func pump() {
    while let step = nextStep() {
      switch step {
      case .write(let batch):
        guard write(batch) else { return }
      case .complete(let completion):
        let downstream = end()?.downstream
        switch completion {
        case .finished: downstream?.receive(completion: .finished)
        case .failure(let error): downstream?.receive(completion: .failure(.upstream(error)))
        }
      }
    }
  }

  private func nextStep() -> Step? {
    state.withLock { state in
      guard state.hasWork else {
        state.isBusy = false
        return nil
      }
      guard !state.waiting.isEmpty else { return state.completion.map(Step.complete) }
      return .write(state.waiting.take(size))
    }
  }

  /// Writes a batch, and delivers it.
  ///
  /// - Returns: Whether the queue goes on: not if it is to try again later, or if the stream has ended.
  private func write(_ batch: [Upstream.Output]) -> Bool {
    guard let insert = insert.withLock({ $0 }) else { return false }
    do {
      try writer.write { database in
        for value in batch { try insert(database, value) }
      }
    } catch {
      let failure = DatabaseFailure(error)
      if case .locked = failure, putBack(batch) {
        queue.run(self, after: delay)
      } else {
        let ended = end()
        ended?.upstream?.cancel()
        ended?.downstream?.receive(completion: .failure(.database(failure)))
      }
      return false
    }
    deliver(batch)
    return true
  }

  /// Puts a batch back, to be tried again. It is in the state while it waits, so that a cancel releases it.
  ///
  /// - Returns: Whether another attempt is left.
  private func putBack(_ batch: [Upstream.Output]) -> Bool {
    state.withLock { state in
      guard state.downstream != nil, state.failedAttempts < retries else { return false }
      state.failedAttempts += 1
      state.waiting.putBack(batch)
      return true
    }
  }

  private func deliver(_ batch: [Upstream.Output]) {
    guard let downstream = state.withLock({ $0.downstream }) else { return }
    let more = downstream.receive(batch)
    let upstream = state.withLock { state -> (any Subscription)? in
      guard state.downstream != nil else { return nil }
      state.failedAttempts = 0
      state.demand = state.demand - 1 + more
      return state.completion == nil ? state.upstream : nil
    }
    // An unlimited window asks for nothing more.
    if window != .max { upstream?.request(.max(batch.count)) }
  }
}

extension WriteBatchesStage.State {
  /// Whether there is something to write that is asked for, or to complete.
  fileprivate var hasWork: Bool {
    guard downstream != nil else { return false }
    return waiting.isEmpty ? completion != nil : demand != .none
  }
}
