public import StreamCore

/// The subscriber behind an asynchronous iterator: it asks for one value each time somebody waits for one, and keeps what
/// comes without being asked for.
///
/// Whoever waits holds the iterator, and the iterator's end cancels the inbox; so nobody waits for ever in an inbox that
/// has been given up.
// Sendable: everything is reached under the lock; a value is handed to one who waits, and to nobody else.
@usableFromInline
final class Inbox<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  @usableFromInline let state = Locked(InboxState<Input, Failure>())

  @inlinable init() {}

  @inlinable func receive(subscription: any Subscription) {
    guard let demand = state.withLock({ $0.attach(subscription) }) else { return subscription.cancel() }
    if demand != .none { subscription.request(demand) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    state.withLock { $0.receive(input) }?.resume(returning: .value(input))
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    var released = state.withLock { $0.complete(completion) }
    if let failure = released.failure { released.waiting.popFirst()?.resume(returning: .failure(failure)) }
    released.waiting.resumeAll()
  }

  @inlinable func cancel() {
    var released = state.withLock { $0.cancel() }
    released.upstream?.cancel()
    released.waiting.resumeAll()
  }

  /// Wakes those who wait.
  @inlinable func close() {
    var waiting = state.withLock { $0.close() }
    waiting.resumeAll()
  }

  /// Waits for the next value; `nil` after the end. A cancel of the task ends everything.
  @inlinable func next(isolation: isolated (any Actor)?) async throws(Failure) -> Input? {
    // The handler runs while the task is locked, and whoever delivers waits for that to wake the task. So it calls nobody:
    // upstream's cancel may wait for whoever delivers.
    let event = await withTaskCancellationHandler(
      operation: { await self.event(isolation: isolation) }, onCancel: { self.close() }, isolation: isolation)
    if Task.isCancelled { cancel() }
    return try event.value()
  }

  /// Waits for what comes next, whether or not the task is cancelled.
  @inlinable func event(isolation: isolated (any Actor)?) async -> InboxEvent<Input, Failure> {
    await withUnsafeContinuation(isolation: isolation) { waiter in
      switch state.withLock({ $0.enter(waiter) }) {
      case .take(let event): waiter.resume(returning: event)
      case .ask(let upstream): upstream.request(.max(1))
      case .wait: break
      }
    }
  }
}

extension InboxEvent {
  /// The value; `nil` after the end.
  @inlinable func value() throws(Failure) -> Input? {
    switch self {
    case .value(let value): value
    case .failure(let error): throw error
    case .end: nil
    }
  }
}

extension Queue {
  /// Tells everybody of the end.
  @inlinable mutating func resumeAll<Input, Failure: Error>() where Element == InboxWaiter<Input, Failure> {
    while let waiter = popFirst() { waiter.resume(returning: .end) }
  }
}
