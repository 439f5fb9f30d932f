import Dispatch
import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

/// What timed operators ask of a scheduler: work for one time, or work that repeats at their own interval.
@Suite("Timers of timed operators")
struct TimerTests {
  private let scheduler = AgendaScheduler()
  private let source = PassthroughSubject<Int, TestError>()

  @Test("delay and throttle schedule work for one time")
  func oneShot() {
    let delayed = source.delay(for: 2, scheduler: scheduler).record()
    let throttled = source.throttle(for: 3, scheduler: scheduler, latest: true).record()
    for value in 1...3 {
      source.send(value)
      scheduler.runToItsEnd()
    }
    expectEqual(delayed.values, [1, 2, 3])
    expectEqual(throttled.values, [1, 2, 3])
    expectEqual(scheduler.intervals.count, 5)
    expect(scheduler.intervals.allSatisfy { $0 == nil })
  }

  @Test("debounce, timeout and collect by time schedule work that repeats at their interval")
  func ownInterval() {
    let debounced = source.debounce(for: 1, scheduler: scheduler).record()
    let collected = source.collect(.byTime(scheduler, 2)).record()
    let impatient = source.timeout(3, scheduler: scheduler).record()
    source.send(1)
    scheduler.runToItsEnd()
    expectEqual(debounced.values, [1])
    expectEqual(collected.values, [[1]])
    expect(impatient.isFinished)
    expectEqual(Set(scheduler.intervals), [1, 2, 3])
  }

  @Test("A run until no work is left ends at the last time that an operator waits for")
  func clockRunsToItsEnd() {
    let attempts = Box(0)
    let recorders = [
      source.debounce(for: 1, scheduler: scheduler).record(),
      source.delay(for: 5, scheduler: scheduler).record(),
      source.throttle(for: 4, scheduler: scheduler, latest: false).record(),
      source.timeout(6, scheduler: scheduler).record(),
      Deferred { [source] in
        attempts.increment() == 1
          ? AnyPublisher(Fail(outputType: Int.self, failure: TestError())) : AnyPublisher(source)
      }.retry(on: scheduler, intervals: [2]).record(),
    ]
    let collected = source.collect(.byTime(scheduler, 2)).record()
    source.send(1)
    source.send(2)
    scheduler.runToItsEnd()
    expectEqual(recorders.map(\.values), [[2], [1, 2], [1], [1, 2], []])
    expectEqual(collected.values, [[1, 2]])
    expectEqual(scheduler.now, 6)
  }

  @Test("Work that the scheduler keeps after a cancel retains neither downstream nor waiting elements")
  func cancelReleases() {
    weak var held: Token?
    var cancellables: [AnyCancellable] = []
    do {
      let token = Token()
      held = token
      cancellables = [
        source.delay(for: 2, scheduler: scheduler).sink { _ in
        } receiveValue: { _ in
          withExtendedLifetime(token) {}
        },
        source.throttle(for: 3, scheduler: scheduler, latest: true).sink { _ in
        } receiveValue: { _ in
          withExtendedLifetime(token) {}
        },
      ]
    }
    source.send(1)
    source.send(2)
    cancellables = []
    expect(cancellables.isEmpty)
    expect(held == nil)
    // The scheduler's own work is left, and runs in vain.
    scheduler.runToItsEnd()
  }

  @Test("A delayed completion is delivered though only the scheduler retains the stage")
  func schedulerKeepsStage() {
    let completions = Box(0)
    Just(1).delay(for: 2, scheduler: scheduler).subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(.unlimited) }, receiveValue: { _ in .none },
        receiveCompletion: { _ in completions.increment() }))
    scheduler.runToItsEnd()
    expectEqual(completions.value, 1)
  }
}

/// Case XA-361: what arrives stands in the comment of each operator, and none traps.
@Suite("Timed operators on an immediate scheduler")
struct ImmediateTimingTests {
  /// The same for a scheduler of each kind of time.
  private func check<S: Scheduler>(_ scheduler: S, _ interval: S.SchedulerTimeType.Stride) {
    let source = Publishers.Sequence<ClosedRange<Int>, TestError>(sequence: 1...3)
    let delayed = source.delay(for: interval, scheduler: scheduler).record()
    expectEqual(delayed.values, [1, 2, 3])
    expect(delayed.isFinished)
    let debounced = source.debounce(for: interval, scheduler: scheduler).record()
    expectEqual(debounced.values, [1, 2, 3])
    expect(debounced.isFinished)
    for latest in [true, false] {
      let throttled = source.throttle(for: interval, scheduler: scheduler, latest: latest).record()
      expectEqual(throttled.values, [1, 2, 3])
      expect(throttled.isFinished)
    }
    let collected = source.collect(.byTime(scheduler, interval)).record()
    expectEqual(collected.values, [[1], [2], [3]])
    expect(collected.isFinished)
    let counted = source.collect(.byTimeOrCount(scheduler, interval, 2)).record()
    expectEqual(counted.values, [[1], [2], [3]])
    let late = source.timeout(interval, scheduler: scheduler) { TestError("late") }.record()
    expectEqual(late.values, [])
    expectEqual(late.failure, TestError("late"))
    let attempts = Box(0)
    let retried = Deferred {
      Result<Int, TestError>.Publisher(attempts.increment() < 3 ? .failure(TestError()) : .success(7))
    }.retry(on: scheduler, intervals: [1, 1]).record()
    expectEqual(retried.values, [7])
  }

  @Test("Seconds and plain numbers are no wait on ImmediateScheduler")
  func immediateScheduler() {
    check(ImmediateScheduler.shared, .seconds(1))
    check(ImmediateScheduler.shared, 1)
    check(ImmediateScheduler.shared.eraseToAnyScheduler(), 0.5)
  }

  @Test("A scheduler that runs work at once in a queue's time waits for no interval")
  func instantScheduler() {
    check(DispatchQueue.immediate, .seconds(1))
    check(DispatchQueue.immediate, 0)
    check(AnySchedulerOf<DispatchQueue>.immediate, .milliseconds(300))
  }

  @Test("What waits for a time has waited at once; where nothing waits, no time passes")
  func standingClock() {
    checkStanding(ImmediateScheduler.shared)
    checkStanding(DispatchQueue.immediate)
    checkStanding(DispatchQueue.immediate.metered(by: SchedulerCounters()))
    checkStanding(AnySchedulerOf<DispatchQueue>.immediate)
  }

  private func checkStanding<S: Scheduler>(_ scheduler: S) {
    let source = (1...3).publisher
    expectEqual(source.throttleFirst(for: .seconds(1), scheduler: scheduler).record().values, [1, 2, 3])
    expectEqual(source.dropFirst(for: .seconds(1), scheduler: scheduler).record().values, [1, 2, 3])
    expectEqual(source.sample(every: .seconds(1), scheduler: scheduler).record().values, [1, 2, 3])
    expectEqual(Publishers.interval(.seconds(1), scheduler: scheduler).record().values, [0])
    expectEqual(source.measureInterval(using: scheduler).record().values, [0, 0, 0])
  }

  @Test("The clock of a client's scheduler may stand, too")
  func clientsStandingClock() {
    let source = PassthroughSubject<Int, TestError>()
    let sampled = source.sample(every: 1, scheduler: StandingScheduler(runsEverything: true)).record()
    for number in 1...3 { source.send(number) }
    source.send(completion: .finished)
    expectEqual(sampled.values, [1, 2, 3])
    expect(sampled.isFinished)
  }

  @Test("A subject's elements are debounced, throttled and collected as they arrive, before it ends")
  func subject() {
    let source = PassthroughSubject<Int, TestError>()
    let debounced = source.debounce(for: 1, scheduler: DispatchQueue.immediate).record()
    let throttled = source.throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: false).record()
    let collected = source.collect(.byTime(ImmediateScheduler.shared, .seconds(1))).record()
    source.send(1)
    source.send(2)
    expectEqual(debounced.values, [1, 2])
    expectEqual(throttled.values, [1, 2])
    expectEqual(collected.values, [[1], [2]])
  }
}
