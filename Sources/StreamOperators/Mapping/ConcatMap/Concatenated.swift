public import StreamCore
public import StreamParts

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Republishes the elements of one publisher that upstream sends after the other: `concatMap` without a
  /// transformation.
  ///
  ///     upstream      -a--b-------|
  ///     a              ^-1--2--3|
  ///     b                       ^4--5|
  ///     map { name in name == "a" ? a : b }.concatenated()
  ///     downstream    ---1--2--3-4--5|
  ///
  /// - **Demand**: `.suspend` requests one publisher from upstream and `bufferSize` more that may wait, and one for
  ///   each that finishes; other policies request unlimited demand. The outstanding demand of downstream is requested
  ///   from the one that runs.
  /// - **Completion**: finishes when upstream and the last publisher have.
  /// - **Failure**: a failure of upstream or of a publisher cancels the other, drops the publishers that wait and is
  ///   passed on.
  /// - **Threads**: delivers where the publishers do. Drops are reported to the `DropHook` where the element arrives
  ///   that causes them.
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of publishers that wait: zero or more, `.max` for no bound. A negative number
  ///     traps.
  ///   - whenFull: What happens to a publisher for which there is no room.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements of all the publishers, in the order of upstream.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each publisher.
  @_disfavoredOverload
  @inlinable
  public func concatenated(
    bufferSize: Int = 32, whenFull: StreamOverflowPolicy<Failure> = .suspend, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Publishers.ConcatMap<Output, Self> {
    concatMap(
      bufferSize: bufferSize, whenFull: whenFull, PublisherItself<Output>().callAsFunction, fileID: fileID, line: line)
  }
}

/// Transforms a publisher into itself: a method, since a closure may not capture a type that is not `Sendable`.
@frozen
@usableFromInline
struct PublisherItself<P: Publisher>: Sendable {
  @inlinable
  init() {}

  @inlinable
  @Sendable
  func callAsFunction(_ publisher: P) -> P { publisher }
}
