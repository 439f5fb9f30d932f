public import Dispatch
public import GRDB
public import IntegrationParts
public import StreamCore

/// Collects the values of one subscription, and writes them on a queue.
// Sendable: the state is under its lock. A value passes from the thread that sends it to the queue, and is used on one
// of them.
@usableFromInline
final class WriteBatchesStage<Upstream: Publisher, Downstream: Subscriber>: Subscriber, Subscription, Pumped,
  @unchecked Sendable
where Downstream.Input == [Upstream.Output], Downstream.Failure == WriteBatchesFailure<Upstream.Failure> {
  @usableFromInline typealias Input = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure

  /// Holds the closure. Taken out of a generic lock, and put back, a bare one would be wrapped once more each time, so
  /// that the calls of a long stream would become slower and slower.
  @usableFromInline
  final class Insert: Sendable {
    @usableFromInline let insert: @Sendable (Database, Upstream.Output) throws -> Void

    @inlinable
    init(_ insert: @escaping @Sendable (Database, Upstream.Output) throws -> Void) {
      self.insert = insert
    }
  }

  @usableFromInline
  struct State {
    /// `nil` after the end.
    @usableFromInline var downstream: Downstream?
    @usableFromInline var upstream: (any Subscription)?

    /// The demand of downstream: in batches.
    @usableFromInline var demand = Subscribers.Demand.none

    /// What has arrived, and is not in the running transaction.
    @usableFromInline var waiting = Waiting<Upstream.Output>()
    @usableFromInline var completion: Subscribers.Completion<Upstream.Failure>?
    @usableFromInline var hasRequested = false

    /// How many times the transaction at the front has failed because the database was locked.
    @usableFromInline var failedAttempts = 0

    /// Whether the queue runs, or waits to try again, or may not yet: a batch would overtake the subscription.
    @usableFromInline var isBusy = true

    @inlinable
    init(downstream: Downstream? = nil) {
      self.downstream = downstream
    }

    /// Whether there is something to write that is asked for, or to complete.
    @inlinable var hasWork: Bool {
      guard downstream != nil else { return false }
      return waiting.isEmpty ? completion != nil : demand != .none
    }
  }

  @usableFromInline
  enum Step {
    case write([Upstream.Output])
    case complete(Subscribers.Completion<Upstream.Failure>)
  }

  @usableFromInline let state: Lock<State>
  @usableFromInline let queue = DispatchQueue(label: "StreamsGRDB.writes")
  @usableFromInline let writer: any DatabaseWriter
  @usableFromInline let size: Int
  @usableFromInline let window: Int
  @usableFromInline let retries: Int
  @usableFromInline let delay: Duration
  @usableFromInline let insert: Lock<Insert?>

  /// Writes and delivers. A closure, because it is formed where the types are known: what is called by way of a
  /// protocol runs as unspecialised code, which copies each value by a call to the runtime.
  @usableFromInline let work: (WriteBatchesStage) -> Void

  @inlinable
  init(_ publisher: WriteBatchesPublisher<Upstream>, downstream: Downstream) {
    writer = publisher.writer
    size = publisher.size
    window = publisher.window
    retries = publisher.retries
    delay = publisher.delay
    insert = Lock(Insert(publisher.insert))
    work = { $0.writeAndDeliver() }
    state = Lock(State(downstream: downstream))
  }

  // MARK: From upstream

  @inlinable
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

  @inlinable
  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    runIfNeeded { state in
      if state.upstream != nil, state.completion == nil { state.waiting.append(input) }
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    runIfNeeded { state in
      if state.upstream != nil, state.completion == nil { state.completion = completion }
    }
  }

  // MARK: From downstream

  @inlinable
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

  @inlinable
  func cancel() {
    end()?.upstream?.cancel()
  }

  /// Ends the stream: of several calls, one gets the references. What is released is released outside of the lock.
  @inlinable
  func end() -> State? {
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

  @inlinable
  func runIfNeeded(_ change: (inout State) -> Void) {
    let mustRun = state.withLock { state in
      change(&state)
      guard !state.isBusy, state.hasWork else { return false }
      state.isBusy = true
      return true
    }
    if mustRun { queue.run(self) }
  }

  @usableFromInline
  func pump() {
    work(self)
  }

  @inlinable
  func writeAndDeliver() {
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

  @inlinable
  func nextStep() -> Step? {
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
  @inlinable
  func write(_ batch: [Upstream.Output]) -> Bool {
    guard let insert = insert.withLock({ $0 })?.insert else { return false }
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
  @inlinable
  func putBack(_ batch: [Upstream.Output]) -> Bool {
    state.withLock { state in
      guard state.downstream != nil, state.failedAttempts < retries else { return false }
      state.failedAttempts += 1
      state.waiting.putBack(batch)
      return true
    }
  }

  @inlinable
  func deliver(_ batch: [Upstream.Output]) {
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
