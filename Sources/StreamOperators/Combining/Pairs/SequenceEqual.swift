public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers whether this publisher and another deliver the same number of elements, and a closure considers each pair
  /// of them equal.
  ///
  ///     upstream      -x-Y---z|
  ///     other         --X--y--Z--|
  ///     sequenceEqual(other) { $0.lowercased() == $1.lowercased() }
  ///     downstream    -----------(A|)
  ///     A = true
  ///
  /// - **Demand**: requests `bufferSize` elements from each, and one more for each that has been compared; the answer
  ///   waits for demand.
  /// - **Completion**: the first difference cancels both; so does an element of one when the other has finished.
  ///   Finishes after the answer.
  /// - **Failure**: the first failure cancels the other and is passed on.
  /// - **Threads**: `areEqual` runs where the later of two elements arrives, or on a thread that compares earlier ones,
  ///   never under a lock; the answer is delivered there, where both have finished, or where downstream requests it. An
  ///   element that a publisher sends without demand is dropped, and reported to the `DropHook`.
  ///
  /// - Parameters:
  ///   - other: The publisher to compare with.
  ///   - bufferSize: The maximum number of elements of each publisher that wait: one or more, `.max` for no bound. Zero
  ///     and negative numbers trap.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  ///   - areEqual: Compares two elements.
  /// - Returns: A publisher of one truth value.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func sequenceEqual<Other: Publisher>(
    _ other: Other, bufferSize: Int = 32, fileID: StaticString = #fileID, line: UInt = #line,
    by areEqual: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.SequenceEqual<Self, Other> where Other.Output == Output, Other.Failure == Failure {
    Publishers.SequenceEqual(
      self, other, bufferSize: bufferSize, site: StreamSite(fileID: fileID, line: line), by: areEqual)
  }
}

extension Publisher where Output: Equatable {
  /// Delivers whether this publisher and another deliver the same elements in the same order.
  ///
  ///     upstream      -1-2-3-4-|
  ///     other         --1--2---5   --|
  ///     sequenceEqual(other)
  ///     downstream    ---------(A|)
  ///     A = false
  ///
  /// - **Demand**: requests `bufferSize` elements from each, and one more for each that has been compared; the answer
  ///   waits for demand.
  /// - **Completion**: the first difference cancels both; so does an element of one when the other has finished.
  ///   Finishes after the answer.
  /// - **Failure**: the first failure cancels the other and is passed on.
  /// - **Threads**: elements are compared where the later of two arrives, or on a thread that compares earlier ones,
  ///   never under a lock.
  ///
  /// - Parameters:
  ///   - other: The publisher to compare with.
  ///   - bufferSize: The maximum number of elements of each publisher that wait: one or more, `.max` for no bound. Zero
  ///     and negative numbers trap.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of one truth value.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func sequenceEqual<Other: Publisher>(
    _ other: Other, bufferSize: Int = 32, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.SequenceEqual<Self, Other> where Other.Output == Output, Other.Failure == Failure {
    Publishers.SequenceEqual(
      self, other, bufferSize: bufferSize, site: StreamSite(fileID: fileID, line: line), by: Equality<Output>().holds)
  }
}

/// A publisher that delivers whether two others deliver equal elements.
@frozen
public struct SequenceEqualPublisher<A: Publisher, B: Publisher>: Publisher, ReleasingPublisher
where A.Output == B.Output, A.Failure == B.Failure {
  /// Whether they do.
  public typealias Output = Bool
  public typealias Failure = A.Failure

  /// The one publisher.
  public let a: A

  /// The other publisher.
  public let b: B

  /// The maximum number of elements of each publisher that wait.
  public let bufferSize: Int

  /// The operator's source location.
  public let site: StreamSite

  /// Compares two elements.
  public let areEqual: @Sendable (A.Output, A.Output) -> Bool

  /// Creates a publisher that delivers whether two others deliver equal elements.
  ///
  /// - Parameters:
  ///   - a: The one publisher.
  ///   - b: The other publisher.
  ///   - bufferSize: The maximum number of elements of each publisher that wait: one or more. Zero and negative numbers
  ///     trap.
  ///   - site: The operator's source location, for the report of a drop.
  ///   - areEqual: Compares two elements.
  @inlinable
  @preconcurrency
  public init(
    _ a: A, _ b: B, bufferSize: Int, site: StreamSite = StreamSite(),
    by areEqual: @escaping @Sendable (A.Output, A.Output) -> Bool
  ) {
    QueuedPair<A.Output, B.Output>.check(bufferSize: bufferSize)
    (self.a, self.b, self.bufferSize, self.site, self.areEqual) = (a, b, bufferSize, site, areEqual)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Bool, S.Failure == Failure {
    let differ = SerialState(false)
    let answer = ReducingInner<QueuedPair<A.Output, B.Output>, S>("SequenceEqual", to: subscriber) {
      [areEqual] pair throws(Failure) in
      // An element without a partner: the other publisher has finished.
      let isEqual = if let a = pair.a, let b = pair.b { areEqual(a, b) } else { false }
      if !isEqual { differ.value = true }
      return !isEqual
    } complete: {
      !differ.value
    }
    QueuedPair.deliver(
      of: a, b, isPadded: true, bufferSize: bufferSize, .suspend, as: "SequenceEqual", site: site, to: answer)
  }
}

extension PublisherNames {
  /// ``SequenceEqualPublisher``, under a short name that a client's own type overrides.
  public typealias SequenceEqual<A: Publisher, B: Publisher> = SequenceEqualPublisher<A, B>
  where A.Output == B.Output, A.Failure == B.Failure
}

extension SequenceEqualPublisher: Sendable where A: Sendable, B: Sendable {}
