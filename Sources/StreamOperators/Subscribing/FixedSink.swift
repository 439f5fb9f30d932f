public import StreamCore
public import StreamParts
public import Synchronization

extension Publisher {
  /// Attaches a subscriber that receives at most a given number of values, and calls closures.
  ///
  ///     upstream      --1--2--3   --4--|
  ///     sink(fixedDemand:receiveCompletion:receiveValue:)
  ///     closures      --1--2--(3|)
  ///
  /// - **Demand**: `fixedDemand`, once.
  /// - **Completion**: passed to `receiveCompletion`; after the last value upstream is cancelled, and
  ///   `.finished` is passed.
  /// - **Failure**: passed to `receiveCompletion`, if it arrives before the last value.
  /// - **Threads**: the closures run on the actor that they are written on, as those of `sink`; without one, where
  ///   upstream delivers, one at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - fixedDemand: The maximum number of values, one or more. Any other number traps.
  ///   - receiveCompletion: Runs once, when the publisher ends or the last value has been received; not after a
  ///     cancel.
  ///   - receiveValue: Runs for each value.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor, at most `fixedDemand`:
  ///   O(1) without one.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func sink(
    fixedDemand: Int,
    @_inheritActorContext receiveCompletion:
      @escaping @Sendable @isolated(any) (Subscribers.Completion<Failure>) -> Void,
    @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
  ) -> AnyCancellable {
    sink(fixedDemand: fixedDemand, SinkFunctions(receiveCompletion, receiveValue))
  }

  @inlinable
  func sink(fixedDemand: Int, _ functions: SinkFunctions<Output, Failure>) -> AnyCancellable {
    let sink = Subscribers.FixedSink<Output, Failure>(
      demand: fixedDemand, receiveCompletion: functions.receiveCompletion.call,
      receiveValue: functions.receiveValue.call)
    subscribe(sink)
    return functions.cancellable(of: sink)
  }
}

extension Publisher where Failure == Never {
  /// Attaches a subscriber that receives at most a given number of values, and calls a closure.
  ///
  ///     upstream      --1--2--3--4--|
  ///     ignoreFailure().sink(fixedDemand: 3) { closure.send($0) }.store(in: cancellables)
  ///     closure       --1--2--3------
  ///
  /// - **Demand**: `fixedDemand`, once.
  /// - **Completion**: ends the subscription, as the last value does, which cancels upstream.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the closure runs on the actor that it is written on, as that of `sink`; without one, where
  ///   upstream delivers, one value at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - fixedDemand: The maximum number of values, one or more. Any other number traps.
  ///   - receiveValue: Runs for each value.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor, at most `fixedDemand`:
  ///   O(1) without one.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func sink(
    fixedDemand: Int, @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
  ) -> AnyCancellable {
    sink(fixedDemand: fixedDemand, SinkFunctions(receiveValue))
  }
}

/// A subscriber that requests a fixed number of values once, and calls closures.
///
/// After the last of them it cancels upstream, and calls `receiveCompletion` with `.finished`. It receives fewer values
/// if upstream completes before, and ignores values beyond that number from an upstream that exceeds its demand. It
/// releases its closures when the stream ends or is cancelled.
public final class FixedSinkSubscriber<Input, Failure: Error>: Subscriber, Cancellable, Sendable {
  @usableFromInline typealias Handlers = Subscribers.Sink<Input, Failure>.Handlers

  /// How many values are requested.
  public let demand: Int

  /// How many values are still accepted; negative if upstream has exceeded its demand.
  @usableFromInline let remaining: SharedWord<Int>
  @usableFromInline package let subscription: SinkUpstream

  /// Creates a subscriber with a number of values and two closures.
  ///
  /// - Parameters:
  ///   - demand: The maximum number of values, one or more. Any other number traps.
  ///   - receiveCompletion: Runs once, when the publisher ends or the last value has been received; not after a cancel.
  ///   - receiveValue: Runs for each value.
  @inlinable
  @preconcurrency
  public init(
    demand: Int,
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Input) -> Void
  ) {
    precondition(demand > 0, "The demand of a FixedSink must be for at least one value: \(demand)")
    self.demand = demand
    remaining = SharedWord(demand)
    subscription = SinkUpstream(
      Handlers(receiveCompletion: receiveCompletion, receiveValue: receiveValue))
  }

  /// Requests ``demand`` from the first subscription, and cancels any other.
  @inlinable
  public func receive(subscription: any Subscription) {
    self.subscription.attach(subscription, requesting: .max(demand))
  }

  /// Calls the closure for values, unless the stream has ended; the last value ends it.
  ///
  /// - Returns: `.none`: all values have been requested.
  @inlinable @inline(__always)
  public func receive(_ value: Input) -> Subscribers.Demand {
    // Counted before the closure runs, which may send the next value re-entrantly.
    let remaining = remaining.wrappingSubtract(1, ordering: .relaxed).newValue
    guard remaining >= 0 else { return .none }
    subscription.deliver(to: Handlers.self) { $0.receiveValue(value) }
    if remaining == 0 { finish() }
    return .none
  }

  /// Calls the closure for the completion, the first time, and releases the closures.
  @inlinable
  public func receive(completion: Subscribers.Completion<Failure>) {
    subscription.complete(Handlers.self) { $0.receiveCompletion(completion) }
  }

  /// Cancels upstream, and releases the closures.
  @inlinable
  public func cancel() {
    subscription.cancel()
  }

  @inlinable
  func finish() {
    subscription.target.close(as: Handlers.self) { handlers in
      subscription.releaseUpstream(cancels: true)
      handlers.receiveCompletion(.finished)
    }
  }
}

extension SubscriberNames {
  /// ``FixedSinkSubscriber``, under a short name that a client's own type overrides.
  public typealias FixedSink<Input, Failure: Error> = FixedSinkSubscriber<Input, Failure>
}

extension FixedSinkSubscriber: SinkUpstreamOwner {}

extension FixedSinkSubscriber: ConcurrentCancellable {}

extension FixedSinkSubscriber: SubscriptionDescription {
  /// `FixedSink`.
  public var description: String { "FixedSink" }

  /// What a debugger shows: the demand, and the state of the upstream.
  public var customMirror: Mirror { Mirror(self, children: ["demand": demand, "status": subscription.status]) }

  /// `FixedSink`.
  public var playgroundDescription: Any { description }
}
