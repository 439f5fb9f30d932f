public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element with a closure that may throw, and drops `nil` results.
  ///
  ///     upstream      --1--x--3--E--5--|
  ///     tryCompactMap { text in if text == "E" { throw MarbleFailure() }; return Int(text) }
  ///     downstream    --1-----3--#
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Transforms an element, returns `nil` to drop it, or throws.
  /// - Returns: A publisher of the results that are not `nil`, up to the first error thrown.
  @inlinable
  @preconcurrency
  public func tryCompactMap<T>(
    _ transform: @escaping @Sendable (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that transforms each element with a closure that may throw, and drops `nil` results.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the errors thrown.
  public typealias TryCompactMap<Upstream: Publisher, Output> = TryCompactMapPublisher<Upstream, Output, any Error>
}

/// A publisher that transforms each element with a closure that may throw, and drops `nil` results.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the errors thrown; for
/// ``StreamCore/Publishers/TryCompactMap``, it is `any Error`.
@frozen
public struct TryCompactMapPublisher<Upstream: Publisher, Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The publisher whose elements are transformed.
  public let upstream: Upstream

  /// Transforms an element, returns `nil` to drop it, or throws.
  public let transform: @Sendable (Upstream.Output) throws(Failure) -> Output?

  /// Creates a publisher that transforms the elements of another, and drops `nil` results.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are transformed.
  ///   - transform: Transforms an element, returns `nil` to drop it, or throws.
  @inlinable
  @preconcurrency
  public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output?)
  where Failure == any Error {
    self.init(upstream, transform: transform)
  }

  // `Upstream` fails with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(_ upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws(Failure) -> Output?) {
    self.upstream = upstream
    self.transform = transform
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      TryCompactMapInner<Upstream.Output, Upstream.Failure, S>(downstream: subscriber, transform: transform))
  }
}

extension TryCompactMapPublisher: Sendable where Upstream: Sendable {}

@usableFromInline
struct TryCompactMapInner<Input, UpstreamFailure: Error, Downstream: Subscriber>: TerminatingInner {
  @usableFromInline typealias Failure = UpstreamFailure

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = UpstreamSubscription("TryCompactMap")
  @usableFromInline let transform: (Input) throws(Downstream.Failure) -> Downstream.Input?

  @inlinable
  init(downstream: Downstream, transform: @escaping (Input) throws(Downstream.Failure) -> Downstream.Input?) {
    self.downstream = downstream
    self.transform = transform
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    do throws(Downstream.Failure) {
      guard let output = try transform(input) else { return .max(1) }
      return downstream.receive(output)
    } catch {
      return end(.failure(error))
    }
  }
}
