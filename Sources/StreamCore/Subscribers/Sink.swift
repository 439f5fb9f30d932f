extension Publisher {
  /// Attaches a subscriber that calls closures, with unlimited demand.
  ///
  ///     upstream      --1--2--3--|
  ///     sink          --1--2--3--|
  ///
  /// - **Demand**: unlimited.
  /// - **Completion**: passed to `receiveCompletion`.
  /// - **Failure**: passed to `receiveCompletion`.
  /// - **Threads**: the closures run where upstream delivers, one at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called once when the publisher ends; not after a cancel.
  ///   - receiveValue: Called with each value.
  /// - Returns: A handle that cancels the subscription when it is cancelled or released.
  @inlinable
  @preconcurrency
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    let upstream = SharedSinkUpstream()
    subscribe(
      SinkSubscriber(upstream: upstream, receiveCompletion: receiveCompletion, receiveValue: receiveValue))
    return AnyCancellable(target: upstream)
  }
}

extension Publisher where Failure == Never {
  /// Attaches a subscriber that calls a closure, with unlimited demand.
  ///
  ///     upstream      --1--2--3--|
  ///     sink          --1--2--3--
  ///
  /// - **Demand**: unlimited.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: cannot fail.
  /// - **Threads**: the closure runs where upstream delivers, one value at a time, never under a lock.
  ///
  /// - Parameter receiveValue: Called with each value.
  /// - Returns: A handle that cancels the subscription when it is cancelled or released.
  @inlinable
  @preconcurrency
  public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
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

extension Subscribers.Sink: SinkUpstreamOwner {}

extension Subscribers.Sink: ConcurrentCancellable {}

extension Subscribers.Sink: SubscriptionDescription {
  /// `Sink`.
  public var description: String { "Sink" }

  /// The debugger's view: the state of the upstream.
  public var customMirror: Mirror { Mirror(self, children: ["status": subscription.status]) }

  /// `Sink`.
  public var playgroundDescription: Any { description }
}
