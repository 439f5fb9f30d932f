public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with the element at the same position of another publisher, and bounds the elements that wait
  /// for their partners.
  ///
  ///     upstream      -1-2-3-4----|
  ///     other         ---------a-b-c|
  ///     zip(other, bufferSize: 2, whenFull: .dropOldest)
  ///     downstream    ---------A-B|
  ///     A = (3, "a"), B = (4, "b")
  ///
  /// - **Demand**: `.suspend` requests `bufferSize` elements from each, and one more for each pair that is delivered;
  ///   other policies request unlimited demand. A pair is formed when there is demand for it; until then its elements
  ///   stay in their queues.
  /// - **Completion**: finishes, and cancels the other, once one has finished and none of its elements is queued.
  /// - **Failure**: the first failure cancels the other, drops what is queued and is passed on, as is the failure of a
  ///   full queue (`.error`), which cancels both.
  /// - **Threads**: a pair is delivered where its last element arrives, where downstream requests it, or by a thread
  ///   that is delivering an earlier pair; deliveries never overlap. The closure of `.error` runs where the element
  ///   arrives, never under a lock. Drops are reported to the `DropHook` there.
  ///
  /// - Parameters:
  ///   - other: The publisher of the second elements.
  ///   - bufferSize: The maximum number of elements of each publisher that wait: one or more, `.max` for no bound. Zero
  ///     and negative numbers trap.
  ///   - whenFull: What happens to an element when the queue is full.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of pairs.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func zip<Other: Publisher>(
    _ other: Other, bufferSize: Int, whenFull: StreamOverflowPolicy<Failure>, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Publishers.BoundedZip<Self, Other> where Other.Failure == Failure {
    Publishers.BoundedZip(
      self, other, bufferSize: bufferSize, whenFull: whenFull, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that pairs the elements of two others by position, and bounds those that wait.
@frozen
public struct BoundedZipPublisher<A: Publisher, B: Publisher>: Publisher, ReleasingPublisher
where A.Failure == B.Failure {
  /// A pair.
  public typealias Output = (A.Output, B.Output)
  public typealias Failure = A.Failure

  /// The publisher of the first elements.
  public let a: A

  /// The publisher of the second elements.
  public let b: B

  /// The maximum number of elements of each publisher that wait.
  public let bufferSize: Int

  /// What happens to an element when the queue is full.
  public let whenFull: StreamOverflowPolicy<A.Failure>

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that pairs the elements of two others by position.
  ///
  /// - Parameters:
  ///   - a: The publisher of the first elements.
  ///   - b: The publisher of the second elements.
  ///   - bufferSize: The maximum number of elements of each publisher that wait: one or more. Zero and negative numbers
  ///     trap.
  ///   - whenFull: What happens to an element when the queue is full.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  public init(
    _ a: A, _ b: B, bufferSize: Int, whenFull: StreamOverflowPolicy<A.Failure>, site: StreamSite = StreamSite()
  ) {
    QueuedPair<A.Output, B.Output>.check(bufferSize: bufferSize)
    (self.a, self.b, self.bufferSize, self.whenFull, self.site) = (a, b, bufferSize, whenFull, site)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    QueuedPair.deliver(
      of: a, b, isPadded: false, bufferSize: bufferSize, whenFull, as: "Zip", site: site,
      to: MappingInner<QueuedPair<A.Output, B.Output>, S>("Zip", to: subscriber) { $0.whole })
  }
}

extension PublisherNames {
  /// ``BoundedZipPublisher``, under a short name that a client's own type overrides.
  public typealias BoundedZip<A: Publisher, B: Publisher> = BoundedZipPublisher<A, B> where A.Failure == B.Failure
}

extension BoundedZipPublisher: Sendable where A: Sendable, B: Sendable {}
