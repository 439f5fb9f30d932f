public import StreamCore

/// A publisher of the value that an asynchronous closure returns, which runs for each subscriber.
///
///     demand                             --1---
///     DeferredTask { try await load() }  -----(1|)
///
/// A `Future` runs its closure once, when it is created. A deferred task starts with the demand of each subscriber, and
/// is cancelled with its subscription. The closure inherits no actor from where it is written; that of
/// ``isolated(priority:operation:)`` does.
///
/// - **Demand**: the first request starts the task.
/// - **Completion**: finishes right after the value; a cancel cancels the task that runs the closure.
/// - **Failure**: the error that the closure throws, unless the subscription has been cancelled.
/// - **Threads**: the closure runs in a task, which belongs to no actor; the value is delivered from that task.
public struct DeferredTask<Output, Failure: Error>: Publisher, ReleasingPublisher {
  @usableFromInline let priority: TaskPriority?
  @usableFromInline let operation: @Sendable () async throws(Failure) -> Output

  /// Creates a publisher that runs an asynchronous closure for each subscriber.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; `nil` for that of the requesting task.
  ///   - operation: Returns the value, or throws a failure.
  @preconcurrency @inlinable
  public init(
    priority: TaskPriority? = nil, operation: @escaping @Sendable () async throws(Failure) -> Output
  ) {
    self.priority = priority
    self.operation = operation
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    TaskSubscription(
      "DeferredTask", from: SingleResult(operation: operation), to: subscriber, deliversOne: true, priority: priority
    ).handOver()
  }
}

extension DeferredTask where Output: Sendable {
  /// A publisher of the value that an asynchronous closure returns, which runs for each subscriber, on the actor that
  /// it is written on.
  ///
  /// ```swift
  /// DeferredTask.isolated { [weak self] in await self?.load() }
  /// ```
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; `nil` for that of the requesting task.
  ///   - operation: Returns the value, or throws a failure.
  /// - Returns: The publisher. It delivers from a task that belongs to no actor.
  @inlinable
  public static func isolated(
    priority: TaskPriority? = nil,
    @_inheritActorContext operation: @escaping @Sendable @isolated(any) () async throws(Failure) -> Output
  ) -> DeferredTask {
    DeferredTask(priority: priority) { () async throws(Failure) in try await operation() }
  }
}

extension DeferredTask: Sendable {}

/// An iterator over the one value that a closure returns; it is advanced once.
@usableFromInline
struct SingleResult<Element, Failure: Error>: AsyncIteratorProtocol {
  @usableFromInline let operation: @Sendable () async throws(Failure) -> Element

  @inlinable init(operation: @escaping @Sendable () async throws(Failure) -> Element) { self.operation = operation }

  @inlinable mutating func next() async throws(Failure) -> Element? {
    try await operation()
  }

  @inlinable mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
    try await operation()
  }
}
