public import StreamCore
public import StreamParts

extension Publisher {
  /// Transforms each element into a publisher, republishes the elements of one publisher after the other, and fails
  /// only when all have ended.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1--2#
  ///     b                    ^4--5|
  ///     concatMapDelayingFailures { name in name == "a" ? a : b }
  ///     downstream    ---1--2-4--5#
  ///
  /// An element waits until the previous element's publisher has ended; only then is `transform` called for it.
  ///
  /// - **Demand**: requests one element from upstream and `bufferSize` more that may wait, and one for each publisher
  ///   that ends. The outstanding demand of downstream is requested from the publisher that runs.
  /// - **Completion**: finishes when upstream and the last publisher have.
  /// - **Failure**: a failure, of upstream or of a publisher, cancels nothing, and the elements that wait keep their
  ///   turn. When all have ended, the stream fails with all failures, in the order in which they arrived. Those that
  ///   wait when downstream cancels are reported to `FailureHook`.
  /// - **Threads**: `transform` runs where upstream delivers, or where the previous publisher ends, never under a lock.
  ///   Deliveries never overlap. An element that upstream sends without demand, while no more may wait, is dropped, and
  ///   reported to the `DropHook` where it arrives.
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of elements that wait: zero or more, `.max` for no bound. A negative number
  ///     traps. Memory is allocated as elements wait.
  ///   - transform: Transforms an element into a publisher.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements of all the publishers, in the order of upstream, which fails with all
  ///   failures.
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of waiting elements, at most
  ///   `bufferSize`, plus the number of failures.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func concatMapDelayingFailures<Child: Publisher>(
    bufferSize: Int = 32, _ transform: @escaping @Sendable (Output) -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.ConcatMapDelayingFailures<Child, Self> where Child.Failure == Failure {
    Publishers.ConcatMapDelayingFailures(
      upstream: self, bufferSize: bufferSize, transform: transform, site: StreamSite(fileID: fileID, line: line))
  }
}

// The optional closure ranks this form behind the general one above, which is disfavoured as well.

extension Publisher where Failure == Never {
  /// Like ``StreamCore/Publisher/concatMapDelayingFailures(bufferSize:_:fileID:line:)``,
  /// of a publisher that cannot fail.
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of elements that wait: zero or more, `.max` for no bound. A negative number
  ///     traps. Memory is allocated as elements wait.
  ///   - transform: Transforms an element into a publisher; `nil` traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the values of all the publishers.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func concatMapDelayingFailures<Child: Publisher>(
    bufferSize: Int = 32, _ transform: (@Sendable (Output) -> Child)?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.ConcatMapDelayingFailures<Child, Publishers.SetFailureType<Self, Child.Failure>> {
    guard let transform else { preconditionFailure("concatMapDelayingFailures needs a closure.") }
    return Publishers.ConcatMapDelayingFailures(
      upstream: setFailureType(to: Child.Failure.self), bufferSize: bufferSize, transform: transform,
      site: StreamSite(fileID: fileID, line: line))
  }
}

extension Publisher {
  /// Like ``StreamCore/Publisher/concatMapDelayingFailures(bufferSize:_:fileID:line:)``,
  /// with publishers that cannot fail.
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of elements that wait: zero or more, `.max` for no bound. A negative number
  ///     traps. Memory is allocated as elements wait.
  ///   - transform: Transforms an element into a publisher; `nil` traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the values of all the publishers.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func concatMapDelayingFailures<Child: Publisher>(
    bufferSize: Int = 32, _ transform: (@Sendable (Output) -> Child)?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.ConcatMapDelayingFailures<Publishers.SetFailureType<Child, Failure>, Self>
  where Child.Failure == Never {
    guard let transform else { preconditionFailure("concatMapDelayingFailures needs a closure.") }
    return Publishers.ConcatMapDelayingFailures(
      upstream: self, bufferSize: bufferSize, transform: { transform($0).setFailureType(to: Failure.self) },
      site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that transforms each element of another into a publisher, republishes the elements of one after the
/// other, and fails only when all have ended.
@frozen
public struct ConcatMapDelayingFailuresPublisher<Child: Publisher, Upstream: Publisher>: Publisher, ReleasingPublisher
where Child.Failure == Upstream.Failure {
  public typealias Output = Child.Output
  /// All failures.
  public typealias Failure = MergedFailures<Upstream.Failure>

  /// The publisher whose elements are transformed into publishers.
  public let upstream: Upstream

  /// The maximum number of elements that wait.
  public let bufferSize: Int

  /// Transforms an element into a publisher.
  public let transform: @Sendable (Upstream.Output) -> Child

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that republishes the elements of one publisher after the other, and fails only when all have
  /// ended.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are transformed into publishers.
  ///   - bufferSize: The maximum number of elements that wait: zero or more. A negative number traps.
  ///   - transform: Transforms an element into a publisher.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, bufferSize: Int, transform: @escaping @Sendable (Upstream.Output) -> Child,
    site: StreamSite = StreamSite()
  ) {
    precondition(bufferSize >= 0, "A queue cannot have a negative size: \(bufferSize)")
    self.upstream = upstream
    self.bufferSize = bufferSize
    self.transform = transform
    self.site = site
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let name = "ConcatMapDelayingFailures"
    let mapping = ConcatMapping(
      name, to: subscriber, bufferSize: bufferSize, whenFull: .suspend, delaying: DelayedFailures(), site: site
    ) { [transform] (input: Upstream.Output) in
      DelayedFailuresUpstream(transform(input), of: name)
    }
    DelayedFailuresUpstream(upstream, of: name).subscribe(ConcatMapInner(mapping: mapping))
  }
}

extension PublisherNames {
  /// ``ConcatMapDelayingFailuresPublisher``, under a short name that a client's own type overrides.
  public typealias ConcatMapDelayingFailures<Child: Publisher, Upstream: Publisher> =
    ConcatMapDelayingFailuresPublisher<Child, Upstream>
  where Child.Failure == Upstream.Failure
}

extension ConcatMapDelayingFailuresPublisher: Sendable where Upstream: Sendable {}
