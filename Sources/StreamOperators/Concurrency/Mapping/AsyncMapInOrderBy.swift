public import StreamCore
public import StreamParts

extension Publisher where Output: Sendable {
  /// Transforms elements with an asynchronous closure, those of one key one after the other, and delivers the results
  /// in the order of all elements.
  ///
  ///     upstream      -312--   ---|
  ///     asyncMap(maxConcurrent: 3, inOrderBy: { $0 % 2 }) { await double($0) }
  ///     downstream    ----6(24)---|
  ///
  /// ```swift
  /// log.asyncMap(maxConcurrent: 16, inOrderBy: \.accountID) { message in await handle(message) }
  /// ```
  ///
  /// The closure runs for an element when it has returned for all earlier elements of the same key, and beside elements
  /// of other keys. The results of all keys together keep the order of upstream: when one is delivered, all elements up
  /// to its own have been transformed. So a consumer of a partitioned log can commit the offset of each result. The
  /// closure inherits no actor from where it is written.
  ///
  /// - **Demand**: requests as many elements as downstream has requested, up to `maxConcurrent`, and one more for each
  ///   result that has been delivered. An element that waits for another of its key is among them: many of one key in a
  ///   row leave no room for other keys, unless `maxConcurrent` is larger.
  /// - **Completion**: finishes when upstream has finished and all results are delivered. A cancel cancels the tasks in
  ///   which the closure runs, and drops the elements that wait.
  /// - **Failure**: a failure of upstream, or an error that the closure throws, is passed on at once: upstream and the
  ///   tasks are cancelled, and elements and results that wait are dropped. The closure does not run for an element
  ///   after an earlier one of its key has failed. If the closure throws another error type, apply `mapError` to
  ///   upstream first.
  /// - **Threads**: the closure runs in tasks that belong to no actor, with the task-local values of the subscribing
  ///   task; results are delivered from there, one after the other. `key` runs where upstream delivers, and keys are
  ///   compared there, never under a lock.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of elements for which the closure runs, or that wait for another of their
  ///     key or for the delivery of earlier results: one or more, `.max` for any number. Zero or less ends the process.
  ///   - key: Returns the key of an element. A key is forgotten when an element arrives and the closure has returned
  ///     for all of its own.
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element, or throws a failure.
  /// - Returns: A publisher of the results.
  /// - Complexity: O(`maxConcurrent`) memory, and O(1) for each element, on average.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncMap<Key: Hashable, T: Sendable>(
    maxConcurrent: Int, inOrderBy key: @escaping @Sendable (Output) -> Key, priority: TaskPriority? = nil,
    _ transform: @escaping @Sendable (Output) async throws(Failure) -> T
  ) -> Publishers.AsyncMap<Self, T, Failure> {
    Publishers.AsyncMap(
      self, "AsyncMap", .ofInput, maxConcurrent: maxConcurrent, makeKeys: KeyReader(key).makeKeys, priority: priority,
      mapFailure: { $0 }, transform: transform)
  }
}

extension Publisher where Output: Sendable, Failure == Never {
  /// Transforms elements with an asynchronous closure that may throw, those of one key one after the other, and
  /// delivers the results in the order of all elements.
  ///
  ///     upstream      -132-----|
  ///     asyncMap(maxConcurrent: 3, inOrderBy: { $0 % 2 }) { try await doubleSmall($0) }
  ///     downstream    --2--#
  ///
  /// - **Demand**: as for a closure that throws the failure of upstream.
  /// - **Completion**: finishes when upstream has finished and all results are delivered. A cancel cancels the tasks in
  ///   which the closure runs, and drops the elements that wait.
  /// - **Failure**: the first error that the closure throws, with its type; it cancels upstream and the other tasks.
  ///   The closure does not run for an element after an earlier one of its key has failed.
  /// - **Threads**: as for a closure that throws the failure of upstream.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of elements for which the closure runs, or that wait for another of their
  ///     key or for the delivery of earlier results: one or more, `.max` for any number. Zero or less ends the process.
  ///   - key: Returns the key of an element. A key is forgotten when an element arrives and the closure has returned
  ///     for all of its own.
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element, or throws a failure.
  /// - Returns: A publisher of the results.
  /// - Complexity: O(`maxConcurrent`) memory, and O(1) for each element, on average.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncMap<Key: Hashable, T: Sendable, Problem: Error>(
    maxConcurrent: Int, inOrderBy key: @escaping @Sendable (Output) -> Key, priority: TaskPriority? = nil,
    _ transform: @escaping @Sendable (Output) async throws(Problem) -> T
  ) -> Publishers.AsyncMap<Self, T, Problem> {
    Publishers.AsyncMap(
      self, "AsyncMap", .ofInput, maxConcurrent: maxConcurrent, makeKeys: KeyReader(key).makeKeys, priority: priority,
      mapFailure: { $0 }, transform: transform)
  }
}
