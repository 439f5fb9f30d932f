public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element with a closure that also keeps a state from one element to the next.
  ///
  ///     upstream      --1--3--3--8--|
  ///     scanMap(into: 0) { last, number in defer { last = number }; return number - last }
  ///     downstream    --1--2--0--5--|
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - state: The state before the first element, for each subscription. It is not delivered.
  ///   - transform: Transforms an element, and may change the state.
  /// - Returns: A publisher of the transformed elements.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func scanMap<State, T>(
    into state: State, _ transform: @escaping @Sendable (inout State, Output) -> T
  ) -> Publishers.ScanMap<Self, State, T> {
    Publishers.ScanMap(upstream: self, state: state, transform: transform)
  }
}

/// A publisher that transforms the elements of another with a closure that keeps a state.
@frozen
public struct ScanMapPublisher<Upstream: Publisher, State, Output>: Publisher, ReleasingPublisher {
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are transformed.
  public let upstream: Upstream

  /// The state before the first element.
  public let state: State

  /// Transforms an element, and may change the state.
  public let transform: @Sendable (inout State, Upstream.Output) -> Output

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, state: State, transform: @escaping @Sendable (inout State, Upstream.Output) -> Output
  ) {
    self.upstream = upstream
    self.state = state
    self.transform = transform
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(StatefulInner("ScanMap", to: subscriber, state: state, transform: transform))
  }
}

extension PublisherNames {
  /// ``ScanMapPublisher``, under a short name that a client's own type overrides.
  public typealias ScanMap<Upstream: Publisher, State, Output> = ScanMapPublisher<Upstream, State, Output>
}

extension ScanMapPublisher: Sendable where Upstream: Sendable, State: Sendable {}
