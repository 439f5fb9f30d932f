public import StreamCore

/// The task of a ``TaskSubscription``: draws values from an asynchronous iterator, and delivers them.
///
/// It is one task for the whole subscription, suspended while there is no demand: to start a task for each request
/// would cost many times as much as a value. The task holds this object, and so downstream. The subscription that
/// downstream holds is another one, whose release ends a suspended task.
///
/// Values are delivered to a lent reference: under unlimited demand a value then enters no lock, and retains nothing.
/// With a copy of downstream that is taken under the lock, it costs three to four times as many atomic operations.
// Sendable: what changes is under the lock, or belongs to the task, which alone delivers; the target is lent to it.
@usableFromInline
final class TaskWorker<Source: AsyncIteratorProtocol, Downstream: Subscriber>: @unchecked Sendable
where Downstream.Input == Source.Element, Downstream.Failure == Source.Failure {
  @usableFromInline typealias State = TaskState<Source, TaskTarget<Downstream>>

  @usableFromInline let state: Locked<State>
  @usableFromInline let target: LentReference
  @usableFromInline let deliversOne: Bool
  @usableFromInline let priority: TaskPriority?

  @inlinable init(from source: Source, to downstream: Downstream, deliversOne: Bool, priority: TaskPriority?) {
    self.deliversOne = deliversOne
    self.priority = priority
    let target = TaskTarget(downstream)
    self.target = LentReference(target)
    state = Locked(State(source: source, downstream: target))
  }

  @inlinable func perform(_ action: State.DemandAction) {
    switch action {
    case .nothing: break
    case .start: start()
    case .resume(let waiter): waiter.resume(returning: true)
    }
  }

  /// Cancels the task, and ends it if it is suspended.
  @inlinable func end(_ held: State) {
    closeTarget()
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
    var isUnlimited = false
    do {
      while true {
        switch deliver(try await source.next(isolation: nil), isUnlimited: &isUnlimited) {
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

  /// Delivers an element; `nil` is the end. It is consumed: a task that waits for demand must hold neither the element
  /// nor downstream (rule 7).
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - isUnlimited: Whether demand is known to be unlimited. It stays so: then nothing is counted, and the lock not
  ///     entered.
  /// - Returns: What the task does next.
  @inlinable func deliver(_ element: consuming Source.Element?, isUnlimited: inout Bool) -> Action {
    guard let value = consume element else { return .finish }
    var delivered: Subscribers.Demand?
    target.use(as: TaskTarget<Downstream>.self) { delivered = $0.downstream.receive(value) }
    guard let added = delivered else { return .stop }
    if deliversOne { return .finish }
    if isUnlimited { return target.isClosed ? .stop : .goOn }
    return settle(adding: added, &isUnlimited) ? .goOn : .wait
  }

  @inlinable func settle(adding demand: Subscribers.Demand, _ isUnlimited: inout Bool) -> Bool {
    state.withLock { state in
      let goesOn = state.settle(adding: demand)
      isUnlimited = state.demand == .unlimited
      return goesOn
    }
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
    let held = state.withLock { $0.complete() }
    closeTarget()
    held.downstream?.downstream.receive(completion: completion)
  }

  @inlinable func closeTarget() {
    target.close(as: TaskTarget<Downstream>.self) { _ in }
  }
}

/// The downstream of a ``TaskWorker``, as an object that can be lent.
@usableFromInline
final class TaskTarget<Downstream: Subscriber> {
  @usableFromInline let downstream: Downstream

  @inlinable init(_ downstream: Downstream) {
    self.downstream = downstream
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
