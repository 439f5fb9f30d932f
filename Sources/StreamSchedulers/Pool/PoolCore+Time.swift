internal import Dispatch
internal import StreamCore

extension PoolCore {
  /// Runs work at a time, in a lane or on any thread.
  func schedule(_ work: @escaping Work, in lane: Int?, at time: DelayedWork.Time, tolerance: Duration) {
    let call = state.withLock { state in
      guard !state.pool.isOver else {
        _ = state.pool.push(work, to: lane)
        return DelayedWork.Call.none
      }
      return state.delayed.insert(DelayedWork.Item(run: work, lane: lane, tolerance: tolerance), at: time).call
    }
    answer(call)
  }

  /// Runs work at a time and after every interval.
  ///
  /// - Returns: A handle that ends the runs.
  func `repeat`(
    _ work: @escaping Work, in lane: Int?, at time: DelayedWork.Time, every interval: NanosecondStride,
    tolerance: Duration
  ) -> any Cancellable {
    let repetition = CancellableWork(work)
    let item = DelayedWork.Item(
      run: repetition.run, lane: lane, repetition: repetition, interval: interval, tolerance: tolerance)
    let (id, call) = state.withLock { state in
      guard !state.pool.isOver else {
        _ = state.pool.push(repetition.run, to: lane)
        return (0, DelayedWork.Call.none)
      }
      return state.delayed.insert(item, at: time)
    }
    answer(call)
    return AnyCancellable(
      ConcurrentCancellation { [self] in
        repetition.cancel()
        remove(id)
      })
  }

  private func remove(_ id: Int) {
    var effects = PoolState<Work, DispatchSemaphore>.Effects()
    let released = state.withLock { state in
      let item = state.delayed.remove(id)
      state.pool.endIfQuiet(expectsMore: state.delayed.count > 0, &effects)
      return item
    }
    apply(effects)
    withExtendedLifetime(released) {}
  }

  private func answer(_ call: DelayedWork.Call) {
    switch call {
    case .none: break
    case .wake: timerBell.signal()
    case .start:
      startThread(named: name, suffix: "-timer") { [self] in PoolThreads.withCurrent(keepTime) }
    }
  }

  /// Queues work when its time has come, until the pool is over. It does so whether there is room or not: the timer
  /// must neither run work nor wait.
  private func keepTime() {
    while true {
      let now = ContinuousClock.now
      var wakes: [Int] = []
      let (time, isOver) = state.withLock { state -> (DelayedWork.Time?, Bool) in
        while let (time, id, item) = state.delayed.popDue(at: now) {
          let offer = state.pool.push(work(of: item, id: id, due: time), to: item.lane)
          if case .queued(let thread?) = offer { wakes.append(thread) }
        }
        return (state.delayed.sleep(), state.pool.isOver)
      }
      for thread in wakes { wake(thread) }
      guard !isOver else { return }
      _ = timerBell.wait(timeout: time.map { deadline($0) } ?? .distantFuture)
    }
  }

  private func work(of item: DelayedWork.Item, id: Int, due: DelayedWork.Time) -> Work {
    guard item.repetition != nil else { return item.run }
    return { [self] in repeatRun(of: item, id: id, due: due) }
  }

  /// Runs a repetition, and then sets its next time: runs do not overlap.
  private func repeatRun(of item: DelayedWork.Item, id: Int, due: DelayedWork.Time) {
    item.run()
    let next = PoolScheduler.SchedulerTimeType(due)
      .next(after: item.interval, at: PoolScheduler.SchedulerTimeType(.now)).instant
    let call = state.withLock { state in
      // A cancel either precedes this, or finds the item in the queue.
      guard !state.pool.isOver, let repetition = item.repetition, repetition.isWanted else {
        return DelayedWork.Call.none
      }
      return state.delayed.insert(item, at: next, id: id)
    }
    answer(call)
  }
}

/// When to look at the clock again. Dispatch's own stands still while the machine sleeps, so that a longer wait could
/// be late after that.
private func deadline(_ time: ContinuousClock.Instant) -> DispatchTime {
  let remaining = NanosecondStride(clamping: ContinuousClock.now.duration(to: time)).magnitude
  return .now() + .nanoseconds(min(max(remaining, 0), 60_000_000_000))
}
