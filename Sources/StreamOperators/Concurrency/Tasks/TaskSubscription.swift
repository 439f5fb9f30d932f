public import StreamCore

/// The subscription of a publisher that draws its values from an asynchronous iterator on demand.
///
/// Only downstream holds it. If downstream releases it without a cancel, no demand can come any more: the task ends
/// when what has been requested is delivered, and no suspended task is left behind.
// Sendable: all mutable state is the worker's, under its lock.
@usableFromInline
final class TaskSubscription<Source: AsyncIteratorProtocol, Downstream: Subscriber>: StageSubscription,
  @unchecked Sendable
where Downstream.Input == Source.Element, Downstream.Failure == Source.Failure {
  @usableFromInline let description: String
  @usableFromInline let worker: TaskWorker<Source, Downstream>

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - source: The iterator that yields the values.
  ///   - downstream: The subscriber.
  ///   - deliversOne: Whether the stream ends with its first value.
  ///   - priority: The priority of the task; `nil` for that of the task which requests first.
  @inlinable init(
    _ description: String, from source: Source, to downstream: Downstream, deliversOne: Bool = false,
    priority: TaskPriority? = nil
  ) {
    self.description = description
    worker = TaskWorker(from: source, to: downstream, deliversOne: deliversOne, priority: priority)
  }

  @inlinable deinit {
    if let held = worker.state.withLock({ $0.abandon() }) { worker.end(held) }
  }

  /// Hands the subscription to downstream. The task does not start before `receive(subscription:)` has returned
  /// (rule 3).
  @inlinable func handOver() {
    worker.state.withLock { $0.downstream }?.downstream.receive(subscription: self)
    worker.perform(worker.state.withLock { $0.endHandover() })
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    worker.perform(worker.state.withLock { $0.add(demand) })
  }

  @inlinable func cancel() {
    worker.end(worker.state.withLock { $0.cancel() })
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { ["demand": worker.state.withLock { $0.demand }] }
}
