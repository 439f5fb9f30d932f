public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element with a closure that also keeps a state from one element to the next, and drops `nil`
  /// results.
  ///
  ///     upstream      --1--3--3--2--8--|
  ///     compactScanMap(into:_:)
  ///     downstream    --1--3--------8--|
  ///
  /// - **Demand**: passed upstream, with one more for each element that is dropped.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - state: The state before the first element, for each subscription. It is not delivered.
  ///   - transform: Transforms an element, or returns `nil` to drop it, and may change the state.
  /// - Returns: A publisher of the results that are not `nil`.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func compactScanMap<State, T>(
    into state: State, _ transform: @escaping @Sendable (inout State, Output) -> T?
  ) -> Publishers.CompactScanMap<Self, State, T> {
    Publishers.CompactScanMap(upstream: self, state: state, transform: transform)
  }
}

/// A publisher that transforms the elements of another with a closure that keeps a state, and drops `nil` results.
@frozen
public struct CompactScanMapPublisher<Upstream: Publisher, State, Output>: Publisher, ReleasingPublisher {
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are transformed.
  public let upstream: Upstream

  /// The state before the first element.
  public let state: State

  /// Transforms an element, or returns `nil` to drop it, and may change the state.
  public let transform: @Sendable (inout State, Upstream.Output) -> Output?

  /// Creates a publisher that transforms the elements of another with a closure that keeps a state, and drops `nil`
  /// results.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are transformed.
  ///   - state: The state before the first element.
  ///   - transform: Transforms an element, or returns `nil` to drop it, and may change the state.
  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, state: State, transform: @escaping @Sendable (inout State, Upstream.Output) -> Output?
  ) {
    self.upstream = upstream
    self.state = state
    self.transform = transform
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(StatefulInner("CompactScanMap", to: subscriber, state: state, transform: transform))
  }
}

extension PublisherNames {
  /// ``CompactScanMapPublisher``, under a short name that a client's own type overrides.
  public typealias CompactScanMap<Upstream: Publisher, State, Output> = CompactScanMapPublisher<Upstream, State, Output>
}

extension CompactScanMapPublisher: Sendable where Upstream: Sendable, State: Sendable {}
