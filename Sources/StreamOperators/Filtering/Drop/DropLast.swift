public import StreamCore
public import StreamParts

extension Publisher {
  /// Drops the last elements.
  ///
  ///     upstream      -1--2--3--4--|
  ///     dropLast(2)
  ///     downstream    -------1--2--|
  ///
  /// An element is delivered once `count` later elements have arrived. The elements that remain at the end are dropped.
  ///
  /// - **Demand**: passed upstream unchanged, with `count` more when the subscription arrives. At most `count` elements
  ///   are kept; no memory is reserved for them in advance.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter count: How many elements to drop: zero or more. A negative number traps.
  /// - Returns: A publisher of the elements before the last `count`.
  /// - Complexity: O(`count`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func dropLast(_ count: Int = 1) -> Publishers.DropLast<Self> {
    Publishers.DropLast(upstream: self, count: count)
  }
}

/// A publisher that drops the last elements of another.
@frozen
public struct DropLastPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose last elements are dropped.
  public let upstream: Upstream

  /// How many elements are dropped.
  public let count: Int

  /// Creates a publisher that drops the last elements of another.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose last elements are dropped.
  ///   - count: How many elements to drop. A negative number traps here.
  @inlinable
  public init(upstream: Upstream, count: Int) {
    precondition(count >= 0, "A negative number of elements cannot be dropped: \(count)")
    self.upstream = upstream
    self.count = count
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(DropLastInner(to: subscriber, count: count))
  }
}

extension PublisherNames {
  /// ``DropLastPublisher``, under a short name that a client's own type overrides.
  public typealias DropLast<Upstream: Publisher> = DropLastPublisher<Upstream>
}

extension DropLastPublisher: Equatable where Upstream: Equatable {}

extension DropLastPublisher: Sendable where Upstream: Sendable {}

/// Delivers each element once a number of later ones have arrived.
@usableFromInline
struct DropLastInner<Downstream: Subscriber>: TerminatingInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let count: Int
  @usableFromInline let upstream = UpstreamSubscription("DropLast")
  @usableFromInline let kept = SerialState(Queue<Downstream.Input>())

  @inlinable
  init(to downstream: Downstream, count: Int) {
    self.downstream = downstream
    self.count = count
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    downstream.receive(subscription: upstream)
    upstream.request(.max(count))
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    kept.value.append(input)
    guard kept.value.count > count, let output = kept.value.popFirst() else { return .none }
    return downstream.receive(output)
  }
}
