public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the elements that satisfy a predicate that may throw.
  ///
  ///     upstream      --1--2--3--0--4--|
  ///     tryFilter { guard $0 > 0 else { throw MarbleFailure() }; return $0.isMultiple(of: 2) }
  ///     downstream    -----2-----#
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `isIncluded` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter isIncluded: Returns `true` for an element to republish, or throws.
  /// - Returns: A publisher of the elements that satisfy `isIncluded`, up to the first error thrown.
  @inlinable
  @preconcurrency
  public func tryFilter(_ isIncluded: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
    Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// A publisher that republishes the elements that satisfy a predicate that may throw.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryFilter<Upstream: Publisher> = TryFilterPublisher<Upstream, any Error>
}

/// A publisher that republishes the elements that satisfy a predicate that may throw.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryFilter``, it is `any Error`.
@frozen
public struct TryFilterPublisher<Upstream: Publisher, Failure: Error>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output

  /// The publisher whose elements are tested.
  public let upstream: Upstream

  /// Returns `true` for an element to republish, or throws.
  public let isIncluded: @Sendable (Upstream.Output) throws(Failure) -> Bool

  @inlinable
  @preconcurrency
  public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool)
  where Failure == any Error {
    self.init(upstream, isIncluded: isIncluded)
  }

  // `Upstream` fails with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(_ upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) throws(Failure) -> Bool) {
    self.upstream = upstream
    self.isIncluded = isIncluded
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let inner = SelectingInner("TryFilter", to: subscriber) { [isIncluded] input throws(Failure) in
      try isIncluded(input) ? .pass : .drop
    }
    upstream.subscribe(inner.receivingFailures("TryFilter", of: Upstream.Failure.self))
  }
}

extension TryFilterPublisher: Sendable where Upstream: Sendable {}
