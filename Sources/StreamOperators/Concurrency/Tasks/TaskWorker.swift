public import StreamCore

/// The task of a ``TaskSubscription``: draws values from an asynchronous iterator, and delivers them.
///
/// It is one task for the whole subscription, suspended while there is no demand: to start a task for each request
/// would cost many times as much as a value. The task holds this object, and so downstream. The subscription that downstream
/// holds is another one, whose release ends a suspended task.
// Sendable: everything is accessed under the lock; the iterator belongs to the task, which alone delivers.
@usableFromInline
final class TaskWorker<Source: AsyncIteratorProtocol, Downstream: Subscriber>: @unchecked Sendable
where Downstream.Input == Source.Element, Downstream.Failure == Source.Failure {
  @usableFromInline let state: Locked<TaskState<Source, Downstream>>
  @usableFromInline let deliversOne: Bool
  @usableFromInline let priority: TaskPriority?

  @inlinable init(from source: Source, to downstream: Downstream, deliversOne: Bool, priority: TaskPriority?) {
    self.deliversOne = deliversOne
    self.priority = priority
    state = Locked(TaskState(source: source, downstream: downstream))
  }

  @inlinable func perform(_ action: TaskState<Source, Downstream>.DemandAction) {
    switch action {
    case .nothing: break
    case .start: start()
    case .resume(let waiter): waiter.resume(returning: true)
    }
  }

  /// Cancels the task, and ends it if it is suspended.
  @inlinable func end(_ held: TaskState<Source, Downstream>) {
    held.task?.cancel()
    if case .suspended(let waiter) = held.phase { waiter.resume(returning: false) }
  }

  @inlinable func start() {
    let work = Work { await self.work() }
    let task = Task(priority: priority) { await work.run() }
    let isWanted = state.withLock { $0.keep(task) }
    if !isWanted { task.cancel() }
  }

  @inlinable func work() async {
    guard var source = state.withLock({ $0.takeSource() }) else { return }
    do {
      while true {
        switch deliver(try await source.next(isolation: nil)) {
        case .goOn: break
        case .wait: guard await hasDemand() else { return }
        case .finish: return complete(.finished)
        case .stop: return
        }
      }
    } catch {
      complete(.failure(error))
    }
  }

  @usableFromInline enum Action {
    case goOn, wait, finish, stop
  }

  /// Delivers an element; `nil` is the end. It is consumed: a task that waits for demand must hold neither the element nor
  /// downstream (rule 7).
  @inlinable func deliver(_ element: consuming Source.Element?) -> Action {
    guard let value = consume element else { return .finish }
    guard let downstream = state.withLock({ $0.downstream }) else { return .stop }
    let added = downstream.receive(value)
    if deliversOne { return .finish }
    return state.withLock({ $0.settle(adding: added) }) ? .goOn : .wait
  }

  /// Suspends until there is demand.
  ///
  /// - Returns: Whether there is; if not, the stream has ended.
  @inlinable func hasDemand() async -> Bool {
    await withUnsafeContinuation { waiter in
      if let goesOn = state.withLock({ $0.suspend(waiter) }) { waiter.resume(returning: goesOn) }
    }
  }

  /// Delivers the completion, unless downstream has cancelled.
  @inlinable func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
    state.withLock { $0.complete() }.downstream?.receive(completion: completion)
  }
}

/// The body of a task, as a closure without generic parameters: a task's closure cannot capture the metatypes of a
/// client's subscriber, which need not be sendable.
// Sendable: the closure runs once, in the task.
@usableFromInline
struct Work: @unchecked Sendable {
  @usableFromInline let run: () async -> Void

  @inlinable init(_ run: @escaping () async -> Void) { self.run = run }
}
