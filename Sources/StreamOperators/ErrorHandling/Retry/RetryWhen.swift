public import StreamCore
public import StreamParts

extension Publisher {
  /// Resubscribes to a publisher that fails, when a second publisher, which is made from the failures, delivers a
  /// value.
  ///
  ///     upstream 1    -1-#
  ///     upstream 2          ^1-#
  ///     upstream 3                (^!)
  ///     retry { $0.delay(for: 3, scheduler: scheduler).prefix(2) }
  ///     downstream    -1-----1----|
  ///
  /// Each value of the trigger starts a retry if upstream has failed since the last one; a value that arrives while
  /// upstream runs is ignored. So if the trigger maps a failure to no value, the stream waits without ending.
  ///
  /// - **Demand**: passed upstream; the demand outstanding at a failure is carried over to the next attempt. Unlimited
  ///   demand is requested from the trigger. Failures that the trigger has not requested wait, in order.
  /// - **Completion**: when upstream finishes, which cancels the trigger, or when the trigger does, which cancels
  ///   upstream.
  /// - **Failure**: only the trigger's; it cancels upstream.
  /// - **Threads**: resubscribes where the trigger delivers, in a loop: a publisher that fails inside `subscribe(_:)`,
  ///   and a trigger that answers at once, do not grow the stack. Delivers where upstream does, serially.
  ///
  /// - Parameter trigger: Returns the publisher whose values start retries. It is called once at the start of each
  ///   subscription, with a publisher of upstream's failures.
  /// - Returns: A publisher of the elements of all attempts.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of failures that the trigger has not
  ///   asked for.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func retry<Trigger: Publisher>(
    when trigger: @escaping @Sendable (AnyPublisher<Failure, Never>) -> Trigger
  ) -> Publishers.RetryWhen<Self, Trigger> where Trigger.Failure == Failure {
    Publishers.RetryWhen(self, trigger: trigger)
  }

  /// Resubscribes to a publisher that fails, when a second publisher, which is made from the failures, delivers a
  /// value: a trigger that cannot fail.
  ///
  ///     upstream 1    -1-#
  ///     upstream 2          ^1-#
  ///     upstream 3                (^!)
  ///     retry { $0.delay(for: 3, scheduler: scheduler).prefix(2) }
  ///     downstream    -1-----1----|
  ///
  /// Each value of the trigger starts a retry if upstream has failed since the last one; a value that arrives while
  /// upstream runs is ignored. So if the trigger maps a failure to no value, the stream waits without ending.
  ///
  /// - **Demand**: passed upstream; the demand outstanding at a failure is carried over to the next attempt. Unlimited
  ///   demand is requested from the trigger. Failures that the trigger has not requested wait, in order.
  /// - **Completion**: when upstream finishes, which cancels the trigger, or when the trigger does, which cancels
  ///   upstream.
  /// - **Failure**: only the trigger's; it cancels upstream.
  /// - **Threads**: resubscribes where the trigger delivers, in a loop: a publisher that fails inside `subscribe(_:)`,
  ///   and a trigger that answers at once, do not grow the stack. Delivers where upstream does, serially.
  ///
  /// - Parameter trigger: Returns the publisher whose values start retries. It is called once at the start of each
  ///   subscription, with a publisher of upstream's failures.
  /// - Returns: A publisher of the elements of all attempts.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of failures that the trigger has not
  ///   asked for.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func retry<Trigger: Publisher>(
    when trigger: @escaping @Sendable (AnyPublisher<Failure, Never>) -> Trigger
  ) -> Publishers.RetryWhen<Self, Trigger> where Trigger.Failure == Never {
    Publishers.RetryWhen(self, trigger: trigger)
  }

  /// Resolves the ambiguity of the two forms above if neither upstream nor the trigger can fail.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func retry<Trigger: Publisher>(
    when trigger: @escaping @Sendable (AnyPublisher<Failure, Never>) -> Trigger
  ) -> Publishers.RetryWhen<Self, Trigger> where Failure == Never, Trigger.Failure == Never {
    Publishers.RetryWhen(self, trigger: trigger)
  }
}

/// A publisher that resubscribes to a publisher that fails, when a second publisher delivers a value.
@frozen
public struct RetryWhenPublisher<Upstream: Publisher, Trigger: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that may fail.
  public let upstream: Upstream

  /// Returns the publisher whose values start retries.
  public let trigger: @Sendable (AnyPublisher<Upstream.Failure, Never>) -> Trigger

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, trigger: @escaping @Sendable (AnyPublisher<Upstream.Failure, Never>) -> Trigger
  ) where Trigger.Failure == Upstream.Failure {
    self.init(upstream, trigger: trigger)
  }

  // `Trigger` fails with `Failure`, or cannot fail.
  @inlinable
  init(_ upstream: Upstream, trigger: @escaping @Sendable (AnyPublisher<Upstream.Failure, Never>) -> Trigger) {
    self.upstream = upstream
    self.trigger = trigger
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    RetryWhenAttempts(upstream: upstream, downstream: subscriber).start(when: trigger)
  }
}

extension PublisherNames {
  /// ``RetryWhenPublisher``, under a short name that a client's own type overrides.
  public typealias RetryWhen<Upstream: Publisher, Trigger: Publisher> = RetryWhenPublisher<Upstream, Trigger>
}

extension RetryWhenPublisher: Sendable where Upstream: Sendable {}
