public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers the values of successes, and fails at the first failure.
  ///
  ///     upstream      --A--B--C--A--|
  ///     ignoreFailure().dematerializeResults()
  ///     downstream    --1--2--#
  ///     A = success(1), B = success(2), C = failure(#)
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: at the first result that is a failure, which cancels upstream.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the values of the results.
  @_disfavoredOverload
  @inlinable
  public func dematerializeResults<Success, E>() -> Publishers.DematerializeResults<Self, Success, E>
  where Output == Result<Success, E>, Failure == Never {
    Publishers.DematerializeResults(upstream: self)
  }
}

/// A publisher that delivers the values of the results that another delivers, and fails at the first failure.
@frozen
public struct DematerializeResultsPublisher<Upstream: Publisher, Output, Failure: Error>: Publisher, ReleasingPublisher
where Upstream.Output == Result<Output, Failure>, Upstream.Failure == Never {
  /// The publisher of results.
  public let upstream: Upstream

  @inlinable
  public init(upstream: Upstream) {
    self.upstream = upstream
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      DematerializingInner<Upstream.Output, Never, S>("DematerializeResults", to: subscriber) { result in
        switch result {
        case .success(let value): .input(value)
        case .failure(let error): .completion(.failure(error))
        }
      })
  }
}

extension PublisherNames {
  /// ``DematerializeResultsPublisher``, under a short name that a client's own type overrides.
  public typealias DematerializeResults<Upstream: Publisher, Output, Failure: Error> = DematerializeResultsPublisher<
    Upstream, Output, Failure
  > where Upstream.Output == Result<Output, Failure>, Upstream.Failure == Never
}

extension DematerializeResultsPublisher: Equatable where Upstream: Equatable {}

extension DematerializeResultsPublisher: Sendable where Upstream: Sendable {}
