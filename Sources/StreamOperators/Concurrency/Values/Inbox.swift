public import StreamCore

/// The subscriber behind an asynchronous iterator: it requests one value for each `next()`, or all at once, and buffers
/// values for which no task waits.
///
/// A suspended task holds the iterator, whose destruction cancels the inbox, or is in a loop that cancels it at its
/// end. So no task stays suspended in an inbox that nothing else holds.
// Sendable: everything is accessed under the lock; each value is handed to exactly one waiting task.
@usableFromInline
final class Inbox<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  @usableFromInline let state: Locked<InboxState<Input, Failure>>
  @usableFromInline let dropped: DropCounter?

  @inlinable init(buffering: AsyncBuffering, dropped: DropCounter?) {
    state = Locked(InboxState(buffering))
    self.dropped = dropped
  }

  @inlinable func receive(subscription: any Subscription) {
    guard let demand = state.withLock({ $0.attach(subscription) }) else { return subscription.cancel() }
    if demand != .none { subscription.request(demand) }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    var excess: Input?
    let waiter = state.withLock { $0.receive(input, excess: &excess) }
    waiter?.resume(returning: .value(input))
    if excess != nil { dropped?.increment() }
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

  /// Cancels from the cancellation handler of a task: resumes the waiting tasks with the end, and cancels upstream in a
  /// task of its own.
  ///
  /// The handler runs under the task's own lock. A delivering thread needs that lock to resume the task, and upstream's
  /// cancel may wait for the delivering thread: to cancel upstream from the handler could deadlock.
  @usableFromInline func cancelFromHandler() {
    let cancelling = Task.detached { self.cancel() }
    var waiting = state.withLock { $0.close(cancelling) }
    waiting.resumeAll()
  }

  /// Cancels, and waits for the task in which the handler cancels upstream, so that upstream has been cancelled when a
  /// loop returns. The handler has ended, since the loop has left its scope.
  @inlinable func cancelAfterHandler(isolation: isolated (any Actor)?) async {
    cancel()
    if let cancelling = state.withLock({ $0.cancelling }) { await cancelling.value }
  }

  /// Suspends until the next value; `nil` after the end. A cancel of the task cancels the subscription.
  @inlinable func next(isolation: isolated (any Actor)?) async throws(Failure) -> Input? {
    let event = await withTaskCancellationHandler(
      operation: { await self.event(isolation: isolation) }, onCancel: { self.cancelFromHandler() },
      isolation: isolation)
    if Task.isCancelled {
      await cancelAfterHandler(isolation: isolation)
      return nil
    }
    return try event.value()
  }

  /// The same without a cancellation handler, for loops that have one around all of it.
  @inlinable func value(isolation: isolated (any Actor)?) async throws(Failure) -> Input? {
    let event = await event(isolation: isolation)
    if Task.isCancelled { return nil }
    return try event.value()
  }

  /// Suspends until the next event, whether or not the task is cancelled.
  @inlinable func event(isolation: isolated (any Actor)?) async -> InboxEvent<Input, Failure> {
    await withInboxWaiter(isolation: isolation) { waiter in
      switch state.withLock({ $0.enter(waiter) }) {
      case .take(let event): waiter.resume(returning: event)
      case .request(let upstream): upstream.request(.max(1))
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
  /// Resumes all waiting tasks with the end.
  @inlinable mutating func resumeAll<Input, Failure: Error>() where Element == InboxWaiter<Input, Failure> {
    while let waiter = popFirst() { waiter.resume(returning: .end) }
  }
}
