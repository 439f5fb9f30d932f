public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes elements, transforms each delivered element into a publisher, and republishes and transforms the
  /// elements of that publisher in the same way.
  ///
  ///     upstream      1|
  ///     children 1    -01|
  ///     children 2       ^01|
  ///     children 3          ^01|
  ///     expand(maxPublishers:maxPending:whenFull:_:)
  ///     downstream    123-45-67|
  ///
  /// So a page leads to the next page, and a folder to its contents. The order is level by level, because the elements
  /// wait in a queue to be transformed. A publisher without elements ends a branch.
  ///
  /// - **Demand**: requests one element at a time from upstream and from each publisher, in total as many as downstream
  ///   requests, and with `.suspend` no more than the queue has room for. If the queue is full while the running
  ///   publishers have more to deliver, further publishers are run beyond `maxPublishers`, one by one, so that the
  ///   stream does not stall: the order then changes from level by level to branch by branch.
  /// - **Completion**: finishes when upstream and all publishers have, and no element waits.
  /// - **Failure**: a failure of upstream or of a publisher cancels the others, drops what waits and is passed on; so
  ///   is the failure of a full queue (`.error`).
  /// - **Threads**: `next` runs where an element is delivered, a publisher finishes or downstream requests, never under
  ///   a lock. Deliveries never overlap. A dropped element has been delivered, but is not transformed; it is reported
  ///   to the `DropHook`.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of publishers that run: one or more. Anything else traps.
  ///   - maxPending: The maximum number of elements that wait to be transformed: one or more, `.max` for no bound.
  ///     Anything else traps. Memory is allocated as elements wait.
  ///   - whenFull: What happens to an element for which there is no room.
  ///   - next: Transforms an element into a publisher of its direct descendants.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements and all their descendants.
  /// - Complexity: O(*c*) for each element, and O(`maxPending` + *c*) memory, where *c* is the number of publishers
  ///   that run: `maxPublishers`, and more while the queue is full.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func expand<Child: Publisher>(
    maxPublishers: Int = 1, maxPending: Int = 1_024, whenFull: StreamOverflowPolicy<Failure> = .suspend,
    _ next: @escaping @Sendable (Output) -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.Expand<Child, Self> where Child.Output == Output, Child.Failure == Failure {
    Publishers.Expand(
      upstream: self, maxPublishers: maxPublishers, maxPending: maxPending, whenFull: whenFull, next: next,
      site: StreamSite(fileID: fileID, line: line))
  }
}

// The optional closure ranks this form behind the general one above, which is disfavoured as well.

extension Publisher where Failure == Never {
  /// Republishes elements, transforms each delivered element into a publisher that may fail, and republishes and
  /// transforms the elements of that publisher in the same way.
  ///
  ///     upstream      1|
  ///     children 1    -01|
  ///     children 2       ^01|
  ///     children 3          ^01|
  ///     expand(maxPublishers:maxPending:whenFull:_:)
  ///     downstream    123-45-67|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: as for publishers of the same failure type.
  /// - **Failure**: that of a publisher cancels upstream and the others, drops what waits and is passed on; so is the
  ///   failure of a full queue (`.error`).
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of publishers that run: one or more. Anything else traps.
  ///   - maxPending: The maximum number of elements that wait to be transformed: one or more, `.max` for no bound.
  ///     Anything else traps. Memory is allocated as elements wait.
  ///   - whenFull: What happens to an element for which there is no room.
  ///   - next: Transforms an element into a publisher of its direct descendants; `nil` traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements and all their descendants.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func expand<Child: Publisher>(
    maxPublishers: Int = 1, maxPending: Int = 1_024, whenFull: StreamOverflowPolicy<Child.Failure> = .suspend,
    _ next: (@Sendable (Output) -> Child)?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.Expand<Child, Publishers.SetFailureType<Self, Child.Failure>> where Child.Output == Output {
    guard let next else { preconditionFailure("expand needs a closure.") }
    return Publishers.Expand(
      upstream: setFailureType(to: Child.Failure.self), maxPublishers: maxPublishers, maxPending: maxPending,
      whenFull: whenFull, next: next, site: StreamSite(fileID: fileID, line: line))
  }
}

extension Publisher {
  /// Republishes elements, transforms each delivered element into a publisher that cannot fail, and republishes and
  /// transforms the elements of that publisher in the same way.
  ///
  ///     upstream      1|
  ///     children 1    -01|
  ///     children 2       ^01|
  ///     children 3          ^01|
  ///     expand(maxPublishers:maxPending:whenFull:_:)
  ///     downstream    123-45-67|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: as for publishers of the same failure type.
  /// - **Failure**: that of upstream cancels the publishers, drops what waits and is passed on; so is the failure of a
  ///   full queue (`.error`).
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of publishers that run: one or more. Anything else traps.
  ///   - maxPending: The maximum number of elements that wait to be transformed: one or more, `.max` for no bound.
  ///     Anything else traps. Memory is allocated as elements wait.
  ///   - whenFull: What happens to an element for which there is no room.
  ///   - next: Transforms an element into a publisher of its direct descendants; `nil` traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements and all their descendants.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func expand<Child: Publisher>(
    maxPublishers: Int = 1, maxPending: Int = 1_024, whenFull: StreamOverflowPolicy<Failure> = .suspend,
    _ next: (@Sendable (Output) -> Child)?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.Expand<Publishers.SetFailureType<Child, Failure>, Self>
  where Child.Output == Output, Child.Failure == Never {
    guard let next else { preconditionFailure("expand needs a closure.") }
    return Publishers.Expand(
      upstream: self, maxPublishers: maxPublishers, maxPending: maxPending, whenFull: whenFull,
      next: { next($0).setFailureType(to: Failure.self) }, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that republishes the elements of another and all their descendants.
@frozen
public struct ExpandPublisher<Child: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
where Child.Output == Upstream.Output, Child.Failure == Upstream.Failure {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher of the first elements.
  public let upstream: Upstream

  /// The maximum number of publishers that run.
  public let maxPublishers: Int

  /// The maximum number of elements that wait to be transformed.
  public let maxPending: Int

  /// What happens to an element for which there is no room.
  public let whenFull: StreamOverflowPolicy<Upstream.Failure>

  /// Transforms an element into a publisher of its direct descendants.
  public let next: @Sendable (Upstream.Output) -> Child

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that republishes the elements of another and all their descendants.
  ///
  /// - Parameters:
  ///   - upstream: The publisher of the first elements.
  ///   - maxPublishers: The maximum number of publishers that run: one or more. Anything else traps here.
  ///   - maxPending: The maximum number of elements that wait to be transformed: one or more. Anything else traps here.
  ///   - whenFull: What happens to an element for which there is no room.
  ///   - next: Transforms an element into a publisher of its direct descendants.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, maxPublishers: Int, maxPending: Int, whenFull: StreamOverflowPolicy<Upstream.Failure>,
    next: @escaping @Sendable (Upstream.Output) -> Child, site: StreamSite = StreamSite()
  ) {
    precondition(maxPublishers > 0, "One publisher runs, or more: \(maxPublishers)")
    precondition(maxPending > 0, "There is room for one element, or more: \(maxPending)")
    self.upstream = upstream
    self.maxPublishers = maxPublishers
    self.maxPending = maxPending
    self.whenFull = whenFull
    self.next = next
    self.site = site
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let expansion = Expansion(
      to: subscriber, maxPublishers: maxPublishers, maxPending: maxPending, whenFull: whenFull, site: site, next: next)
    upstream.subscribe(ExpandInner(expansion: expansion, origin: .outer))
  }
}

extension PublisherNames {
  /// ``ExpandPublisher``, under a short name that a client's own type overrides.
  public typealias Expand<Child: Publisher, Upstream: Publisher> = ExpandPublisher<Child, Upstream>
  where Child.Output == Upstream.Output, Child.Failure == Upstream.Failure
}

extension ExpandPublisher: Sendable where Upstream: Sendable {}
