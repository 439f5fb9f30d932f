public import StreamCore

extension Publisher {
  /// Transforms each element with a closure, and leaves out those of which it makes nothing.
  ///
  ///     upstream      --1--x--3--|
  ///     compactMap { Int($0) }
  ///     downstream    --1-----3--|
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Makes a new element of an element, or returns `nil`.
  /// - Returns: A publisher of the new elements that are not `nil`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func compactMap<T>(_ transform: @escaping @Sendable (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that transforms each element of another, and leaves out those of which nothing is made.
  @frozen
  public struct CompactMap<Upstream: Publisher, Output>: Publisher, ReleasingPublisher {
    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are transformed.
    public let upstream: Upstream

    /// Makes a new element of an element, or returns `nil`.
    public let transform: @Sendable (Upstream.Output) -> Output?

    /// Makes a publisher that transforms the elements of another, and leaves out those of which nothing is made.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are transformed.
    ///   - transform: Makes a new element of an element, or returns `nil`.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(CompactMapInner(downstream: subscriber, transform: transform))
    }
  }
}

extension Publishers.CompactMap: Sendable where Upstream: Sendable {}

/// Without state of its own, and so without an object: the upstream's subscription goes downstream.
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
