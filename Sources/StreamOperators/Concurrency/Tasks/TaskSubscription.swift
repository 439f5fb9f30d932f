public import StreamCore

/// The subscription of a publisher whose values come from an asynchronous iterator, as they are asked for.
///
/// A task works for as long as there is demand, and no longer: a subscriber that asks for nothing more, and lets go of its
/// subscription without a cancel, leaves no task behind that waits for ever. The iterator goes from one task to the next.
// Sendable: everything is reached under the lock; the iterator belongs to the one task that works, which alone delivers.
@usableFromInline
final class TaskSubscription<Source: AsyncIteratorProtocol, Downstream: Subscriber>: StageSubscription,
  @unchecked Sendable
where Downstream.Input == Source.Element, Downstream.Failure == Source.Failure {
  @usableFromInline let description: String
  @usableFromInline let state: Locked<TaskState<Source, Downstream>>
  @usableFromInline let deliversOne: Bool
  @usableFromInline let priority: TaskPriority?

  /// - Parameters:
  ///   - description: What the subscription says of itself.
  ///   - source: Where the values come from.
  ///   - downstream: Whom to deliver to.
  ///   - deliversOne: Whether the stream ends with its first value.
  ///   - priority: That of the tasks; `nil` for that of whoever asks.
  @inlinable init(
    _ description: String, from source: Source, to downstream: Downstream, deliversOne: Bool = false,
    priority: TaskPriority? = nil
  ) {
    self.description = description
    self.deliversOne = deliversOne
    self.priority = priority
    state = Locked(TaskState(source: source, downstream: downstream))
  }

  /// Tells downstream of the subscription; nothing else reaches it before.
  @inlinable func greet() {
    state.withLock { $0.downstream }?.receive(subscription: self)
    work(in: state.withLock { $0.open() })
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    work(in: state.withLock { $0.add(demand) })
  }

  @inlinable func cancel() {
    state.withLock { $0.end() }.task?.cancel()
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { ["demand": state.withLock { $0.demand }] }

  @inlinable func work(in turn: Int?) {
    guard let turn else { return }
    let work = Work { await self.work() }
    let task = Task(priority: priority) { await work.run() }
    let isWanted = state.withLock { $0.keep(task, for: turn) }
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

  /// Tells downstream of the end, unless it has cancelled.
  @inlinable func end(with completion: Subscribers.Completion<Downstream.Failure>) {
    state.withLock { $0.complete() }.downstream?.receive(completion: completion)
  }
}

/// What a task does, with the types hidden: a task may not name those of a client's subscriber.
// Sendable: the closure is run once, by the task.
@usableFromInline
struct Work: @unchecked Sendable {
  @usableFromInline let run: () async -> Void

  @inlinable init(_ run: @escaping () async -> Void) { self.run = run }
}
