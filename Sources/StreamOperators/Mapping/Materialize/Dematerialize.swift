public import StreamCore
public import StreamParts

extension Publisher where Output: SignalConvertible, Failure == Never {
  /// Sends the signals that the elements represent.
  ///
  ///     upstream      --A--B--C--D--|
  ///     ignoreFailure().dematerialize()
  ///     downstream    --1--2--|
  ///     A = input(1), B = input(2), C = finished, D = input(3)
  ///
  /// - **Demand**: passed upstream, with one more for each `subscription`, which is left out.
  /// - **Completion**: when an element is a completion, which cancels upstream, or when upstream finishes.
  /// - **Failure**: when an element is a failure, which cancels upstream.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the values of the signals.
  @_disfavoredOverload
  @inlinable
  public func dematerialize() -> Publishers.Dematerialize<Self> {
    Publishers.Dematerialize(upstream: self)
  }
}

extension Publisher where Output: SignalConvertible, Output.Failure == Never, Failure == Never {
  /// Like the general `dematerialize`. It resolves the ambiguity with the form for an upstream that may fail.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  public func dematerialize() -> Publishers.Dematerialize<Self> {
    Publishers.Dematerialize(upstream: self)
  }
}

/// A publisher that sends the signals that the elements of another represent.
@frozen
public struct DematerializePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher
where Upstream.Output: SignalConvertible, Upstream.Failure == Never {
  public typealias Output = Upstream.Output.Input
  public typealias Failure = Upstream.Output.Failure

  /// The publisher whose elements represent signals.
  public let upstream: Upstream

  @inlinable
  public init(upstream: Upstream) {
    self.upstream = upstream
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      DematerializingInner<Upstream.Output, Never, S>("Dematerialize", to: subscriber) { $0.signal })
  }
}

extension PublisherNames {
  /// ``DematerializePublisher``, under a short name that a client's own type overrides.
  public typealias Dematerialize<Upstream: Publisher> = DematerializePublisher<Upstream>
  where Upstream.Output: SignalConvertible, Upstream.Failure == Never
}

extension DematerializePublisher: Equatable where Upstream: Equatable {}

extension DematerializePublisher: Sendable where Upstream: Sendable {}
