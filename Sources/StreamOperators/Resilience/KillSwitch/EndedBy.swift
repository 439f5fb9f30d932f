public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes elements until a switch that any number of streams share is thrown, then finishes or fails.
  ///
  ///     a             -1--2--3--4--|
  ///     b             --5---6|
  ///     ended(by: killSwitch)
  ///     ended a       -1--2--3-#
  ///     ended b       --5---6|
  ///     late                         (^#)
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged; also finishes at `shutdown()` of the switch, which cancels upstream. If the
  ///   switch has already been thrown at the subscription, upstream is not subscribed to.
  /// - **Failure**: passed on unchanged; also fails at `abort(_:)` of the switch, with the failure given there, which
  ///   cancels upstream.
  /// - **Threads**: delivers where upstream does; ends on the thread that throws the switch, or after a delivery that
  ///   is under way, where that runs.
  ///
  /// - Parameter killSwitch: The switch that ends the stream. It does not retain the stream after the stream has ended.
  /// - Returns: A publisher of the elements that come before the switch is thrown.
  @_disfavoredOverload
  @inlinable
  public func ended(by killSwitch: KillSwitch<Failure>) -> Publishers.EndedBy<Self> {
    EndedByPublisher(upstream: self, killSwitch: killSwitch)
  }
}

extension Publisher where Failure == Never {
  /// Republishes elements until a switch that any number of streams share is thrown, then finishes or fails. Upstream
  /// itself cannot fail.
  ///
  ///     a             -1--2--3--4--|
  ///     b             --5---6|
  ///     ended(by: killSwitch)
  ///     ended a       -1--2--3-#
  ///     ended b       --5---6|
  ///     late                         (^#)
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: as for a publisher that can fail.
  /// - **Failure**: at `abort(_:)` of the switch.
  /// - **Threads**: as for a publisher that can fail.
  ///
  /// - Parameter killSwitch: The switch that ends the stream.
  /// - Returns: A publisher of the elements that come before the switch is thrown.
  @_disfavoredOverload
  @inlinable
  public func ended<NewFailure: Error>(
    by killSwitch: KillSwitch<NewFailure>
  ) -> Publishers.EndedBy<Publishers.SetFailureType<Self, NewFailure>> {
    EndedByPublisher(upstream: Publishers.SetFailureType(upstream: self), killSwitch: killSwitch)
  }
}

/// A publisher that republishes the elements of another until a switch is thrown.
@frozen
public struct EndedByPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are republished.
  public let upstream: Upstream

  /// The switch that ends the stream.
  public let killSwitch: KillSwitch<Upstream.Failure>

  @inlinable
  public init(upstream: Upstream, killSwitch: KillSwitch<Upstream.Failure>) {
    self.upstream = upstream
    self.killSwitch = killSwitch
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    killSwitch.signal.bind(upstream, to: subscriber, as: "EndedBy", owner: killSwitch)
  }
}

extension PublisherNames {
  /// ``EndedByPublisher``, under a short name that a client's own type overrides.
  public typealias EndedBy<Upstream: Publisher> = EndedByPublisher<Upstream>
}

extension EndedByPublisher: Sendable where Upstream: Sendable {}
