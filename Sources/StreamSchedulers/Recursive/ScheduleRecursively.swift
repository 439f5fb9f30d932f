public import StreamCore

extension Scheduler {
  /// Runs an action that may schedule itself again, as soon as possible.
  ///
  ///     let turns = queue.scheduleRecursively(3) { number, again in
  ///       use(number)
  ///       if number > 1 { again(number - 1) }
  ///     }
  ///     // uses 3, 2 and 1, each in a turn of its own
  ///
  /// On a scheduler that runs work immediately, the turns run in a loop: each begins when the previous one has
  /// returned, and the stack does not grow.
  ///
  /// - **Threads**: Those of the scheduler. On a concurrent one, turns may overlap if `again` is called more than once.
  ///
  /// - Parameters:
  ///   - state: The argument of the first turn.
  ///   - action: The work, with a closure that schedules another turn. The closure may be called at any time, on any
  ///     thread; two calls schedule two turns.
  /// - Returns: A handle that ends the turns, and releases `action`, when it is cancelled or released. A turn that runs
  ///   then runs to its end.
  @_disfavoredOverload
  @preconcurrency
  public func scheduleRecursively<State: Sendable>(
    _ state: State, _ action: @escaping @Sendable (State, _ again: @escaping @Sendable (State) -> Void) -> Void
  ) -> any Cancellable {
    let work = RecursiveWork<Self, State>(self) { state, work in action(state) { work.schedule($0) } }
    work.schedule(state)
    return work.handle
  }

  /// Runs an action that may schedule itself again, each time after a delay.
  ///
  ///     let turns = queue.scheduleRecursively(3, after: .seconds(1)) { number, again in
  ///       use(number)
  ///       if number > 1 { again(number - 1, .seconds(2)) }
  ///     }
  ///     // uses 3 after one second, 2 after three, 1 after five
  ///
  /// On a scheduler that runs work immediately, the turns run in a loop: each begins when the previous one has
  /// returned, and the stack does not grow.
  ///
  /// - **Threads**: Those of the scheduler. On a concurrent one, turns may overlap if `again` is called more than once.
  ///
  /// - Parameters:
  ///   - state: The argument of the first turn.
  ///   - delay: The time until the first turn; zero or less for as soon as possible.
  ///   - action: The work, with a closure that schedules another turn, which begins after a delay. The closure may be
  ///     called at any time, on any thread; two calls schedule two turns.
  /// - Returns: A handle that ends the turns, and releases `action`, when it is cancelled or released. A turn that runs
  ///   then runs to its end.
  @_disfavoredOverload
  @preconcurrency
  public func scheduleRecursively<State: Sendable>(
    _ state: State, after delay: SchedulerTimeType.Stride,
    _ action:
      @escaping @Sendable (State, _ again: @escaping @Sendable (State, SchedulerTimeType.Stride) -> Void) -> Void
  ) -> any Cancellable {
    let work = RecursiveWork<Self, State>(self) { state, work in action(state) { work.schedule($0, after: $1) } }
    work.schedule(state, after: delay)
    return work.handle
  }
}

extension RecursiveWork {
  fileprivate var handle: AnyCancellable {
    AnyCancellable(ConcurrentCancellation(WeakRecursiveWork(work: self).cancel))
  }
}

// Sendable: the reference is set once, and the work is Sendable.
private struct WeakRecursiveWork<S: Scheduler, State: Sendable>: @unchecked Sendable {
  weak var work: RecursiveWork<S, State>?

  @Sendable
  func cancel() {
    work?.cancel()
  }
}
