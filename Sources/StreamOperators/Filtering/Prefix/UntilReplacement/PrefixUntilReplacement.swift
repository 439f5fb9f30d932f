public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes elements until another publisher delivers one, then continues with the elements of that publisher.
  ///
  ///     upstream      -1-2-3-4-|
  ///     replacement   ----a--b|
  ///     prefix(untilReplacement: replacement)
  ///     downstream    -1-2a--b|
  ///
  /// - **Demand**: passed upstream unchanged. At first, one element is requested from the replacement. When it arrives,
  ///   the rest of the outstanding demand is requested from the replacement, and from then on all demand. If the first
  ///   element arrives without demand, it waits.
  /// - **Completion**: that of the replacement, once it has begun. Before that, the stream finishes only when both have
  ///   finished.
  /// - **Failure**: a failure of the replacement, or of upstream before the replacement has begun, cancels the other,
  ///   drops what waits and is passed on.
  /// - **Threads**: the two may deliver on different threads; deliveries never overlap. Upstream is cancelled before
  ///   the first element of the replacement is delivered.
  ///
  /// - Parameters:
  ///   - replacement: The other publisher. It is subscribed to before this one; if it delivers an element inside that
  ///     call, this one is not subscribed to.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the first elements of this one, then of the other's.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that arrive during a
  ///   delivery.
  @_disfavoredOverload
  @inlinable
  public func prefix<Replacement: Publisher>(
    untilReplacement replacement: Replacement, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.PrefixUntilReplacement<Self, Replacement>
  where Replacement.Output == Output, Replacement.Failure == Failure {
    Publishers.PrefixUntilReplacement(
      upstream: self, replacement: replacement, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that republishes the elements of another until a third delivers one, then the elements of the third.
@frozen
public struct PrefixUntilReplacementPublisher<Upstream: Publisher, Replacement: Publisher>: Publisher,
  ReleasingPublisher
where Replacement.Output == Upstream.Output, Replacement.Failure == Upstream.Failure {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose first elements are republished.
  public let upstream: Upstream

  /// The publisher that takes its place.
  public let replacement: Replacement

  /// The operator's source location.
  public let site: StreamSite

  @inlinable
  public init(upstream: Upstream, replacement: Replacement, site: StreamSite = StreamSite()) {
    self.upstream = upstream
    self.replacement = replacement
    self.site = site
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let delivery = ReplacementDelivery<S>("PrefixUntilReplacement", ReplacementPolicy(), to: subscriber)
    delivery.begin()
    replacement.subscribe(ReplacementInner(delivery: delivery, site: site))
    if delivery.state.withLock({ $0.policy.awaitsReplacement }) {
      upstream.subscribe(ReplacedInner(delivery: delivery, site: site))
    }
  }
}

extension PublisherNames {
  /// ``PrefixUntilReplacementPublisher``, under a short name that a client's own type overrides.
  public typealias PrefixUntilReplacement<
    Upstream: Publisher, Replacement: Publisher
  > = PrefixUntilReplacementPublisher<Upstream, Replacement>
  where Replacement.Output == Upstream.Output, Replacement.Failure == Upstream.Failure
}

extension PrefixUntilReplacementPublisher: Sendable where Upstream: Sendable, Replacement: Sendable {}

extension PrefixUntilReplacementPublisher: Equatable where Upstream: Equatable, Replacement: Equatable {}
