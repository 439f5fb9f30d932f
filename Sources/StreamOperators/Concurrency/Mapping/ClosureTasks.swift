public import StreamCore
public import StreamParts

/// The tasks that run an asynchronous closure with the values of upstream, for one subscription.
///
/// It stands between upstream and the ``SerialDelivery``, as the only upstream that the delivery knows. A request of
/// the delivery allows the tasks to take that many values, and is passed upstream; a cancel ends the tasks.
///
/// Idle tasks hold this object alone, which at the end releases the closure and the delivery (rule 7). A task that runs
/// the closure holds the closure and its value.
// Sendable: everything is accessed under the lock; results are sendable.
@usableFromInline
final class ClosureTasks<Input: Sendable, Downstream: Subscriber>: @unchecked Sendable {
  @usableFromInline typealias Delivery = SerialDelivery<
    ClosurePolicy<Downstream.Input, Downstream.Failure>, Downstream
  >
  @usableFromInline typealias Transform = @Sendable (Input) async throws(Downstream.Failure) -> Downstream.Input?
  @usableFromInline typealias State = ClosureTasksState<Input, Target>

  @usableFromInline struct Target {
    @usableFromInline let transform: Transform
    @usableFromInline let delivery: Delivery

    @inlinable init(transform: @escaping Transform, delivery: Delivery) {
      (self.transform, self.delivery) = (transform, delivery)
    }
  }

  @usableFromInline let priority: TaskPriority?
  @usableFromInline let state: Locked<State>

  /// Creates the first task, which inherits the context of the caller.
  ///
  /// - Parameters:
  ///   - transform: Returns the result for a value, or `nil` to deliver none.
  ///   - order: The order of the results.
  ///   - limit: The maximum number of values for which it runs at the same time.
  ///   - priority: The priority of the tasks; `nil` for that of the calling task.
  ///   - delivery: Delivers the results.
  @inlinable init(
    _ transform: @escaping Transform, order: ClosureOrder, limit: Int, priority: TaskPriority?, to delivery: Delivery
  ) {
    self.priority = priority
    var state = State(
      limit: limit, supersedes: order == .latest, target: Target(transform: transform, delivery: delivery))
    let first = state.addTask()
    self.state = Locked(state)
    create(first)
  }

  // MARK: Upstream

  /// Upstream's subscription, until it ends.
  @inlinable var upstream: SubscriptionObject? { state.withLock { $0.upstream.subscription } }

  /// - Returns: Whether the subscription was taken; if not, the caller cancels it (rule 1).
  @inlinable func attach(_ subscription: any Subscription) -> Bool {
    state.withLock { $0.target != nil && $0.upstream.attach(subscription) }
  }

  @inlinable func receive(_ input: Input) {
    var dropped: Input?
    var superseded: Task<Void, Never>?
    let start = state.withLock { $0.receive(input, dropped: &dropped, superseded: &superseded) }
    superseded?.cancel()
    start?.resume()
  }

  /// Takes a value with a key. What compares keys is a client's code, which runs here, outside the lock.
  @inlinable func receive(_ input: Input, in keys: ClosureKeys<Input>) {
    guard state.withLock({ $0.isReceiving }), let key = keys.number(input) else { return }
    var dropped: Input?
    var superseded: Task<Void, Never>?
    let (start, unused) = state.withLock {
      ($0.receive(input, key: key, dropped: &dropped, superseded: &superseded), $0.queues.takeUnused())
    }
    start?.resume()
    if !unused.isEmpty { keys.forget(unused) }
  }

  @inlinable func finish() {
    let upstream = state.withLock { $0.finish() }
    if upstream != nil { end(state.withLock { $0.due }) }
  }

  @inlinable func fail(_ failure: Downstream.Failure) {
    state.withLock { $0.fail() }?.target.delivery.fail(failure)
  }

  /// Upstream has released its subscriber. Ends the tasks once the pending results have been handed over; idle tasks
  /// would otherwise wait forever.
  @inlinable func abandon() {
    state.withLock { $0.abandon() }
    end(state.withLock { $0.due })
  }

  /// Ends the stream, if that is due.
  @inlinable func end(_ due: (ending: State.Ending, target: Target)?) {
    switch due?.ending {
    case nil: break
    case .finished: due?.target.delivery.receive(completion: .finished, from: UpstreamKey())
    case .abandoned: cancel()
    }
  }

  // MARK: The delivery

  /// Lets more values be taken up, and asks upstream for as many.
  @inlinable func request(_ demand: Subscribers.Demand) {
    let upstream = state.withLock { $0.permit(demand) }
    while let start = state.withLock({ $0.startNext() }) { start.resume() }
    upstream?.request(demand)
  }

  @inlinable func cancel() {
    let released = state.withLock { $0.end() }
    released.upstream?.cancel()
    for task in released.running { task.cancel() }
    for (_, waiter) in released.idle { waiter.resume(returning: nil) }
  }

  // MARK: Tasks

  @inlinable func create(_ id: Int) {
    let work = Work { await self.work(id) }
    let task = Task(priority: priority) { await work.run() }
    let isWanted = state.withLock { $0.keep(task, id) }
    if !isWanted { task.cancel() }
  }

  @inlinable func work(_ id: Int) async {
    while let job = await next(id), await run(job, id) {}
  }

  /// Suspends until there is a value; `nil` at the end.
  @inlinable func next(_ id: Int) async -> ClosureJob<Input>? {
    await withUnsafeContinuation { waiter in
      switch state.withLock({ $0.take(id, waiter) }) {
      case .run(let job): waiter.resume(returning: job)
      case .wait: break
      case .stop: waiter.resume(returning: nil)
      }
    }
  }

  /// Runs the closure with a value, and hands the result over.
  ///
  /// - Returns: Whether the task goes on.
  @inlinable func run(_ job: ClosureJob<Input>, _ id: Int) async -> Bool {
    guard let result = await result(for: job.input, id) else { return false }
    return deliver(result, of: job, id)
  }

  /// Runs the closure. A function of its own, and not inlined: a task that delivers or is idle must not hold the
  /// closure (rule 7).
  ///
  /// - Returns: `nil` if the value has been superseded or the stream has ended.
  @inlinable @inline(never) func result(
    for input: Input, _ id: Int
  ) async -> Result<Downstream.Input?, Downstream.Failure>? {
    guard let transform = begin(id) else { return nil }
    do throws(Downstream.Failure) {
      return .success(try await transform(input))
    } catch {
      return .failure(error)
    }
  }

  /// - Returns: The closure, unless the value has been superseded or the stream has ended.
  @inlinable func begin(_ id: Int) -> Transform? {
    let (target, spare) = state.withLock { $0.begin(id) }
    if let spare { create(spare) }
    return target?.transform
  }

  @inlinable func deliver(
    _ result: Result<Downstream.Input?, Downstream.Failure>, of job: ClosureJob<Input>, _ id: Int
  ) -> Bool {
    guard let delivery = state.withLock({ $0.finish(id) })?.delivery else { return false }
    switch result {
    case .success(let output):
      if let key = job.key { state.withLock { $0.leave(key) }?.resume() }
      delivery.receive(output, of: job.index)
    // The key stays taken: the closure must not run for the next value of it.
    case .failure(let failure): delivery.fail(failure)
    }
    end(state.withLock { $0.settle() })
    return true
  }
}
