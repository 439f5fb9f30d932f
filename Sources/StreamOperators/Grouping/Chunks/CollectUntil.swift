public import StreamCore
public import StreamParts

extension Publisher {
  /// Collects elements until another publisher delivers one.
  ///
  ///     upstream      --1--2-----3--4--|
  ///     boundary      ------x--x--------
  ///     collect(until: boundary, maxLength: 9)
  ///     downstream    ------A--B-------(C|)
  ///     A = [1, 2], B = [], C = [3, 4]
  ///
  /// - **Demand**: requests unlimited demand from upstream and from `boundary`. At most one complete chunk waits for
  ///   demand: a newer chunk replaces it, and the replaced one is reported to the `DropHook`.
  /// - **Completion**: when upstream or `boundary` finishes, the other is cancelled, and the stream finishes after the
  ///   elements that remain, which wait for demand.
  /// - **Failure**: the first failure of either cancels the other, drops what has been collected and is passed on.
  /// - **Threads**: delivers where either of the two does, or where downstream requests; deliveries never overlap.
  ///
  /// - Parameters:
  ///   - boundary: The publisher whose elements each end a chunk, which may be empty. It is subscribed to after
  ///     upstream.
  ///   - maxLength: The greatest length of a chunk: one or more. Anything else traps. A chunk of this length is
  ///     complete without a boundary.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of arrays.
  /// - Complexity: O(`maxLength`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func collect<Boundary: Publisher>(
    until boundary: Boundary, maxLength: Int = 4_096, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.CollectUntil<Self, Boundary> where Boundary.Failure == Failure {
    Publishers.CollectUntil(
      upstream: self, boundary: boundary, maxLength: maxLength, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that collects the elements of another until a third delivers one.
@frozen
public struct CollectUntilPublisher<Upstream: Publisher, Boundary: Publisher>: Publisher, ReleasingPublisher
where Upstream.Failure == Boundary.Failure {
  /// The elements between two boundaries.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are collected.
  public let upstream: Upstream

  /// The publisher whose elements each end a chunk.
  public let boundary: Boundary

  /// The greatest length of a chunk.
  public let maxLength: Int

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that collects the elements of another until a third delivers one.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are collected.
  ///   - boundary: The publisher whose elements each end a chunk.
  ///   - maxLength: The greatest length of a chunk: one or more. Anything else traps.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  public init(upstream: Upstream, boundary: Boundary, maxLength: Int, site: StreamSite) {
    precondition(maxLength > 0, "The greatest length of a chunk must be one or more: \(maxLength) (rule 9).")
    self.upstream = upstream
    self.boundary = boundary
    self.maxLength = maxLength
    self.site = site
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let delivery = CollectUntilDelivery<Upstream.Output, S>(
      "CollectUntil", CollectUntilPolicy(maxLength: maxLength), to: subscriber)
    delivery.begin()
    delivery.subscribe(
      CollectUntilInner<Upstream.Output, Upstream.Output, S>(delivery: delivery, origin: UpstreamKey(), site: site) {
        $0.collect($1)
      }, to: upstream)
    delivery.subscribe(
      CollectUntilInner<Boundary.Output, Upstream.Output, S>(delivery: delivery, origin: .boundary, site: site) {
        policy, _ in policy.takeOpen()
      }, to: boundary)
  }
}

extension PublisherNames {
  /// ``CollectUntilPublisher``, under a short name that a client's own type overrides.
  public typealias CollectUntil<Upstream: Publisher, Boundary: Publisher> = CollectUntilPublisher<Upstream, Boundary>
  where Upstream.Failure == Boundary.Failure
}

extension CollectUntilPublisher: Sendable where Upstream: Sendable, Boundary: Sendable {}

extension CollectUntilPublisher: Equatable where Upstream: Equatable, Boundary: Equatable {}
