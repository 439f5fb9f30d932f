public import StreamCore
public import StreamParts

extension Publisher where Output == Never {
  /// Changes the element type of a publisher that delivers no elements.
  ///
  ///     upstream      --1--2--3--|
  ///     ignoreOutput().setOutputType(to: String.self).append("saved")
  ///     downstream    -----------(A|)
  ///     A = saved
  ///
  /// `saved.ignoreOutput().setOutputType(to: Page.self).append(pages)` continues with other values when `saved` has
  /// finished.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter type: The new element type.
  /// - Returns: A publisher without elements, of that type.
  @_disfavoredOverload
  @inlinable
  public func setOutputType<T>(to type: T.Type) -> Publishers.SetOutputType<Self, T> {
    Publishers.SetOutputType(upstream: self)
  }
}

/// A publisher without elements, whose element type differs from that of its upstream.
@frozen
public struct SetOutputTypePublisher<Upstream: Publisher, Output>: Publisher, ReleasingPublisher
where Upstream.Output == Never {
  public typealias Failure = Upstream.Failure

  /// The publisher whose end is delivered.
  public let upstream: Upstream

  @inlinable
  public init(upstream: Upstream) {
    self.upstream = upstream
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(MappingInner<Never, S>("SetOutputType", to: subscriber, transform: value(of:)))
  }
}

extension PublisherNames {
  /// ``SetOutputTypePublisher``, under a short name that a client's own type overrides.
  public typealias SetOutputType<Upstream: Publisher, Output> = SetOutputTypePublisher<Upstream, Output>
  where Upstream.Output == Never
}

extension SetOutputTypePublisher: Equatable where Upstream: Equatable {}

extension SetOutputTypePublisher: Sendable where Upstream: Sendable {}

/// Is never called.
@inlinable
func value<Value>(of never: Never) -> Value {}
