public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers the newest element when another publisher delivers one.
  ///
  ///     upstream      -1-2----3-4|
  ///     trigger       --x--x-x-x---x
  ///     sample(on: trigger)
  ///     downstream    --1--2---3---(4|)
  ///
  /// - **Demand**: requests unlimited demand from upstream and `trigger`, and keeps the newest element. An element of
  ///   `trigger` that arrives while downstream has no demand does nothing.
  /// - **Completion**: finishes when upstream has finished and its newest element has been delivered, or as soon as
  ///   `trigger` finishes, which drops a waiting element.
  /// - **Failure**: the first failure of either cancels the other, drops the element that waits and is passed on.
  /// - **Threads**: delivers where `trigger` does, or on a thread that is delivering an earlier element; deliveries
  ///   never overlap.
  ///
  /// - Parameters:
  ///   - trigger: The publisher whose elements trigger the delivery of upstream's newest element. It is subscribed to
  ///     after upstream.
  ///   - repeating: Whether an element of `trigger` delivers the newest element again if that has been delivered.
  /// - Returns: A publisher of the elements that are newest when `trigger` delivers.
  @_disfavoredOverload
  @inlinable
  public func sample<Trigger: Publisher>(
    on trigger: Trigger, repeating: Bool = false
  ) -> Publishers.Sample<Self, Trigger> where Trigger.Failure == Failure {
    Publishers.Sample(upstream: self, trigger: trigger, repeating: repeating)
  }

  /// Delivers the newest element when another publisher, which cannot fail, delivers one.
  ///
  ///     upstream      -1-2----3-4|
  ///     trigger       --x--x-x-x---x
  ///     sample(on: trigger)
  ///     downstream    --1--2---3---(4|)
  ///
  /// - **Demand**: as for a trigger of the same failure type.
  /// - **Completion**: as for a trigger of the same failure type.
  /// - **Failure**: a failure of upstream cancels `trigger`, drops the element that waits and is passed on.
  /// - **Threads**: as for a trigger of the same failure type.
  ///
  /// - Parameters:
  ///   - trigger: The publisher whose elements trigger the delivery of upstream's newest element. It is subscribed to
  ///     after upstream.
  ///   - repeating: Whether an element of `trigger` delivers the newest element again if that has been delivered.
  /// - Returns: A publisher of the elements that are newest when `trigger` delivers.
  @_disfavoredOverload
  @inlinable
  public func sample<Trigger: Publisher>(
    on trigger: Trigger, repeating: Bool = false
  ) -> Publishers.Sample<Self, Publishers.SetFailureType<Trigger, Failure>> where Trigger.Failure == Never {
    Publishers.Sample(
      upstream: self, trigger: Publishers.SetFailureType(upstream: trigger), repeating: repeating)
  }
}

// More specialised than the two forms above, which would be ambiguous if neither publisher can fail.
extension Publisher where Failure == Never {
  /// ``sample(on:repeating:)`` where neither can fail.
  ///
  /// - Parameters:
  ///   - trigger: The publisher whose elements trigger the delivery of upstream's newest element. It is subscribed to
  ///     after upstream.
  ///   - repeating: Whether an element of `trigger` delivers the newest element again if that has been delivered.
  /// - Returns: A publisher of the elements that are newest when `trigger` delivers.
  @_disfavoredOverload
  @inlinable
  public func sample<Trigger: Publisher>(
    on trigger: Trigger, repeating: Bool = false
  ) -> Publishers.Sample<Self, Trigger> where Trigger.Failure == Never {
    Publishers.Sample(upstream: self, trigger: trigger, repeating: repeating)
  }
}

/// A publisher that delivers the newest element of another when a third delivers one.
@frozen
public struct SamplePublisher<Upstream: Publisher, Trigger: Publisher>: Publisher, ReleasingPublisher
where Upstream.Failure == Trigger.Failure {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are delivered.
  public let upstream: Upstream

  /// The publisher whose elements trigger the delivery of upstream's newest element.
  public let trigger: Trigger

  /// Whether an element of the trigger delivers the newest element again if that has been delivered.
  public let repeating: Bool

  @inlinable
  public init(upstream: Upstream, trigger: Trigger, repeating: Bool) {
    self.upstream = upstream
    self.trigger = trigger
    self.repeating = repeating
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let delivery = SampleDelivery<S>("Sample", SamplePolicy(isRepeating: repeating), to: subscriber)
    delivery.begin()
    delivery.subscribe(SampleInner(delivery: delivery), to: upstream)
    delivery.subscribe(SampleTriggerInner<Trigger.Output, S>(delivery: delivery), to: trigger)
  }
}

extension PublisherNames {
  /// ``SamplePublisher``, under a short name that a client's own type overrides.
  public typealias Sample<Upstream: Publisher, Trigger: Publisher> = SamplePublisher<Upstream, Trigger>
  where Upstream.Failure == Trigger.Failure
}

extension SamplePublisher: Sendable where Upstream: Sendable, Trigger: Sendable {}

extension SamplePublisher: Equatable where Upstream: Equatable, Trigger: Equatable {}
