public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element into a publisher, and republishes whichever of these publishers is the first to send a
  /// signal.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^---!
  ///     b                 ^4--5|
  ///     flatMapRace { name in name == "a" ? a : b }
  ///     downstream    -----4--5|
  ///
  /// The publishers run side by side until one delivers, finishes or fails. It wins: the others and upstream are
  /// cancelled.
  ///
  /// - **Demand**: requests `maxPublishers` elements from upstream. The outstanding demand of downstream is requested
  ///   from all publishers until one has won, and then from that one. A value wins only if it has been requested.
  /// - **Completion**: that of the winner; a finish without a value wins, too. Also finishes if upstream finishes
  ///   without an element.
  /// - **Failure**: that of the winner; or a failure of upstream, which cancels the publishers if none has won.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock. Delivers where the winner does; the
  ///   others are cancelled before its first signal is delivered.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of publishers that run.
  ///   - transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the elements of the winner.
  /// - Complexity: O(1) for each element of the winner; O(*n*) memory, and for the end of the race, where *n* is the
  ///   number of publishers, at most `maxPublishers`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapRace<Child: Publisher>(
    maxPublishers: Subscribers.Demand = .max(32), _ transform: @escaping @Sendable (Output) -> Child
  ) -> Publishers.FlatMapRace<Child, Self> where Child.Failure == Failure {
    Publishers.FlatMapRace(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

// The optional closure ranks this form behind the general one above, which is disfavoured as well.

extension Publisher where Failure == Never {
  /// Transforms each element into a publisher that may fail, and republishes whichever of these publishers is the first
  /// to send a signal.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^---!
  ///     b                 ^4--5|
  ///     flatMapRace { name in name == "a" ? a : b }
  ///     downstream    -----4--5|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: that of the winner; also finishes if upstream finishes without an element.
  /// - **Failure**: that of the winner.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of publishers that run.
  ///   - transform: Transforms an element into a publisher; `nil` traps.
  /// - Returns: A publisher of the elements of the winner.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapRace<Child: Publisher>(
    maxPublishers: Subscribers.Demand = .max(32), _ transform: (@Sendable (Output) -> Child)?
  ) -> Publishers.FlatMapRace<Child, Publishers.SetFailureType<Self, Child.Failure>> {
    guard let transform else { preconditionFailure("flatMapRace needs a closure.") }
    return Publishers.FlatMapRace(
      upstream: setFailureType(to: Child.Failure.self), maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher {
  /// Transforms each element into a publisher that cannot fail, and republishes whichever of these publishers is the
  /// first to send a signal.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^---!
  ///     b                 ^4--5|
  ///     flatMapRace { name in name == "a" ? a : b }
  ///     downstream    -----4--5|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: that of the winner; also finishes if upstream finishes without an element.
  /// - **Failure**: a failure of upstream, which cancels the publishers if none has won.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of publishers that run.
  ///   - transform: Transforms an element into a publisher; `nil` traps.
  /// - Returns: A publisher of the elements of the winner.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMapRace<Child: Publisher>(
    maxPublishers: Subscribers.Demand = .max(32), _ transform: (@Sendable (Output) -> Child)?
  ) -> Publishers.FlatMapRace<Publishers.SetFailureType<Child, Failure>, Self> where Child.Failure == Never {
    guard let transform else { preconditionFailure("flatMapRace needs a closure.") }
    return Publishers.FlatMapRace(
      upstream: self, maxPublishers: maxPublishers, transform: { transform($0).setFailureType(to: Failure.self) })
  }
}

/// A publisher that transforms each element of another into a publisher, and republishes whichever of these publishers
/// is the first to send a signal.
@frozen
public struct FlatMapRacePublisher<Child: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
where Child.Failure == Upstream.Failure {
  public typealias Output = Child.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are transformed into publishers.
  public let upstream: Upstream

  /// The maximum number of publishers that run.
  public let maxPublishers: Subscribers.Demand

  /// Transforms an element into a publisher.
  public let transform: @Sendable (Upstream.Output) -> Child

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, maxPublishers: Subscribers.Demand, transform: @escaping @Sendable (Upstream.Output) -> Child
  ) {
    self.upstream = upstream
    self.maxPublishers = maxPublishers
    self.transform = transform
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(FlatMapRaceInner(to: subscriber, maxPublishers: maxPublishers, transform: transform))
  }
}

extension PublisherNames {
  /// ``FlatMapRacePublisher``, under a short name that a client's own type overrides.
  public typealias FlatMapRace<Child: Publisher, Upstream: Publisher> = FlatMapRacePublisher<Child, Upstream>
  where Child.Failure == Upstream.Failure
}

extension FlatMapRacePublisher: Sendable where Upstream: Sendable {}

/// Transforms an element into a publisher that takes part in the race.
@usableFromInline
struct FlatMapRaceInner<Input, Child: Publisher, Downstream: Subscriber>: InnerSubscriber
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
  @usableFromInline typealias Failure = Child.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let race = RaceSubscription("FlatMapRace", of: 0)
  @usableFromInline let maxPublishers: Subscribers.Demand
  @usableFromInline let transform: (Input) -> Child

  @inlinable
  init(to downstream: Downstream, maxPublishers: Subscribers.Demand, transform: @escaping (Input) -> Child) {
    self.downstream = downstream
    self.maxPublishers = maxPublishers
    self.transform = transform
  }

  @usableFromInline var description: String { race.description }

  @inlinable var combineIdentifier: CombineIdentifier { race.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    guard race.attachOuter(subscription) else { return }
    downstream.receive(subscription: race)
    if race.isOpen { subscription.request(maxPublishers) }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    // The racer is added before `transform` is called, so that `transform` never runs after the end.
    guard let racer = race.addRacer() else { return .none }
    race.add(transform(input), as: racer, to: downstream)
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: if race.outerFinished() { downstream.receive(completion: .finished) }
    case .failure where race.outerFailed(): downstream.receive(completion: completion)
    case .failure: FailureHook.report(late: completion, at: race)
    }
  }
}
