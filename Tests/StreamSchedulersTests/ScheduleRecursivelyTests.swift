import Dispatch
import StreamCore
import StreamSchedulers
import TestSupport
import Testing

@Suite("Recursive scheduling", .timeLimit(.generous))
struct ScheduleRecursivelyTests {
  private let scheduler = DispatchQueue.test
  private let log = Box<[Int]>([])

  // Case XA-358.
  @Test("Each turn is a piece of work of its own, and gets what the one before gave to again")
  func turns() {
    let turns = scheduler.scheduleRecursively(3) { [log] number, again in
      log.update { $0.append(number) }
      if number > 1 { again(number - 1) }
    }
    expectEqual(log.value, [])
    expectEqual(scheduler.pendingCount, 1)
    scheduler.run(limit: 10)
    expectEqual(log.value, [3, 2, 1])
    turns.cancel()
  }

  // Case XA-359.
  @Test("Very many turns on a scheduler that runs work at once are a loop")
  func flat() {
    let last = Box(0)
    _ = ImmediateScheduler.shared.scheduleRecursively(1) { number, again in
      if number < manyTimes { again(number + 1) } else { last.value = number }
    }
    expectEqual(last.value, manyTimes)
    let later = Box(0)
    _ = DispatchQueue.immediate.scheduleRecursively(1, after: .seconds(1)) { number, again in
      if number < manyTimes { again(number + 1, .seconds(1)) } else { later.value = number }
    }
    expectEqual(later.value, manyTimes)
  }

  // Case XA-360.
  @Test("A cancel inside the second turn lets no third begin")
  func cancelInside() {
    let turns = Box<(any Cancellable)?>(nil)
    turns.value = scheduler.scheduleRecursively(1) { [log] number, again in
      log.update { $0.append(number) }
      again(number + 1)
      if number == 2 { turns.value?.cancel() }
      again(number + 10)
    }
    scheduler.run(limit: 100)
    expectEqual(log.value, [1, 2])
    turns.value = nil
  }

  @Test("again called twice schedules two turns, also at once")
  func twice() {
    let branch: @Sendable (Int, @escaping @Sendable (Int) -> Void) -> Void = { [log] number, again in
      log.update { $0.append(number) }
      if number < 4 {
        again(2 * number)
        again(2 * number + 1)
      }
    }
    let turns = scheduler.scheduleRecursively(1, branch)
    scheduler.run(limit: 100)
    expectEqual(log.value, [1, 2, 3, 4, 5, 6, 7])
    turns.cancel()
    log.value = []
    _ = ImmediateScheduler.shared.scheduleRecursively(1, branch)
    expectEqual(log.value, [1, 2, 3, 4, 5, 6, 7])
  }

  @Test("With delays each turn begins that long after it is scheduled; a delay of zero or less is none")
  func delays() {
    let start = scheduler.now
    let turns = scheduler.scheduleRecursively(3, after: .seconds(1)) { [log, scheduler] number, again in
      log.update { $0.append(number * 10 + start.distance(to: scheduler.now).magnitude / 1_000_000_000) }
      if number > 1 { again(number - 1, .seconds(2)) }
      if number == 1 { again(0, .seconds(-1)) }
    }
    scheduler.run(limit: 100)
    expectEqual(log.value, [31, 23, 15, 5])
    turns.cancel()
  }

  @Test("A turn that becomes due inside another, on the same thread, begins when that has returned")
  func nested() {
    let turns = scheduler.scheduleRecursively(1) { [log, scheduler] number, again in
      log.update { $0.append(number) }
      if number < 3 { again(number + 1) }
      scheduler.advance()
      log.update { $0.append(-number) }
    }
    scheduler.advance()
    expectEqual(log.value, [1, -1, 2, -2, 3, -3])
    turns.cancel()
  }

  @Test("Cancelling releases the action and what waits, though the scheduler still has the work")
  func cancelReleases() {
    let (action, waiting) = (Box<Token?>(Token()), Box<Token?>(Token()))
    weak let weakAction = action.value
    weak let weakWaiting = waiting.value
    let turns = scheduler.scheduleRecursively(waiting.value, after: .seconds(1)) { [kept = action.value] _, _ in
      withExtendedLifetime(kept) {}
    }
    action.value = nil
    waiting.value = nil
    expect(weakAction != nil)
    expect(weakWaiting != nil)
    turns.cancel()
    expect(weakAction == nil)
    expect(weakWaiting == nil)
    expectEqual(scheduler.pendingCount, 1)
    turns.cancel()
  }

  @Test("Cancelling inside a turn releases what waits for its end, before that")
  func cancelInsideReleases() {
    let (waiting, turns) = (Box<Token?>(Token()), Box<(any Cancellable)?>(nil))
    weak let weakWaiting = waiting.value
    turns.value = scheduler.scheduleRecursively(nil as Token?) { [scheduler] _, again in
      again(waiting.value)
      waiting.value = nil
      scheduler.advance()
      expect(weakWaiting != nil)
      turns.value?.cancel()
      expect(weakWaiting == nil)
    }
    scheduler.advance()
    expect(waiting.value == nil)
    turns.value = nil
  }

  @Test("Cancelling releases the scheduler, which would otherwise keep itself by the work it has")
  func cancelReleasesTheScheduler() {
    var scheduler: SteppedScheduler<DispatchQueue.SchedulerTimeType, DispatchQueue.SchedulerOptions>? =
      DispatchQueue.test
    weak let weakScheduler = scheduler
    let turns = scheduler?.scheduleRecursively(1, after: .seconds(1)) { _, _ in }
    scheduler = nil
    expect(weakScheduler != nil)
    turns?.cancel()
    expect(weakScheduler == nil)
  }

  @Test("The action is released after the last turn, though the handle is kept")
  func endReleases() {
    let action = Box<Token?>(Token())
    weak let weakAction = action.value
    let turns = scheduler.scheduleRecursively(2, after: .seconds(1)) { [kept = action.value] number, again in
      withExtendedLifetime(kept) { if number > 1 { again(number - 1, .seconds(1)) } }
    }
    action.value = nil
    scheduler.advance(by: .seconds(1))
    expect(weakAction != nil)
    scheduler.advance(by: .seconds(1))
    expect(weakAction == nil)
    turns.cancel()
  }

  @Test("Releasing the handle ends the turns")
  func releaseEnds() {
    do {
      let turns = scheduler.scheduleRecursively(1) { [log] number, _ in log.update { $0.append(number) } }
      withExtendedLifetime(turns) {}
    }
    scheduler.run(limit: 10)
    expectEqual(log.value, [])
  }

  @Test("On a concurrent queue every turn runs once, and again may be called on other threads")
  func concurrent() {
    let queue = DispatchQueue(label: "turns", attributes: .concurrent)
    let (runs, isOver) = (Box(0), DispatchSemaphore(value: 0))
    let turns = queue.scheduleRecursively(1) { number, again in
      if number < 512 {
        queue.async { again(2 * number) }
        again(2 * number + 1)
      }
      if runs.increment() == 1_023 { isOver.signal() }
    }
    expect(isOver.waitPatiently())
    turns.cancel()
  }

  @Test("After a cancel on another thread no turn begins")
  func cancelElsewhere() {
    for _ in 0..<50 {
      let queue = DispatchQueue(label: "turns")
      let (runs, hasBegun) = (Box(0), DispatchSemaphore(value: 0))
      let turns = queue.scheduleRecursively(1) { number, again in
        _ = runs.increment()
        if number == 1 { hasBegun.signal() }
        again(number + 1)
      }
      expect(hasBegun.waitPatiently())
      turns.cancel()
      queue.sync {}
      let count = runs.value
      queue.sync {}
      expectEqual(runs.value, count)
    }
  }
}
