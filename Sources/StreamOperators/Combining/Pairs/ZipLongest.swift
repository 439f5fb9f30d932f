public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with the element at the same position of another publisher, and with `nil` once that has
  /// finished.
  ///
  ///     upstream      -1--2|
  ///     other         --a---b-c-|
  ///     zipLongest(other)
  ///     downstream    --A---B-C-|
  ///     A = (Optional(1), Optional("a")), B = (Optional(2), Optional("b")),
  ///     C = (nil, Optional("c"))
  ///
  /// - **Demand**: `.suspend` requests `bufferSize` elements from each, and one more for each that is delivered; other
  ///   policies request unlimited demand. A pair is formed when there is demand for it; until then its elements stay in
  ///   their queues.
  /// - **Completion**: finishes when both have finished and none of their elements is queued.
  /// - **Failure**: the first failure cancels the other, drops what is queued and is passed on, as is the failure of a
  ///   full queue (`.error`), which cancels both.
  /// - **Threads**: a pair is delivered where its last element arrives, where one of both finishes, where downstream
  ///   requests it, or by a thread that is delivering an earlier pair; deliveries never overlap. The closure of
  ///   `.error` runs where the element arrives, never under a lock. Drops are reported to the `DropHook` there.
  ///
  /// - Parameters:
  ///   - other: The publisher of the second elements.
  ///   - bufferSize: The maximum number of elements of each publisher that wait: one or more, `.max` for no bound. Zero
  ///     and negative numbers trap.
  ///   - whenFull: What happens to an element when the queue is full.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of pairs, at least one element of which is not `nil`.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func zipLongest<Other: Publisher>(
    _ other: Other, bufferSize: Int = 256, whenFull: StreamOverflowPolicy<Failure> = .suspend,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.ZipLongest<Self, Other> where Other.Failure == Failure {
    Publishers.ZipLongest(
      self, other, bufferSize: bufferSize, whenFull: whenFull, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that pairs the elements of two others by position, until both have finished.
@frozen
public struct ZipLongestPublisher<A: Publisher, B: Publisher>: Publisher, ReleasingPublisher
where A.Failure == B.Failure {
  /// A pair, with `nil` for a publisher that has already finished.
  public typealias Output = (A.Output?, B.Output?)
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

  /// Creates a publisher that pairs the elements of two others by position, until both have finished.
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
      of: a, b, isPadded: true, bufferSize: bufferSize, whenFull, as: "ZipLongest", site: site,
      to: MappingInner<QueuedPair<A.Output, B.Output>, S>("ZipLongest", to: subscriber) { ($0.a, $0.b) })
  }
}

extension PublisherNames {
  /// ``ZipLongestPublisher``, under a short name that a client's own type overrides.
  public typealias ZipLongest<A: Publisher, B: Publisher> = ZipLongestPublisher<A, B> where A.Failure == B.Failure
}

extension ZipLongestPublisher: Sendable where A: Sendable, B: Sendable {}
