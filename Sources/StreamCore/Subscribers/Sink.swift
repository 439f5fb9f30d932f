// Swift has no public name for a parameter whose closure belongs to the actor on which it is written: `sink` and
// similar functions use `@_inheritActorContext`, as `Task.init` does.

extension Publisher {
  /// Attaches a subscriber that calls closures, with unlimited demand.
  ///
  ///     upstream      --1--2--3--|
  ///     sink          --1--2--3--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = ["a", "b"].publisher.sink(
  ///   receiveCompletion: { print($0) },
  ///   receiveValue: { print($0) })
  /// ```
  ///
  /// Use it at the end of a chain, to run code for each element and at the end. Keep what it returns: when that is
  /// released, the subscription ends, and nothing more comes.
  ///
  /// Closures that are written on an actor run on that actor. On the main actor, a value that is sent there is
  /// delivered at once, unless others wait; values that are sent elsewhere, and all values for other actors, wait for
  /// the actor, in order. So blocking the main thread until such a closure has run deadlocks. A closure that is
  /// passed as a `@Sendable` function runs where upstream delivers, and nothing waits:
  ///
  /// ```swift
  /// let body: @Sendable (Int) -> Void = { print($0) }
  /// let cancellable = numbers.sink(receiveValue: body)
  /// ```
  ///
  /// In an actor, do not capture `[unowned self]`: Swift 6.3 releases the actor once too often
  /// (`Docs/SwiftConcurrency.md`).
  ///
  /// If values arrive faster than the actor takes them, use `for await … in values`, which requests one at a time. A
  /// subject does not wait for requests, and drops the values that it sends without demand: use `values(buffering:)`,
  /// or `buffer` before `values`.
  ///
  /// - **Demand**: unlimited. Values that wait for an actor are kept in memory, without a limit.
  /// - **Completion**: passed to `receiveCompletion`, after all values.
  /// - **Failure**: passed to `receiveCompletion`, after all values.
  /// - **Threads**: the closures run on the actor that they are written on, and never again after a cancel on that
  ///   actor. Without an actor they run where upstream delivers, one at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called once when the publisher ends; not after a cancel.
  ///   - receiveValue: Called with each value.
  /// - Returns: A handle that cancels the subscription when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @preconcurrency
  public func sink(
    @_inheritActorContext receiveCompletion:
      @escaping @Sendable @isolated(any) (Subscribers.Completion<Failure>) -> Void,
    @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
  ) -> AnyCancellable {
    sink(SinkFunctions(receiveCompletion, receiveValue), upstream: SharedSinkUpstream())
  }
}

extension Publisher where Failure == Never {
  /// Attaches a subscriber that calls a closure, with unlimited demand.
  ///
  ///     upstream      --1--2--3--|
  ///     sink          --1--2--3--
  ///
  /// - **Demand**: unlimited. Values that wait for an actor are kept in memory, without a limit.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: cannot fail.
  /// - **Threads**: the closure runs on the actor that it is written on, as those of
  ///   ``sink(receiveCompletion:receiveValue:)``; without one, where upstream delivers, one value at a time, never
  ///   under a lock.
  ///
  /// - Parameter receiveValue: Called with each value.
  /// - Returns: A handle that cancels the subscription when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor: O(1) without one.
  @inlinable
  @preconcurrency
  public func sink(
    @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
  ) -> AnyCancellable {
    sink(SinkFunctions(receiveValue), upstream: SharedSinkUpstream())
  }
}

extension Subscribers {
  /// A subscriber that calls closures, with unlimited demand.
  ///
  /// It releases its closures when the stream ends or is cancelled. Later signals are ignored.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, Sendable {
    @usableFromInline package let subscription: SinkUpstream

    /// Creates a subscriber from two closures.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Called once when the publisher ends; not after a cancel.
    ///   - receiveValue: Called with each value.
    @inlinable
    @preconcurrency
    public init(
      receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping @Sendable (Input) -> Void
    ) {
      subscription = SinkUpstream(
        Handlers(receiveCompletion: receiveCompletion, receiveValue: receiveValue))
    }

    /// Requests unlimited values from the first subscription, and cancels any other.
    @inlinable
    public func receive(subscription: any Subscription) {
      self.subscription.attach(subscription)
    }

    /// Calls ``receiveValue``, unless the stream has ended.
    ///
    /// - Returns: `.none`: demand is unlimited already.
    @inlinable @inline(__always)
    public func receive(_ value: Input) -> Subscribers.Demand {
      subscription.deliver(to: Handlers.self) { $0.receiveValue(value) }
      return .none
    }

    /// Calls ``receiveCompletion``, the first time, and releases the closures.
    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
      subscription.complete(Handlers.self) { $0.receiveCompletion(completion) }
    }

    /// Cancels upstream, and releases the closures.
    @inlinable
    public func cancel() {
      subscription.cancel()
    }
  }
}

extension Subscribers.Sink {
  /// Both closures, in one object, so that they are released together and called without a retain.
  @usableFromInline
  package final class Handlers: Sendable {
    @usableFromInline package let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void
    @usableFromInline package let receiveValue: @Sendable (Input) -> Void

    @inlinable
    package init(
      receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping @Sendable (Input) -> Void
    ) {
      self.receiveCompletion = receiveCompletion
      self.receiveValue = receiveValue
    }
  }

  /// The closure that is called with each value; after the stream has ended, one that does nothing.
  public var receiveValue: @Sendable (Input) -> Void {
    var closure: @Sendable (Input) -> Void = { _ in }
    subscription.deliver(to: Handlers.self) { closure = $0.receiveValue }
    return closure
  }

  /// The closure that is called with the completion; after the stream has ended, one that does nothing.
  public var receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void {
    var closure: @Sendable (Subscribers.Completion<Failure>) -> Void = { _ in }
    subscription.deliver(to: Handlers.self) { closure = $0.receiveCompletion }
    return closure
  }
}

extension Subscribers.Sink: SinkUpstreamOwner, ConcurrentCancellable {}

extension Subscribers.Sink: SubscriptionDescription {
  /// `Sink`.
  public var description: String { "Sink" }

  /// The debugger's view: the state of the upstream.
  public var customMirror: Mirror { Mirror(self, children: ["status": subscription.status]) }

  /// `Sink`.
  public var playgroundDescription: Any { description }
}
