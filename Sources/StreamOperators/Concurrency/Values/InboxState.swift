public import StreamCore

/// The state of an inbox. Its transitions return what to act on outside the lock.
@usableFromInline
struct InboxState<Input, Failure: Error> {
  @usableFromInline let buffering: AsyncBuffering
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// The demand from before the subscription arrived.
  @usableFromInline var early = Subscribers.Demand.none

  /// Values that arrived before a task waited for them.
  @usableFromInline var values = Queue<Input>()

  /// The waiting tasks. If there are any, `values` is empty.
  @usableFromInline var waiting = Queue<InboxWaiter<Input, Failure>>()

  /// The failure to report after the values.
  @usableFromInline var failure: Failure?
  @usableFromInline var isOpen = true

  /// Whether the iterator has been cancelled, so that buffered values are no longer taken.
  @usableFromInline var isCancelled = false

  /// The task that cancels upstream for the cancellation handler of a loop's task.
  @usableFromInline var cancelling: Task<Void, Never>?

  @inlinable init(_ buffering: AsyncBuffering = .suspending) {
    self.buffering = buffering
  }

  /// What a task that wants a value does next.
  @usableFromInline enum Action {
    case take(InboxEvent<Input, Failure>)
    case request(SubscriptionObject)
    case wait
  }

  /// Stores the first subscription.
  ///
  /// - Returns: The demand to request from it, or `nil` to cancel it.
  @inlinable mutating func attach(_ subscription: any Subscription) -> Subscribers.Demand? {
    guard isOpen, upstream.attach(subscription) else { return nil }
    return buffering == .suspending ? early : .unlimited
  }

  /// Takes a buffered event, or queues the waiting task.
  @inlinable mutating func enter(_ waiter: InboxWaiter<Input, Failure>) -> Action {
    if isCancelled { return .take(.end) }
    if let value = values.popFirst() { return .take(.value(value)) }
    guard isOpen else { return .take(failure.take().map { .failure($0) } ?? .end) }
    waiting.append(waiter)
    if buffering == .suspending {
      if let subscription = upstream.subscription { return .request(subscription) }
      early += 1
    }
    return .wait
  }

  /// Receives a value from upstream. `excess` gets the value that is dropped because too many wait, to be released
  /// outside the lock.
  ///
  /// - Returns: The waiting task to resume with the value, if one waits.
  @inlinable mutating func receive(_ value: Input, excess: inout Input?) -> InboxWaiter<Input, Failure>? {
    guard isOpen else { return nil }
    if let waiter = waiting.popFirst() { return waiter }
    switch buffering {
    case .oldest(let limit) where values.count >= limit: excess = value
    case .newest(let limit) where values.count >= limit:
      // If no value may wait, the new one is dropped.
      excess = limit == 0 ? value : values.popFirst()
      if limit > 0 { values.append(value) }
    case .suspending, .unbounded, .oldest, .newest: values.append(value)
    }
    return nil
  }

  /// Receives the completion. A failure goes to the first waiting task, or to the next that asks.
  ///
  /// - Returns: Upstream and the waiting tasks, to release and resume outside the lock.
  @inlinable mutating func complete(_ completion: Subscribers.Completion<Failure>) -> Released {
    var released = Released(upstream: upstream.terminate(), waiting: waiting)
    guard isOpen else { return released }
    isOpen = false
    waiting = Queue()
    guard case .failure(let error) = completion else { return released }
    if released.waiting.isEmpty { failure = error } else { released.failure = error }
    return released
  }

  /// Refuses further values and waiting tasks, and keeps upstream and the buffer for ``cancel()``, which a task calls.
  ///
  /// - Returns: The waiting tasks.
  @inlinable mutating func close(_ cancelling: Task<Void, Never>) -> Queue<InboxWaiter<Input, Failure>> {
    defer { waiting = Queue() }
    (isOpen, isCancelled, self.cancelling) = (false, true, cancelling)
    return waiting
  }

  /// Ends everything, and discards the buffered values.
  ///
  /// - Returns: Everything that was held, to release outside the lock.
  @inlinable mutating func cancel() -> Released {
    let released = Released(upstream: upstream.terminate(), waiting: waiting, failure: failure, values: values)
    isOpen = false
    (waiting, values, failure) = (Queue(), Queue(), nil)
    return released
  }

  @usableFromInline struct Released {
    @usableFromInline var upstream: SubscriptionObject?
    @usableFromInline var waiting: Queue<InboxWaiter<Input, Failure>>
    @usableFromInline var failure: Failure?
    @usableFromInline var values: Queue<Input>

    @inlinable init(
      upstream: SubscriptionObject?, waiting: Queue<InboxWaiter<Input, Failure>>, failure: Failure? = nil,
      values: Queue<Input> = Queue()
    ) {
      (self.upstream, self.waiting, self.failure, self.values) = (upstream, waiting, failure, values)
    }
  }
}

/// The event that resumes a waiting task.
// Sendable: it is handed over from the delivering thread to exactly one waiting task.
@usableFromInline
enum InboxEvent<Input, Failure: Error>: @unchecked Sendable {
  case value(Input)
  case failure(Failure)
  case end
}

/// A waiting task. The thread that takes it out of the state resumes it, once; debug builds, and so the tests, check
/// this. With a checked continuation a value takes 1.6 times as long.
#if DEBUG
  @usableFromInline
  typealias InboxWaiter<Input, Failure: Error> = CheckedContinuation<InboxEvent<Input, Failure>, Never>
#else
  @usableFromInline
  typealias InboxWaiter<Input, Failure: Error> = UnsafeContinuation<InboxEvent<Input, Failure>, Never>
#endif

/// Suspends the task until the waiter that is passed to a closure has been resumed.
@inlinable @inline(__always)
func withInboxWaiter<Input, Failure: Error>(
  isolation: isolated (any Actor)? = #isolation, _ body: (InboxWaiter<Input, Failure>) -> Void
) async -> InboxEvent<Input, Failure> {
  #if DEBUG
    await withCheckedContinuation(isolation: isolation, body)
  #else
    await withUnsafeContinuation(isolation: isolation, body)
  #endif
}
