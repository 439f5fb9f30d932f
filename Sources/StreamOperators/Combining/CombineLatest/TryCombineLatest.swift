public import StreamCore
public import StreamParts

extension Publisher {
  /// Combines the latest elements of this publisher and another, and transforms each pair with a closure that may
  /// throw.
  ///
  ///     upstream      -8-----6----|
  ///     other         ---2-4---0--|
  ///     tryCombineLatest(other) { if $1 == 0 { throw MarbleFailure() } else { $0 / $1 } }
  ///     downstream    ---4-2-1-#
  ///
  /// - **Demand**: passed to both; of the pairs that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when both have finished, or as soon as one finishes without having delivered an
  ///   element.
  /// - **Failure**: the first failure of either, or an error thrown, cancels both, drops what is buffered and is passed
  ///   on.
  /// - **Threads**: `transform` runs where the pair is delivered, never under a lock.
  ///
  /// - Parameters:
  ///   - other: The publisher of the second elements.
  ///   - transform: Transforms a pair into an element, or throws.
  /// - Returns: A publisher of the results of `transform`, up to the first error thrown.
  /// - Complexity: O(1) for each pair; O(*n*) memory, where *n* is the number of pairs that arrive during a delivery.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryCombineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping @Sendable (Output, P.Output) throws -> T
  ) -> Publishers.TryCombineLatest<Self, P, T> where P.Failure == Failure {
    Publishers.TryCombineLatest(self, other, transform: transform)
  }
}

/// A publisher that transforms the latest elements of two others, with a closure that may throw.
///
/// `Failure` is the type of both publishers' failures, if they can fail, and of the errors thrown; for
/// `Publishers.TryCombineLatest`, it is `any Error`.
@frozen
public struct TryCombineLatestPublisher<A: Publisher, B: Publisher, Output, Failure: Error>: Publisher,
  ReleasingPublisher
where A.Failure == B.Failure {
  /// The publisher of the first elements.
  public let a: A

  /// The publisher of the second elements.
  public let b: B

  /// Transforms a pair into an element, or throws.
  public let transform: @Sendable (A.Output, B.Output) throws(Failure) -> Output

  /// Creates a publisher that transforms the latest elements of two others.
  ///
  /// - Parameters:
  ///   - a: The publisher of the first elements.
  ///   - b: The publisher of the second elements.
  ///   - transform: Transforms a pair into an element, or throws.
  @inlinable
  @preconcurrency
  public init(_ a: A, _ b: B, transform: @escaping @Sendable (A.Output, B.Output) throws -> Output)
  where Failure == any Error {
    self.init(a, with: b, transform: transform)
  }

  // Both fail with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(_ a: A, with b: B, transform: @escaping @Sendable (A.Output, B.Output) throws(Failure) -> Output) {
    (self.a, self.b, self.transform) = (a, b, transform)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    Publishers.CombineLatest(a, b).subscribe(
      TryMappingInner<(A.Output, B.Output), A.Failure, S>(downstream: subscriber, name: "TryCombineLatest") {
        [transform] pair throws(Failure) in try transform(pair.0, pair.1)
      })
  }
}

extension PublisherNames {
  /// ``TryCombineLatestPublisher``, with the failure type `any Error`, under a short name that a client's own type
  /// overrides.
  public typealias TryCombineLatest<A: Publisher, B: Publisher, Output> = TryCombineLatestPublisher<
    A, B, Output, any Error
  >
  where A.Failure == B.Failure
}

extension TryCombineLatestPublisher: Sendable where A: Sendable, B: Sendable {}
