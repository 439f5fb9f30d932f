public import StreamCore

extension Publisher {
  /// Transforms each element with a closure that may throw, and leaves out those of which it makes nothing.
  ///
  ///     upstream      --1--x--3--4--|
  ///     tryCompactMap { $0 != "4" ? Int($0) : throw e }
  ///     downstream    --1-----3--#
  ///
  /// - **Demand**: passed upstream unchanged; an element that is dropped is replaced by one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error thrown cancels upstream and becomes the failure.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter transform: Makes a new element of an element, returns `nil`, or throws.
  /// - Returns: A publisher of the new elements that are not `nil`, up to the first error thrown.
  @inlinable
  @preconcurrency
  public func tryCompactMap<T>(
    _ transform: @escaping @Sendable (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T> {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher that transforms each element with a closure that may throw, and leaves out those of which nothing is
  /// made.
  @frozen
  public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
    /// Any error: upstream's, or one thrown.
    public typealias Failure = any Error

    /// The publisher whose elements are transformed.
    public let upstream: Upstream

    /// Makes a new element of an element, returns `nil`, or throws.
    public let transform: @Sendable (Upstream.Output) throws -> Output?

    /// Makes a publisher that transforms the elements of another, and leaves out those of which nothing is made.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are transformed.
    ///   - transform: Makes a new element of an element, returns `nil`, or throws.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches `subscriber`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
      upstream.subscribe(
        Inner(downstream: subscriber, relay: RelaySubscription("TryCompactMap"), transform: transform))
    }
  }
}

extension Publishers.TryCompactMap: Sendable where Upstream: Sendable {}

extension Publishers.TryCompactMap {
  @usableFromInline
  struct Inner<Downstream: Subscriber>: RelaySubscriber
  where Downstream.Input == Output, Downstream.Failure == any Error {
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let relay: RelaySubscription
    @usableFromInline let transform: @Sendable (Upstream.Output) throws -> Output?

    @inlinable
    init(
      downstream: Downstream, relay: RelaySubscription,
      transform: @escaping @Sendable (Upstream.Output) throws -> Output?
    ) {
      self.downstream = downstream
      self.relay = relay
      self.transform = transform
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      guard relay.isRelaying else { return .none }
      do {
        guard let output = try transform(input) else { return .max(1) }
        return downstream.receive(output)
      } catch {
        return fail(error)
      }
    }
  }
}
