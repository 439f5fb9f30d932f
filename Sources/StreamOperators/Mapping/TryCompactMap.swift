public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element with a closure that may throw, and drops `nil` results.
  ///
  ///     upstream      --1--x--3--4--|
  ///     tryCompactMap { $0 != "4" ? Int($0) : throw e }
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
  @frozen
  public struct TryCompactMap<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
    /// Any error: upstream's, or one thrown.
    public typealias Failure = any Error

    /// The publisher whose elements are transformed.
    public let upstream: Upstream

    /// Transforms an element, returns `nil` to drop it, or throws.
    public let transform: @Sendable (Upstream.Output) throws -> Output?

    /// Creates a publisher that transforms the elements of another, and drops `nil` results.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are transformed.
    ///   - transform: Transforms an element, returns `nil` to drop it, or throws.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
      upstream.subscribe(
        TryCompactMapInner<Upstream.Output, Upstream.Failure, S>(downstream: subscriber, transform: transform))
    }
  }
}

extension Publishers.TryCompactMap: Sendable where Upstream: Sendable {}

@usableFromInline
struct TryCompactMapInner<Input, UpstreamFailure: Error, Downstream: Subscriber>: TerminatingInner
where Downstream.Failure == any Error {
  @usableFromInline typealias Failure = UpstreamFailure

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = UpstreamSubscription("TryCompactMap")
  @usableFromInline let transform: (Input) throws -> Downstream.Input?

  @inlinable
  init(downstream: Downstream, transform: @escaping (Input) throws -> Downstream.Input?) {
    self.downstream = downstream
    self.transform = transform
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    do {
      guard let output = try transform(input) else { return .max(1) }
      return downstream.receive(output)
    } catch {
      return fail(error)
    }
  }
}
