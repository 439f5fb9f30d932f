public import StreamCore
public import StreamParts

extension Publisher where Output: Sendable {
  /// Transforms the newest element with an asynchronous closure: the next element cancels it.
  ///
  ///     upstream      -3-31---2---|
  ///     asyncMapLatest { await double($0) }
  ///     downstream    -----2----4-|
  ///
  /// ```swift
  /// query.asyncMapLatest { text in await search(text) }
  /// ```
  ///
  /// A closure that keeps running after its task is cancelled does not hold up the next one, which runs concurrently.
  ///
  /// - **Demand**: unlimited. The closure runs for an element once its result has been requested and the previous
  ///   result has been delivered; a waiting element is replaced by the next.
  /// - **Completion**: finishes when upstream has finished and the result for the last element is delivered. A cancel
  ///   cancels the task in which the closure runs.
  /// - **Failure**: a failure of upstream, or an error that the closure throws, is passed on at once: upstream and the
  ///   task are cancelled. What the closure returns or throws for an element after the next has arrived is dropped.
  /// - **Threads**: the closure runs in tasks that belong to no actor, with the task-local values of the subscribing
  ///   task; results are delivered from there, one after the other.
  ///
  /// - Parameters:
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element, or throws a failure.
  /// - Returns: A publisher of the results.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncMapLatest<T: Sendable>(
    priority: TaskPriority? = nil, _ transform: @escaping @Sendable (Output) async throws(Failure) -> T
  ) -> Publishers.AsyncMap<Self, T, Failure> {
    Publishers.AsyncMap(
      self, "AsyncMapLatest", .latest, priority: priority, mapFailure: { $0 }, transform: transform)
  }
}

extension Publisher where Output: Sendable, Failure == Never {
  /// Transforms the newest element with an asynchronous closure that may throw: the next element cancels it.
  ///
  ///     upstream      -3-31---2---|
  ///     asyncMapLatest { await double($0) }
  ///     downstream    -----2----4-|
  ///
  /// - **Demand**: as for a closure that throws the failure of upstream.
  /// - **Completion**: finishes when upstream has finished and the result for the last element is delivered. A cancel
  ///   cancels the task in which the closure runs.
  /// - **Failure**: the first error that the closure throws, with its type; it cancels upstream and the other tasks.
  /// - **Threads**: as for a closure that throws the failure of upstream.
  ///
  /// - Parameters:
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element, or throws a failure.
  /// - Returns: A publisher of the results.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncMapLatest<T: Sendable, Problem: Error>(
    priority: TaskPriority? = nil, _ transform: @escaping @Sendable (Output) async throws(Problem) -> T
  ) -> Publishers.AsyncMap<Self, T, Problem> {
    Publishers.AsyncMap(
      self, "AsyncMapLatest", .latest, priority: priority, mapFailure: { $0 }, transform: transform)
  }
}
