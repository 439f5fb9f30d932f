public import StreamCore
public import StreamParts
internal import Synchronization

extension Publisher {
  /// Attaches a subscriber that limits its outstanding demand, and calls closures.
  ///
  ///     upstream      --1--2--3--|
  ///     sink(maxDemand:receiveCompletion:receiveValue:)
  ///     requests      2-1--1--1---
  ///     closures      --1--2--3--|
  ///
  /// - **Demand**: `maxDemand` on subscription, then one more for each value, after the closure has returned. So a
  ///   subject drops the values that it sends before an actor has run the closure: put a `buffer` before this
  ///   operator.
  /// - **Completion**: passed to `receiveCompletion`.
  /// - **Failure**: passed to `receiveCompletion`.
  /// - **Threads**: the closures run on the actor that they are written on, as those of `sink`; without one, where
  ///   upstream delivers, one at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - maxDemand: The limit of the outstanding demand, one value or more; `.none` traps. With `.unlimited`, no
  ///     further requests follow.
  ///   - receiveCompletion: Runs once when the publisher ends; not after a cancel.
  ///   - receiveValue: Runs for each value.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor, at most `maxDemand`:
  ///   O(1) without one.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func sink(
    maxDemand: Subscribers.Demand,
    @_inheritActorContext receiveCompletion:
      @escaping @Sendable @isolated(any) (Subscribers.Completion<Failure>) -> Void,
    @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
  ) -> AnyCancellable {
    graduatedSink(maxDemand, receiveCompletion, receiveValue)
  }

  @inlinable
  func graduatedSink(
    _ maxDemand: Subscribers.Demand,
    _ receiveCompletion: @escaping @Sendable @isolated(any) (Subscribers.Completion<Failure>) -> Void,
    _ receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
  ) -> AnyCancellable {
    let refill = LateRefill<Output, Failure>()
    let functions = SinkFunctions(receiveCompletion, receiveValue, afterValueOnActor: refill.request)
    let sink = Subscribers.GraduatedSink<Output, Failure>(
      maxDemand: maxDemand, lateRefill: functions.areOnActor ? refill : nil,
      receiveCompletion: functions.receiveCompletion.call, receiveValue: functions.receiveValue.call)
    refill.sink = sink
    subscribe(sink)
    return functions.cancellable(of: sink)
  }
}

extension Publisher where Failure == Never {
  /// Attaches a subscriber that limits its outstanding demand, and calls a closure.
  ///
  ///     upstream      --1--2--3--|
  ///     sink(maxDemand:receiveValue:)
  ///     requests      2-1--1--1---
  ///     closure       --1--2--3---
  ///
  /// - **Demand**: `maxDemand` on subscription, then one more for each value, after the closure has returned. So a
  ///   subject drops the values that it sends before an actor has run the closure: put a `buffer` before this
  ///   operator.
  /// - **Completion**: ends the subscription.
  /// - **Failure**: never; `Failure` is `Never`.
  /// - **Threads**: the closure runs on the actor that it is written on, as that of `sink`; without one, where
  ///   upstream delivers, one value at a time, never under a lock.
  ///
  /// - Parameters:
  ///   - maxDemand: The limit of the outstanding demand, one value or more; `.none` traps. With `.unlimited`, no
  ///     further requests follow.
  ///   - receiveValue: Runs for each value.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  /// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the actor, at most `maxDemand`:
  ///   O(1) without one.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func sink(
    maxDemand: Subscribers.Demand,
    @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
  ) -> AnyCancellable {
    sink(maxDemand: maxDemand, receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

/// A subscriber that requests a number of values, then one more with each value, and calls closures.
///
/// The outstanding demand never exceeds that number, which also bounds work that upstream does in parallel, such as a
/// `flatMap`. The subscriber releases its closures when the stream ends or is cancelled, and ignores later signals.
public final class GraduatedSinkSubscriber<Input, Failure: Error>: Subscriber, Cancellable, Sendable {
  @usableFromInline typealias Handlers = Subscribers.Sink<Input, Failure>.Handlers

  /// The limit of the outstanding demand.
  public let maxDemand: Subscribers.Demand

  /// The demand returned for each value.
  @usableFromInline let refill: Subscribers.Demand
  @usableFromInline let lateRefill: LateRefill<Input, Failure>?
  @usableFromInline package let subscription: SinkUpstream

  /// Creates a subscriber with a demand and two closures.
  ///
  /// - Parameters:
  ///   - maxDemand: The limit of the outstanding demand, one value or more; `.none` traps. With `.unlimited`, no
  ///     further requests follow.
  ///   - receiveCompletion: Runs once when the publisher ends; not after a cancel.
  ///   - receiveValue: Runs for each value.
  @inlinable
  @preconcurrency
  public convenience init(
    maxDemand: Subscribers.Demand,
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Input) -> Void
  ) {
    self.init(
      maxDemand: maxDemand, lateRefill: nil, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
  }

  /// With a late refill, that one knows when the closure has returned.
  @inlinable
  init(
    maxDemand: Subscribers.Demand, lateRefill: LateRefill<Input, Failure>?,
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Input) -> Void
  ) {
    precondition(maxDemand != .none, "The demand of a GraduatedSink must be for at least one value: \(maxDemand)")
    self.maxDemand = maxDemand
    self.lateRefill = lateRefill
    refill = maxDemand == .unlimited ? .none : .max(1)
    subscription = SinkUpstream(
      Handlers(receiveCompletion: receiveCompletion, receiveValue: receiveValue))
  }

  /// Requests ``maxDemand`` from the first subscription, and cancels any other.
  @inlinable
  public func receive(subscription: any Subscription) {
    self.subscription.attach(subscription, requesting: maxDemand)
  }

  /// Calls the closure for values, unless the stream has ended.
  ///
  /// - Returns: One more; `.none` if the demand is unlimited, or the stream has ended.
  @inlinable @inline(__always)
  public func receive(_ value: Input) -> Subscribers.Demand {
    guard let lateRefill else {
      subscription.deliver(to: Handlers.self) { $0.receiveValue(value) }
      return subscription.target.isClosed ? .none : refill
    }
    lateRefill.begin()
    subscription.deliver(to: Handlers.self) { $0.receiveValue(value) }
    return lateRefill.end()
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
}

/// Requests one more value for a sink when its closure has returned on the actor: through the result of `receive(_:)`
/// if the sink is inside that call, so that requests do not nest; otherwise through a request.
// Sendable: the reference is set before the sink has a subscription, and only read then.
@usableFromInline
final class LateRefill<Input, Failure: Error>: @unchecked Sendable {
  @usableFromInline weak var sink: GraduatedSinkSubscriber<Input, Failure>?

  /// How many closures have returned during a `receive(_:)`; -1 outside of one.
  private let returned = SharedWord(-1)

  @usableFromInline
  init() {}

  @usableFromInline
  func begin() {
    returned.store(0, ordering: .releasing)
  }

  /// - Returns: The demand that `receive(_:)` returns.
  @usableFromInline
  func end() -> Subscribers.Demand {
    let count = returned.exchange(-1, ordering: .acquiringAndReleasing)
    return count > 0 && isWanted ? .max(count) : .none
  }

  @usableFromInline
  @Sendable func request() {
    guard isWanted else { return }
    var present = returned.load(ordering: .acquiring)
    while present >= 0 {
      let (exchanged, original) = returned.compareExchange(
        expected: present, desired: present + 1, ordering: .acquiringAndReleasing)
      if exchanged { return }
      present = original
    }
    sink?.subscription.request(.max(1))
  }

  private var isWanted: Bool {
    guard let sink else { return false }
    return sink.maxDemand != .unlimited && !sink.subscription.target.isClosed
  }

  @usableFromInline
  @Sendable func cancel() {
    sink?.cancel()
  }
}

extension SubscriberNames {
  /// ``GraduatedSinkSubscriber``, under a short name that a client's own type overrides.
  public typealias GraduatedSink<Input, Failure: Error> = GraduatedSinkSubscriber<Input, Failure>
}

extension GraduatedSinkSubscriber: SinkUpstreamOwner {}

extension GraduatedSinkSubscriber: ConcurrentCancellable {}

extension GraduatedSinkSubscriber: SubscriptionDescription {
  /// `GraduatedSink`.
  public var description: String { "GraduatedSink" }

  /// What a debugger shows: the demand, and the state of the upstream.
  public var customMirror: Mirror { Mirror(self, children: ["maxDemand": maxDemand, "status": subscription.status]) }

  /// `GraduatedSink`.
  public var playgroundDescription: Any { description }
}
