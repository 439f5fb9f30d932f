public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element with a closure that may throw.
  ///
  ///     upstream      --1--2--0--4--|
  ///     tryMap { number in guard number > 0 else { throw MarbleFailure() }; return 6 / number }
  ///     downstream    --6--3--#
  ///
  /// ```swift
  /// import Streams
  ///
  /// struct NotANumber: Error, CustomStringConvertible { let description = "not a number" }
  /// let cancellable = ["1", "x", "3"].publisher
  ///   .tryMap { text in
  ///     guard let number = Int(text) else { throw NotANumber() }
  ///     return number
  ///   }
  ///   .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
  /// ```
  ///
  /// Use it where the transformation may fail, as parsing does. The first error ends the stream. To go on after it,
  /// return a `Result` from `map`, or use `tryMapSkippingFailures`.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Transforms an element, or throws.
  /// - Returns: A publisher of the transformed elements, up to the first error thrown.
  @inlinable
  @preconcurrency
  public func tryMap<T>(_ transform: @escaping @Sendable (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that transforms each element with a closure that may throw.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryMap<Upstream: Publisher, Output> = TryMapPublisher<Upstream, Output, any Error>
}

/// A publisher that transforms each element with a closure that may throw.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryMap``, it is `any Error`.
@frozen
public struct TryMapPublisher<Upstream: Publisher, Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The publisher whose elements are transformed.
  public let upstream: Upstream

  /// Transforms an element, or throws.
  public let transform: @Sendable (Upstream.Output) throws(Failure) -> Output

  @inlinable
  @preconcurrency
  public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output)
  where Failure == any Error {
    self.init(upstream, transform: transform)
  }

  // `Upstream` fails with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(_ upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws(Failure) -> Output) {
    self.upstream = upstream
    self.transform = transform
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      TryMappingInner<Upstream.Output, Upstream.Failure, S>(
        downstream: subscriber, name: "TryMap", transform: transform))
  }
}

extension TryMapPublisher: Sendable where Upstream: Sendable {}
