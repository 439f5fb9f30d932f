public import StreamCore
public import StreamDiagnostics
public import StreamParts

extension Publisher {
  /// Merges this publisher and another, both of which are sorted, into a stream that is sorted.
  ///
  ///     upstream      -9---6   --3|
  ///     other         --8-7-   -5---2   |
  ///     mergeSorted(with: other) { $0 > $1 }
  ///     downstream    --9--(87)-65--(32)|
  ///
  /// The oldest waiting element of each is compared with the other's, and the lesser one is delivered: this publisher's
  /// if neither comes before the other. So a publisher that is silent holds up the other. If a publisher is not sorted,
  /// its elements keep their order among themselves.
  ///
  /// - **Demand**: requests `bufferSize` elements from each, and one more from the publisher whose element has been
  ///   delivered; with `.max`, unlimited demand.
  /// - **Completion**: finishes when both have finished and their elements have been delivered. When one has finished,
  ///   the elements of the other are delivered as they come.
  /// - **Failure**: the first failure cancels the other, drops the elements that wait and is passed on.
  /// - **Threads**: an element is delivered on the thread on which the element that it is compared with arrives, on
  ///   which one of both finishes, on which downstream requests it, or that is delivering an earlier one; deliveries
  ///   never overlap. `areInIncreasingOrder` runs there, never under a lock. An element that a publisher sends without
  ///   demand is dropped, and reported to the `DropHook`.
  ///
  /// - Parameters:
  ///   - other: The other publisher.
  ///   - bufferSize: The maximum number of elements of each publisher that wait: one or more, `.max` for no bound. Zero
  ///     and negative numbers trap.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  ///   - areInIncreasingOrder: Whether the first element comes before the second: a strict weak ordering, as
  ///     `Sequence.sorted(by:)` wants it.
  /// - Returns: A publisher of the elements of both.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func mergeSorted<Other: Publisher>(
    with other: Other, bufferSize: Int = 32, fileID: StaticString = #fileID, line: UInt = #line,
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.MergeSorted<Self, Other> where Other.Output == Output, Other.Failure == Failure {
    Publishers.MergeSorted(
      self, other, bufferSize: bufferSize, site: StreamSite(fileID: fileID, line: line), by: areInIncreasingOrder)
  }
}

extension Publisher where Output: Comparable {
  /// Merges this publisher and another, both of which are sorted, into a stream that is sorted.
  ///
  ///     upstream      -1---4   --7|
  ///     other         --2-3-   -5---8   |
  ///     mergeSorted(with: other)
  ///     downstream    --1--(23)-45--(78)|
  ///
  /// The oldest waiting element of each is compared with the other's, and the lesser one is delivered: this publisher's
  /// if they are equal. So a publisher that is silent holds up the other. If a publisher is not sorted, its elements
  /// keep their order among themselves.
  ///
  /// - **Demand**: requests `bufferSize` elements from each, and one more from the publisher whose element has been
  ///   delivered; with `.max`, unlimited demand.
  /// - **Completion**: finishes when both have finished and their elements have been delivered. When one has finished,
  ///   the elements of the other are delivered as they come.
  /// - **Failure**: the first failure cancels the other, drops the elements that wait and is passed on.
  /// - **Threads**: an element is delivered on the thread on which the element that it is compared with arrives, on
  ///   which one of both finishes, on which downstream requests it, or that is delivering an earlier one; deliveries
  ///   never overlap. `<` runs there, never under a lock. An element that a publisher sends without demand is dropped,
  ///   and reported to the `DropHook`.
  ///
  /// - Parameters:
  ///   - other: The other publisher.
  ///   - bufferSize: The maximum number of elements of each publisher that wait: one or more, `.max` for no bound. Zero
  ///     and negative numbers trap.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements of both.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func mergeSorted<Other: Publisher>(
    with other: Other, bufferSize: Int = 32, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.MergeSorted<Self, Other> where Other.Output == Output, Other.Failure == Failure {
    Publishers.MergeSorted(
      self, other, bufferSize: bufferSize, site: StreamSite(fileID: fileID, line: line)
    ) { $0 < $1 }
  }
}

/// A publisher that merges two others, both of which are sorted, into a stream that is sorted.
@frozen
public struct MergeSortedPublisher<A: Publisher, B: Publisher>: Publisher, ReleasingPublisher
where A.Output == B.Output, A.Failure == B.Failure {
  public typealias Output = A.Output
  public typealias Failure = A.Failure

  /// The one publisher, whose elements come first among equals.
  public let a: A

  /// The other publisher.
  public let b: B

  /// The maximum number of elements of each publisher that wait.
  public let bufferSize: Int

  /// The operator's source location.
  public let site: StreamSite

  /// Whether the first element comes before the second.
  public let areInIncreasingOrder: @Sendable (Output, Output) -> Bool

  /// Creates a publisher that merges two others.
  ///
  /// - Parameters:
  ///   - a: The one publisher, whose elements come first among equals.
  ///   - b: The other publisher.
  ///   - bufferSize: The maximum number of elements of each publisher that wait: one or more. Zero and negative numbers
  ///     trap.
  ///   - site: The operator's source location, for the report of a drop.
  ///   - areInIncreasingOrder: Whether the first element comes before the second: a strict weak ordering.
  @inlinable
  @preconcurrency
  public init(
    _ a: A, _ b: B, bufferSize: Int, site: StreamSite = StreamSite(),
    by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
  ) {
    QueuedPair<A.Output, B.Output>.check(bufferSize: bufferSize)
    (self.a, self.b, self.bufferSize, self.site) = (a, b, bufferSize, site)
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let choosesSecond = SerialState(false)
    let lesser = MappingInner<QueuedPair<Output, Output>, S>("MergeSorted", to: subscriber) {
      [areInIncreasingOrder] pair in
      if let a = pair.a, let b = pair.b {
        choosesSecond.value = areInIncreasingOrder(b, a)
        return choosesSecond.value ? b : a
      }
      // The other publisher has finished.
      choosesSecond.value = pair.b != nil
      guard let element = pair.a ?? pair.b else { preconditionFailure("A pair has lost both elements.") }
      return element
    }
    QueuedPair.deliver(
      of: a, b, isPadded: true, choosing: choosesSecond, bufferSize: bufferSize, .suspend, as: "MergeSorted",
      site: site,
      to: lesser)
  }
}

extension PublisherNames {
  /// ``MergeSortedPublisher``, under a short name that a client's own type overrides.
  public typealias MergeSorted<A: Publisher, B: Publisher> = MergeSortedPublisher<A, B>
  where A.Output == B.Output, A.Failure == B.Failure
}

extension MergeSortedPublisher: Sendable where A: Sendable, B: Sendable {}
