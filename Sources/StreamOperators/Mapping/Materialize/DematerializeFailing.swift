public import StreamCore
public import StreamParts

extension Publisher where Output: SignalConvertible, Failure == Output.Failure {
  /// Sends the signals that the elements represent, for an upstream that may itself fail with the same type of error.
  ///
  ///     upstream      --A--B--#
  ///     dematerialize()
  ///     downstream    --1--2--#
  ///     A = input(1), B = input(2)
  ///
  /// - **Demand**: passed upstream, with one more for each `subscription`, which is left out.
  /// - **Completion**: when an element is a completion, which cancels upstream, or when upstream finishes.
  /// - **Failure**: when an element is a failure, which cancels upstream, or when upstream fails.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the values of the signals.
  @_disfavoredOverload
  @inlinable
  public func dematerialize() -> Publishers.DematerializeFailing<Self> {
    Publishers.DematerializeFailing(upstream: self)
  }
}

/// A publisher that sends the signals that the elements of another represent, which may itself fail.
@frozen
public struct DematerializeFailingPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher
where Upstream.Output: SignalConvertible, Upstream.Failure == Upstream.Output.Failure {
  public typealias Output = Upstream.Output.Input
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements represent signals.
  public let upstream: Upstream

  @inlinable
  public init(upstream: Upstream) {
    self.upstream = upstream
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      DematerializingInner<Upstream.Output, Failure, S>("DematerializeFailing", to: subscriber) { $0.signal })
  }
}

extension PublisherNames {
  /// ``DematerializeFailingPublisher``, under a short name that a client's own type overrides.
  public typealias DematerializeFailing<Upstream: Publisher> = DematerializeFailingPublisher<Upstream>
  where Upstream.Output: SignalConvertible, Upstream.Failure == Upstream.Output.Failure
}

extension DematerializeFailingPublisher: Equatable where Upstream: Equatable {}

extension DematerializeFailingPublisher: Sendable where Upstream: Sendable {}
