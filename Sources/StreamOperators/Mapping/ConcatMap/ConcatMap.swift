public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element into a publisher, and republishes the elements of one publisher after the other.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1--2--3|
  ///     b                       ^4--5|
  ///     concatMap { name in name == "a" ? a : b }
  ///     downstream    ---1--2--3-4--5|
  ///
  /// An element waits until the previous element's publisher has finished; only then is `transform` called for it.
  ///
  /// - **Demand**: `.suspend` requests one element from upstream and `bufferSize` more that may wait, and one for each
  ///   publisher that finishes; other policies request unlimited demand. The outstanding demand of downstream is
  ///   requested from the publisher that runs.
  /// - **Completion**: finishes when upstream and the last publisher have.
  /// - **Failure**: a failure of upstream or of a publisher cancels the other, drops the elements that wait and is
  ///   passed on. The failure of a full queue (`.error`) cancels upstream, and comes after the publishers of the
  ///   waiting elements.
  /// - **Threads**: `transform` runs where upstream delivers, or where the publisher before finishes, never under a
  ///   lock. Deliveries never overlap. Drops are reported to the `DropHook` where the element arrives that causes them.
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of elements that wait: zero or more, `.max` for no bound. A negative number
  ///     traps. Memory is allocated as elements wait.
  ///   - whenFull: What happens to an element for which there is no room.
  ///   - transform: Transforms an element into a publisher.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements of all the publishers, in the order of upstream.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func concatMap<Child: Publisher>(
    bufferSize: Int = 32, whenFull: StreamOverflowPolicy<Failure> = .suspend,
    _ transform: @escaping @Sendable (Output) -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.ConcatMap<Child, Self> where Child.Failure == Failure {
    Publishers.ConcatMap(
      upstream: self, bufferSize: bufferSize, whenFull: whenFull,
      transform: transform, site: StreamSite(fileID: fileID, line: line))
  }
}

// The optional closure ranks this form behind the general one above, which is disfavoured as well.

extension Publisher where Failure == Never {
  /// Transforms each element into a publisher that may fail, and republishes the elements of one after the other.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1--2--3|
  ///     b                       ^4--5|
  ///     concatMap { name in name == "a" ? a : b }
  ///     downstream    ---1--2--3-4--5|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: finishes when upstream and the last publisher have.
  /// - **Failure**: a failure of a publisher cancels upstream, drops the elements that wait and is passed on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of elements that wait: zero or more, `.max` for no bound. A negative number
  ///     traps. Memory is allocated as elements wait.
  ///   - whenFull: What happens to an element for which there is no room.
  ///   - transform: Transforms an element into a publisher; `nil` traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements of all the publishers, in the order of upstream.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func concatMap<Child: Publisher>(
    bufferSize: Int = 32, whenFull: StreamOverflowPolicy<Child.Failure> = .suspend,
    _ transform: (@Sendable (Output) -> Child)?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.ConcatMap<Child, Publishers.SetFailureType<Self, Child.Failure>> {
    guard let transform else { preconditionFailure("concatMap needs a closure.") }
    return Publishers.ConcatMap(
      upstream: setFailureType(to: Child.Failure.self), bufferSize: bufferSize, whenFull: whenFull,
      transform: transform, site: StreamSite(fileID: fileID, line: line))
  }
}

extension Publisher {
  /// Transforms each element into a publisher that cannot fail, and republishes the elements of one after the other.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1--2--3|
  ///     b                       ^4--5|
  ///     concatMap { name in name == "a" ? a : b }
  ///     downstream    ---1--2--3-4--5|
  ///
  /// - **Demand**: as for publishers of the same failure type.
  /// - **Completion**: finishes when upstream and the last publisher have.
  /// - **Failure**: a failure of upstream cancels the publisher that runs, drops the elements that wait and is passed
  ///   on.
  /// - **Threads**: as for publishers of the same failure type.
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of elements that wait: zero or more, `.max` for no bound. A negative number
  ///     traps. Memory is allocated as elements wait.
  ///   - whenFull: What happens to an element for which there is no room.
  ///   - transform: Transforms an element into a publisher; `nil` traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements of all the publishers, in the order of upstream.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func concatMap<Child: Publisher>(
    bufferSize: Int = 32, whenFull: StreamOverflowPolicy<Failure> = .suspend,
    _ transform: (@Sendable (Output) -> Child)?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.ConcatMap<Publishers.SetFailureType<Child, Failure>, Self> where Child.Failure == Never {
    guard let transform else { preconditionFailure("concatMap needs a closure.") }
    return Publishers.ConcatMap(
      upstream: self, bufferSize: bufferSize, whenFull: whenFull,
      transform: { transform($0).setFailureType(to: Failure.self) }, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that transforms each element of another into a publisher, and republishes the elements of one after the
/// other.
@frozen
public struct ConcatMapPublisher<Child: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
where Child.Failure == Upstream.Failure {
  public typealias Output = Child.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are transformed into publishers.
  public let upstream: Upstream

  /// The maximum number of elements that wait.
  public let bufferSize: Int

  /// What happens to an element for which there is no room.
  public let whenFull: StreamOverflowPolicy<Upstream.Failure>

  /// Transforms an element into a publisher.
  public let transform: @Sendable (Upstream.Output) -> Child

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that republishes the elements of one publisher after the other.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are transformed into publishers.
  ///   - bufferSize: The maximum number of elements that wait: zero or more. A negative number traps.
  ///   - whenFull: What happens to an element for which there is no room.
  ///   - transform: Transforms an element into a publisher.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, bufferSize: Int, whenFull: StreamOverflowPolicy<Upstream.Failure>,
    transform: @escaping @Sendable (Upstream.Output) -> Child, site: StreamSite = StreamSite()
  ) {
    precondition(bufferSize >= 0, "A queue cannot have a negative size: \(bufferSize)")
    self.upstream = upstream
    self.bufferSize = bufferSize
    self.whenFull = whenFull
    self.transform = transform
    self.site = site
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      ConcatMapInner(
        mapping: ConcatMapping(
          "ConcatMap", to: subscriber, bufferSize: bufferSize, whenFull: whenFull, site: site, transform: transform)))
  }
}

extension PublisherNames {
  /// ``ConcatMapPublisher``, under a short name that a client's own type overrides.
  public typealias ConcatMap<Child: Publisher, Upstream: Publisher> = ConcatMapPublisher<Child, Upstream>
  where Child.Failure == Upstream.Failure
}

extension ConcatMapPublisher: Sendable where Upstream: Sendable {}
