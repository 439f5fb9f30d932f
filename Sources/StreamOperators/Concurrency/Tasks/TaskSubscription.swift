public import StreamCore

/// The subscription of a publisher that draws its values from an asynchronous iterator on demand.
///
/// A task runs only while there is demand, and hands the iterator over to the next one. So a subscriber that stops
/// requesting, and releases its subscription without a cancel, leaves no suspended task behind.
// Sendable: everything is accessed under the lock; the iterator belongs to the one running task, which alone delivers.
@usableFromInline
final class TaskSubscription<Source: AsyncIteratorProtocol, Downstream: Subscriber>: StageSubscription,
  @unchecked Sendable
where Downstream.Input == Source.Element, Downstream.Failure == Source.Failure {
  @usableFromInline let description: String
  @usableFromInline let state: Locked<TaskState<Source, Downstream>>
  @usableFromInline let deliversOne: Bool
  @usableFromInline let priority: TaskPriority?

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - source: The iterator that yields the values.
  ///   - downstream: The subscriber.
  ///   - deliversOne: Whether the stream ends with its first value.
  ///   - priority: The priority of the tasks; `nil` for that of the requesting task.
  @inlinable init(
    _ description: String, from source: Source, to downstream: Downstream, deliversOne: Bool = false,
    priority: TaskPriority? = nil
  ) {
    self.description = description
    self.deliversOne = deliversOne
    self.priority = priority
    state = Locked(TaskState(source: source, downstream: downstream))
  }

  /// Hands the subscription to downstream. No task starts before `receive(subscription:)` has returned (rule 3).
  @inlinable func handOver() {
    state.withLock { $0.downstream }?.receive(subscription: self)
    work(in: state.withLock { $0.endHandover() })
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    work(in: state.withLock { $0.add(demand) })
  }

  @inlinable func cancel() {
    state.withLock { $0.end() }.task?.cancel()
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { ["demand": state.withLock { $0.demand }] }

  @inlinable func work(in epoch: Int?) {
    guard let epoch else { return }
    let work = Work { await self.work() }
    let task = Task(priority: priority) { await work.run() }
    let isWanted = state.withLock { $0.keep(task, for: epoch) }
    if !isWanted { task.cancel() }
  }

  @inlinable func work() async {
    guard var source = state.withLock({ $0.takeSource() }) else { return }
    do {
      while let value = try await source.next(isolation: nil) {
        guard let downstream = state.withLock({ $0.downstream }) else { return }
        let added = downstream.receive(value)
        if deliversOne { break }
        let pause = state.withLock { $0.settle(adding: added, puttingBack: source) }
        if let pause { return withExtendedLifetime(pause) {} }
      }
      end(with: .finished)
    } catch {
      end(with: .failure(error))
    }
  }

  /// Delivers the completion, unless downstream has cancelled.
  @inlinable func end(with completion: Subscribers.Completion<Downstream.Failure>) {
    state.withLock { $0.complete() }.downstream?.receive(completion: completion)
  }
}

/// The body of a task, as a closure without generic parameters: a task's closure cannot capture the metatypes of a
/// client's subscriber, which need not be sendable.
// Sendable: the closure runs once, in the task.
@usableFromInline
struct Work: @unchecked Sendable {
  @usableFromInline let run: () async -> Void

  @inlinable init(_ run: @escaping () async -> Void) { self.run = run }
}
