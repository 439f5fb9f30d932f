public import StreamCore

extension Publisher {
  /// Republishes the elements that satisfy a predicate.
  ///
  ///     upstream      --1--2--3--4--|
  ///     filter { $0.isMultiple(of: 2) }
  ///     downstream    -----2-----4--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = (1...4).publisher
  ///   .filter { $0.isMultiple(of: 2) }
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it to leave out elements by a rule. To transform them in the same step, use `compactMap`; to end the stream at
  /// an element, `prefix(while:)`.
  ///
  /// - **Demand**: passed upstream unchanged; each dropped element adds a request for one more.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `isIncluded` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter isIncluded: Returns `true` for an element to republish.
  /// - Returns: A publisher of the elements that satisfy `isIncluded`.
  @inlinable
  @preconcurrency
  public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  /// A publisher that republishes the elements that satisfy a predicate.
  @frozen
  public struct Filter<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are tested.
    public let upstream: Upstream

    /// Returns `true` for an element to republish.
    public let isIncluded: @Sendable (Upstream.Output) -> Bool

    @inlinable
    @preconcurrency
    public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(FilterInner(downstream: subscriber, isIncluded: isIncluded))
    }
  }
}

extension Publishers.Filter: Sendable where Upstream: Sendable {}

/// Stateless, so without a subscription object: upstream's subscription is handed downstream.
@usableFromInline
struct FilterInner<Downstream: Subscriber>: ForwardingInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let isIncluded: (Downstream.Input) -> Bool

  @usableFromInline var description: String { "Filter" }

  @inlinable
  init(downstream: Downstream, isIncluded: @escaping (Downstream.Input) -> Bool) {
    self.downstream = downstream
    self.isIncluded = isIncluded
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    isIncluded(input) ? downstream.receive(input) : .max(1)
  }
}
