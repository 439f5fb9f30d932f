public import StreamCore
public import StreamParts

extension Publisher where Output: Sendable {
  /// Republishes the elements for which an asynchronous closure returns `true`, in their order.
  ///
  ///     upstream      -3251----   -|
  ///     asyncFilter(maxConcurrent: 4) { await isOdd($0) }
  ///     downstream    ----3---(51)-|
  ///
  /// - **Demand**: requests as many elements as downstream has requested, up to `maxConcurrent`, and one more for each
  ///   result that has been delivered or left out. So the closure never runs for an element whose result has not been
  ///   requested.
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
  ///   - isIncluded: Returns whether to republish an element, or throws a failure.
  /// - Returns: A publisher of the elements that are included.
  /// - Complexity: O(`maxConcurrent`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncFilter(
    maxConcurrent: Int = 1, priority: TaskPriority? = nil,
    _ isIncluded: @escaping @Sendable (Output) async throws(Failure) -> Bool
  ) -> Publishers.AsyncMap<Self, Output, Failure> {
    Publishers.AsyncMap(
      self, "AsyncFilter", .ofInput, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
      transform: { (element: Output) async throws(Failure) in
        try await isIncluded(element) ? element : nil
      })
  }
}

extension Publisher where Output: Sendable, Failure == Never {
  /// Republishes the elements for which an asynchronous closure that may throw returns `true`, in their order.
  ///
  ///     upstream      -3251----   -|
  ///     asyncFilter(maxConcurrent: 4) { await isOdd($0) }
  ///     downstream    ----3---(51)-|
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
  ///   - isIncluded: Returns whether to republish an element, or throws a failure.
  /// - Returns: A publisher of the elements that are included.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncFilter<Problem: Error>(
    maxConcurrent: Int = 1, priority: TaskPriority? = nil,
    _ isIncluded: @escaping @Sendable (Output) async throws(Problem) -> Bool
  ) -> Publishers.AsyncMap<Self, Output, Problem> {
    Publishers.AsyncMap(
      self, "AsyncFilter", .ofInput, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
      transform: { (element: Output) async throws(Problem) in
        try await isIncluded(element) ? element : nil
      })
  }
}
