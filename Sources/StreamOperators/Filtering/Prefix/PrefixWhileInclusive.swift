public import StreamCore
public import StreamParts

/// Whether the element that ends a prefix belongs to it: `Publishers.PrefixWhileBehavior`.
public enum StreamPrefixBehavior: Hashable, Sendable {
  /// It is dropped, as by Combine's `prefix(while:)`.
  case exclusive

  /// It is the last one delivered.
  case inclusive
}

extension Publisher {
  /// Republishes elements until one fails a test, optionally including that element.
  ///
  ///     upstream      --1--2--7   --3--|
  ///     prefix(while: { $0 < 5 }, behavior: .inclusive)
  ///     downstream    --1--2--(7|)
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: when an element fails the test, which cancels upstream, or when upstream finishes.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `predicate` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - predicate: Returns `true` as long as elements should be republished.
  ///   - behavior: Whether the element that fails the test is delivered.
  /// - Returns: A publisher of the first elements.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func prefix(
    while predicate: @escaping @Sendable (Output) -> Bool, behavior: Publishers.PrefixWhileBehavior
  ) -> Publishers.PrefixWhileInclusive<Self> {
    Publishers.PrefixWhileInclusive(upstream: self, predicate: predicate, behavior: behavior)
  }
}

/// A publisher that republishes the elements of another until one fails a test, optionally including that element.
@frozen
public struct PrefixWhileInclusivePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are tested.
  public let upstream: Upstream

  /// Returns `true` as long as elements should be republished.
  public let predicate: @Sendable (Upstream.Output) -> Bool

  /// Whether the element that fails the test is delivered.
  public let behavior: Publishers.PrefixWhileBehavior

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool,
    behavior: Publishers.PrefixWhileBehavior
  ) {
    self.upstream = upstream
    self.predicate = predicate
    self.behavior = behavior
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let last: SelectingAction = behavior == .inclusive ? .passAndFinish : .finish
    upstream.subscribe(
      SelectingInner("PrefixWhileInclusive", to: subscriber) { [predicate] input throws(Failure) in
        predicate(input) ? .pass : last
      })
  }
}

extension PublisherNames {
  /// ``PrefixWhileInclusivePublisher``, under a short name that a client's own type overrides.
  public typealias PrefixWhileInclusive<Upstream: Publisher> = PrefixWhileInclusivePublisher<Upstream>

  /// ``StreamPrefixBehavior``, under a short name that a client's own type overrides.
  public typealias PrefixWhileBehavior = StreamPrefixBehavior
}

extension PrefixWhileInclusivePublisher: Sendable where Upstream: Sendable {}
