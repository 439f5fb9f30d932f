public import StreamCore

extension Publisher {
  /// Transforms each element with a closure, and drops `nil` results.
  ///
  ///     upstream      --1--x--3--y--5--|
  ///     compactMap { Int($0) }
  ///     downstream    --1-----3-----5--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = ["8080", "http", "443"].publisher
  ///   .compactMap { Int($0) }
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it to parse or to look up, and to leave out what has no result. `map` with the same closure delivers
  /// optionals, `nil` included.
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Transforms an element, or returns `nil` to drop it.
  /// - Returns: A publisher of the results that are not `nil`.
  @inlinable
  @preconcurrency
  public func compactMap<T>(_ transform: @escaping @Sendable (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that transforms each element of another, and drops `nil` results.
  @frozen
  public struct CompactMap<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are transformed.
    public let upstream: Upstream

    /// Transforms an element, or returns `nil` to drop it.
    public let transform: @Sendable (Upstream.Output) -> Output?

    /// Creates a publisher that transforms the elements of another, and drops `nil` results.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are transformed.
    ///   - transform: Transforms an element, or returns `nil` to drop it.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(CompactMapInner(downstream: subscriber, transform: transform))
    }
  }
}

extension Publishers.CompactMap: Sendable where Upstream: Sendable {}

/// Stateless, so without a subscription object: upstream's subscription is handed downstream.
@usableFromInline
struct CompactMapInner<Input, Downstream: Subscriber>: ForwardingInner {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) -> Downstream.Input?

  @usableFromInline var description: String { "CompactMap" }

  @inlinable
  init(downstream: Downstream, transform: @escaping (Input) -> Downstream.Input?) {
    self.downstream = downstream
    self.transform = transform
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard let output = transform(input) else { return .max(1) }
    return downstream.receive(output)
  }
}
