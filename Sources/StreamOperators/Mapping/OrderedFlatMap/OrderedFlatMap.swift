public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element into a publisher, runs several at a time, and republishes their elements in the order of
  /// upstream.
  ///
  ///     upstream      -a--b------   -|
  ///     a              ^-1--2--3|
  ///     b                 ^4--5|
  ///     orderedFlatMap(maxPublishers: 2) { name in name == "a" ? a : b }
  ///     downstream    ---1--2--3(45)-|
  ///
  /// The elements of a publisher wait until those before it have finished.
  ///
  /// - **Demand**: requests `maxPublishers` elements from upstream, and one more whenever a publisher has finished and
  ///   all its elements have been delivered. Requests `bufferSize` elements from each publisher, and one more for each
  ///   delivered element: at most `maxPublishers` times `bufferSize` elements wait.
  /// - **Completion**: finishes when upstream and all the publishers have, after the elements that wait.
  /// - **Failure**: the first failure, of upstream or of any publisher, cancels the others, drops what waits and is
  ///   passed on.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock. Deliveries never overlap. An element
  ///   that a publisher delivers without demand is dropped, and reported to the `DropHook` where it arrives.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of publishers that run, or whose elements wait: one or more. Anything else
  ///     traps.
  ///   - bufferSize: The maximum number of elements of each that wait: one or more, `.max` for no bound. Anything else
  ///     traps. Memory is allocated as elements wait.
  ///   - transform: Transforms an element into a publisher.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements of all the publishers, in the order of upstream.
  /// - Complexity: O(`maxPublishers` × `bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func orderedFlatMap<Child: Publisher>(
    maxPublishers: Int, bufferSize: Int = 32, _ transform: @escaping @Sendable (Output) -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.OrderedFlatMap<Child, Self> where Child.Failure == Failure {
    Publishers.OrderedFlatMap(
      upstream: self, maxPublishers: maxPublishers, bufferSize: bufferSize,
      transform: transform, site: StreamSite(fileID: fileID, line: line))
  }
}

// The optional closure ranks this form behind the general one above, which is disfavoured as well.

extension Publisher where Failure == Never {
  /// Transforms each element into a publisher that may fail, runs several at a time, and republishes their elements in
  /// the order of upstream.
  ///
  ///     upstream      -a--b------   -|
  ///     a              ^-1--2--3|
  ///     b                 ^4--5|
  ///     orderedFlatMap(maxPublishers: 2) { name in name == "a" ? a : b }
  ///     downstream    ---1--2--3(45)-|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: as for publishers of the same failure type.
  /// - **Failure**: that of any publisher cancels upstream and the others, drops what waits and is passed on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of publishers that run, or whose elements wait: one or more. Anything else
  ///     traps.
  ///   - bufferSize: The maximum number of elements of each that wait: one or more, `.max` for no bound. Anything else
  ///     traps. Memory is allocated as elements wait.
  ///   - transform: Transforms an element into a publisher; `nil` traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements of all the publishers, in the order of upstream.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func orderedFlatMap<Child: Publisher>(
    maxPublishers: Int, bufferSize: Int = 32, _ transform: (@Sendable (Output) -> Child)?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.OrderedFlatMap<Child, Publishers.SetFailureType<Self, Child.Failure>> {
    guard let transform else { preconditionFailure("orderedFlatMap needs a closure.") }
    return Publishers.OrderedFlatMap(
      upstream: setFailureType(to: Child.Failure.self), maxPublishers: maxPublishers, bufferSize: bufferSize,
      transform: transform, site: StreamSite(fileID: fileID, line: line))
  }
}

extension Publisher {
  /// Transforms each element into a publisher that cannot fail, runs several at a time, and republishes their elements
  /// in the order of upstream.
  ///
  ///     upstream      -a--b------   -|
  ///     a              ^-1--2--3|
  ///     b                 ^4--5|
  ///     orderedFlatMap(maxPublishers: 2) { name in name == "a" ? a : b }
  ///     downstream    ---1--2--3(45)-|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: as for publishers of the same failure type.
  /// - **Failure**: that of upstream cancels the publishers, drops what waits and is passed on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameters:
  ///   - maxPublishers: The maximum number of publishers that run, or whose elements wait: one or more. Anything else
  ///     traps.
  ///   - bufferSize: The maximum number of elements of each that wait: one or more, `.max` for no bound. Anything else
  ///     traps. Memory is allocated as elements wait.
  ///   - transform: Transforms an element into a publisher; `nil` traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements of all the publishers, in the order of upstream.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func orderedFlatMap<Child: Publisher>(
    maxPublishers: Int, bufferSize: Int = 32, _ transform: (@Sendable (Output) -> Child)?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.OrderedFlatMap<Publishers.SetFailureType<Child, Failure>, Self> where Child.Failure == Never {
    guard let transform else { preconditionFailure("orderedFlatMap needs a closure.") }
    return Publishers.OrderedFlatMap(
      upstream: self, maxPublishers: maxPublishers, bufferSize: bufferSize,
      transform: { transform($0).setFailureType(to: Failure.self) }, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that transforms each element of another into a publisher, runs several at a time, and republishes their
/// elements in the order of upstream.
@frozen
public struct OrderedFlatMapPublisher<Child: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
where Child.Failure == Upstream.Failure {
  public typealias Output = Child.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are transformed into publishers.
  public let upstream: Upstream

  /// The maximum number of publishers that run, or whose elements wait.
  public let maxPublishers: Int

  /// The maximum number of elements of each that wait.
  public let bufferSize: Int

  /// Transforms an element into a publisher.
  public let transform: @Sendable (Upstream.Output) -> Child

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that transforms each element of another into a publisher, and republishes their elements in
  /// the order of upstream.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are transformed into publishers.
  ///   - maxPublishers: The maximum number of publishers that run, or whose elements wait: one or more. Anything else
  ///     traps here.
  ///   - bufferSize: The maximum number of elements of each that wait: one or more. Anything else traps here.
  ///   - transform: Transforms an element into a publisher.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, maxPublishers: Int, bufferSize: Int,
    transform: @escaping @Sendable (Upstream.Output) -> Child, site: StreamSite = StreamSite()
  ) {
    precondition(maxPublishers > 0, "One publisher runs, or more: \(maxPublishers)")
    precondition(bufferSize > 0, "There is room for one element, or more: \(bufferSize)")
    self.upstream = upstream
    self.maxPublishers = maxPublishers
    self.bufferSize = bufferSize
    self.transform = transform
    self.site = site
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let policy = OrderedMergePolicy<Output, Failure>(maxPublishers: maxPublishers, bufferSize: bufferSize)
    upstream.subscribe(
      OrderedFlatMapInner(
        delivery: OrderedMergeDelivery<S>("OrderedFlatMap", policy, to: subscriber), site: site, transform: transform))
  }
}

extension PublisherNames {
  /// ``OrderedFlatMapPublisher``, under a short name that a client's own type overrides.
  public typealias OrderedFlatMap<Child: Publisher, Upstream: Publisher> = OrderedFlatMapPublisher<Child, Upstream>
  where Child.Failure == Upstream.Failure
}

extension OrderedFlatMapPublisher: Sendable where Upstream: Sendable {}
