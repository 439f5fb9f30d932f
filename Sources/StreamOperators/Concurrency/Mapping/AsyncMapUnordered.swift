public import StreamCore
public import StreamParts

extension Publisher where Output: Sendable {
  /// Transforms each element with an asynchronous closure, and delivers each result as soon as it is available.
  ///
  ///     upstream      -31---2---|
  ///     asyncMapUnordered(maxConcurrent: 2) { await double($0) }
  ///     downstream    ---26---4-|
  ///
  /// - **Demand**: requests as many elements as downstream has requested, up to `maxConcurrent`, and one more for each
  ///   result that has been delivered. So the closure never runs for an element whose result has not been requested.
  /// - **Completion**: finishes when upstream has finished and all results are delivered. A cancel cancels the tasks in
  ///   which the closure runs.
  /// - **Failure**: a failure of upstream, or an error that the closure throws, is passed on at once: upstream and the
  ///   tasks are cancelled, and results that wait are dropped. If the closure throws another error type, apply
  ///   `mapError` to upstream first.
  /// - **Threads**: the closure runs in tasks that belong to no actor, with the task-local values of the subscribing
  ///   task; results are delivered from there, one after the other.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of elements for which the closure runs at the same time: one or more, `.max`
  ///     for any number. Zero or less ends the process.
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element, or throws a failure.
  /// - Returns: A publisher of the results.
  /// - Complexity: O(`maxConcurrent`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncMapUnordered<T: Sendable>(
    maxConcurrent: Int, priority: TaskPriority? = nil,
    _ transform: @escaping @Sendable (Output) async throws(Failure) -> T
  ) -> Publishers.AsyncMap<Self, T, Failure> {
    Publishers.AsyncMap(
      self, "AsyncMapUnordered", .ofCompletion, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
      transform: transform)
  }
}

extension Publisher where Output: Sendable, Failure == Never {
  /// Transforms each element with an asynchronous closure that may throw, and delivers each result as soon as it is
  /// available.
  ///
  ///     upstream      -31---2---|
  ///     asyncMapUnordered(maxConcurrent: 2) { await double($0) }
  ///     downstream    ---26---4-|
  ///
  /// - **Demand**: as for a closure that throws the failure of upstream.
  /// - **Completion**: finishes when upstream has finished and all results are delivered. A cancel cancels the tasks in
  ///   which the closure runs.
  /// - **Failure**: the first error that the closure throws, with its type; it cancels upstream and the other tasks.
  /// - **Threads**: as for a closure that throws the failure of upstream.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of elements for which the closure runs at the same time: one or more, `.max`
  ///     for any number. Zero or less ends the process.
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element, or throws a failure.
  /// - Returns: A publisher of the results.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncMapUnordered<T: Sendable, Problem: Error>(
    maxConcurrent: Int, priority: TaskPriority? = nil,
    _ transform: @escaping @Sendable (Output) async throws(Problem) -> T
  ) -> Publishers.AsyncMap<Self, T, Problem> {
    Publishers.AsyncMap(
      self, "AsyncMapUnordered", .ofCompletion, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
      transform: transform)
  }
}
