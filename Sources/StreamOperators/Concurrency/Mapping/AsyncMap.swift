public import StreamCore
public import StreamParts

extension Publisher where Output: Sendable {
  /// Transforms each element with an asynchronous closure, and delivers the results in the order of the elements.
  ///
  ///     upstream      -31--   -2---|
  ///     asyncMap(maxConcurrent: 2) { await double($0) }
  ///     downstream    ----(62)---4-|
  ///
  /// ```swift
  /// files.asyncMap(maxConcurrent: 4) { file async throws(UploadError) in try await upload(file) }
  /// ```
  ///
  /// The closure inherits no actor from where it is written.
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
  public func asyncMap<T: Sendable>(
    maxConcurrent: Int = 1, priority: TaskPriority? = nil,
    _ transform: @escaping @Sendable (Output) async throws(Failure) -> T
  ) -> Publishers.AsyncMap<Self, T, Failure> {
    Publishers.AsyncMap(
      self, "AsyncMap", .ofInput, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
      transform: transform)
  }
}

extension Publisher where Output: Sendable, Failure == Never {
  /// Transforms each element with an asynchronous closure that may throw, and delivers the results in the order of the
  /// elements.
  ///
  ///     upstream      -13---2---|
  ///     asyncMap(maxConcurrent: 2) { try await doubleSmall($0) }
  ///     downstream    --2--#
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
  public func asyncMap<T: Sendable, Problem: Error>(
    maxConcurrent: Int = 1, priority: TaskPriority? = nil,
    _ transform: @escaping @Sendable (Output) async throws(Problem) -> T
  ) -> Publishers.AsyncMap<Self, T, Problem> {
    Publishers.AsyncMap(
      self, "AsyncMap", .ofInput, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
      transform: transform)
  }
}
