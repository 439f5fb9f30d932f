public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with the element at the same position of another publisher, and with a substitute once that has
  /// finished.
  ///
  ///     upstream      -1--2|
  ///     other         --a---b-c-|
  ///     zipLongest(other, padding: 0, otherPadding: "z")
  ///     downstream    --A---B-C-|
  ///     A = (1, "a"), B = (2, "b"), C = (0, "c")
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
  ///   - padding: The first element of a pair, once this publisher has finished.
  ///   - otherPadding: The second element of a pair, once `other` has finished.
  ///   - bufferSize: The maximum number of elements of each publisher that wait: one or more, `.max` for no bound. Zero
  ///     and negative numbers trap.
  ///   - whenFull: What happens to an element when the queue is full.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of pairs.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func zipLongest<Other: Publisher>(
    _ other: Other, padding: Output, otherPadding: Other.Output, bufferSize: Int = 256,
    whenFull: StreamOverflowPolicy<Failure> = .suspend, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.ZipLongestPadded<Self, Other> where Other.Failure == Failure {
    Publishers.ZipLongestPadded(
      ZipLongestPublisher(
        self, other, bufferSize: bufferSize, whenFull: whenFull, site: StreamSite(fileID: fileID, line: line)),
      padding: padding, otherPadding: otherPadding)
  }
}

/// A publisher that pairs the elements of two others by position, and fills in substitutes for missing elements.
@frozen
public struct ZipLongestPaddedPublisher<A: Publisher, B: Publisher>: Publisher, ReleasingPublisher
where A.Failure == B.Failure {
  /// A pair.
  public typealias Output = (A.Output, B.Output)
  public typealias Failure = A.Failure

  /// The pairs, with `nil` where an element is missing.
  public let pairs: ZipLongestPublisher<A, B>

  /// The first element of a pair that lacks it.
  public let padding: A.Output

  /// The second element of a pair that lacks it.
  public let otherPadding: B.Output

  /// Creates a publisher that fills in the missing elements of pairs.
  ///
  /// - Parameters:
  ///   - pairs: The pairs, with `nil` where an element is missing.
  ///   - padding: The first element of a pair that lacks it.
  ///   - otherPadding: The second element of a pair that lacks it.
  @inlinable
  public init(_ pairs: ZipLongestPublisher<A, B>, padding: A.Output, otherPadding: B.Output) {
    (self.pairs, self.padding, self.otherPadding) = (pairs, padding, otherPadding)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    pairs.receive(
      subscriber: MappingInner<(A.Output?, B.Output?), S>("ZipLongest", to: subscriber) { [padding, otherPadding] in
        ($0.0 ?? padding, $0.1 ?? otherPadding)
      })
  }
}

extension PublisherNames {
  /// ``ZipLongestPaddedPublisher``, under a short name that a client's own type overrides.
  public typealias ZipLongestPadded<A: Publisher, B: Publisher> = ZipLongestPaddedPublisher<A, B>
  where A.Failure == B.Failure
}

extension ZipLongestPaddedPublisher: Sendable
where A: Sendable, B: Sendable, A.Output: Sendable, B.Output: Sendable {}
