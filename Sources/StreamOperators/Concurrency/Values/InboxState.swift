public import StreamCore

/// What an inbox knows. Its transitions return what to act on, outside the lock.
@usableFromInline
struct InboxState<Input, Failure: Error> {
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Asked for before there was anybody to ask.
  @usableFromInline var early = Subscribers.Demand.none

  /// What came before anybody waited for it.
  @usableFromInline var values = Queue<Input>()

  /// While anybody waits, there are no values.
  @usableFromInline var waiting = Queue<InboxWaiter<Input, Failure>>()

  /// What is to be told after the values.
  @usableFromInline var failure: Failure?
  @usableFromInline var isOpen = true

  /// Whether what came is not wanted any more.
  @usableFromInline var isCancelled = false

  @inlinable init() {}

  /// What somebody who wants a value has to do.
  @usableFromInline enum Step {
    case take(InboxEvent<Input, Failure>)
    case ask(SubscriptionObject)
    case wait
  }

  /// Takes the first subscription.
  ///
  /// - Returns: What to ask of it, or `nil` if it is to be cancelled.
  @inlinable mutating func attach(_ subscription: any Subscription) -> Subscribers.Demand? {
    guard isOpen, upstream.attach(subscription) else { return nil }
    return early
  }

  /// Gives what is there, or lets somebody wait.
  @inlinable mutating func enter(_ waiter: InboxWaiter<Input, Failure>) -> Step {
    if isCancelled { return .take(.end) }
    if let value = values.popFirst() { return .take(.value(value)) }
    guard isOpen else { return .take(failure.take().map { .failure($0) } ?? .end) }
    waiting.append(waiter)
    if let subscription = upstream.subscription { return .ask(subscription) }
    early += 1
    return .wait
  }

  /// Takes a value from upstream.
  ///
  /// - Returns: Who waits for it; if nobody does, it is kept.
  @inlinable mutating func receive(_ value: Input) -> InboxWaiter<Input, Failure>? {
    guard isOpen else { return nil }
    if let waiter = waiting.popFirst() { return waiter }
    values.append(value)
    return nil
  }

  /// Takes the end from upstream. The failure is told to the first who waits, or who comes.
  ///
  /// - Returns: Upstream, and those who wait; to be let go outside the lock.
  @inlinable mutating func complete(_ completion: Subscribers.Completion<Failure>) -> Released {
    var released = Released(upstream: upstream.terminate(), waiting: waiting)
    guard isOpen else { return released }
    isOpen = false
    waiting = Queue()
    guard case .failure(let error) = completion else { return released }
    if released.waiting.isEmpty { failure = error } else { released.failure = error }
    return released
  }

  /// Lets nothing more in or out, and keeps what is there for ``cancel()``.
  ///
  /// - Returns: Those who wait.
  @inlinable mutating func close() -> Queue<InboxWaiter<Input, Failure>> {
    defer { waiting = Queue() }
    (isOpen, isCancelled) = (false, true)
    return waiting
  }

  /// Ends everything: what came is not wanted any more.
  ///
  /// - Returns: Everything that was held, to be let go outside the lock.
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

/// What somebody who waits is told.
// Sendable: it goes from the one who delivers to one who waits, and to nobody else.
@usableFromInline
enum InboxEvent<Input, Failure: Error>: @unchecked Sendable {
  case value(Input)
  case failure(Failure)
  case end
}

/// Whom to wake, once: who takes it out of the state resumes it.
@usableFromInline
typealias InboxWaiter<Input, Failure: Error> = UnsafeContinuation<InboxEvent<Input, Failure>, Never>
