public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers each element, and a failure, as a result.
  ///
  ///     upstream      --1--2--#
  ///     mapToResult()
  ///     downstream    --A--B--(C|)
  ///     A = success(1), B = success(2), C = failure(#)
  ///
  /// So a publisher inside `flatMap` can fail without ending the whole stream. `dematerializeResults()` is the inverse.
  ///
  /// - **Demand**: passed upstream unchanged; without demand, the result of a failure waits.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: delivered as an element, after which the stream finishes: it never fails.
  /// - **Threads**: delivers where upstream does; the result of a failure where downstream requests it, if it had to
  ///   wait.
  ///
  /// - Returns: A publisher of results.
  @_disfavoredOverload
  @inlinable
  public func mapToResult() -> Publishers.MapToResult<Self> {
    Publishers.MapToResult(upstream: self)
  }
}

/// A publisher that delivers the elements, and the failure, of another as results.
@frozen
public struct MapToResultPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// An element or a failure of upstream.
  public typealias Output = Result<Upstream.Output, Upstream.Failure>

  /// A failure is an element.
  public typealias Failure = Never

  /// The publisher whose elements and failure are delivered.
  public let upstream: Upstream

  @inlinable
  public init(upstream: Upstream) {
    self.upstream = upstream
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    upstream.subscribe(
      SignalInner<Upstream.Output, Upstream.Failure, S>(
        "MapToResult", to: subscriber, element: { .success($0) },
        lastElement: { completion in
          if case .failure(let error) = completion { .failure(error) } else { nil }
        }))
  }
}

extension PublisherNames {
  /// ``MapToResultPublisher``, under a short name that a client's own type overrides.
  public typealias MapToResult<Upstream: Publisher> = MapToResultPublisher<Upstream>
}

extension MapToResultPublisher: Equatable where Upstream: Equatable {}

extension MapToResultPublisher: Sendable where Upstream: Sendable {}
