import StreamCore
import StreamTesting
import TestSupport
import Testing

@testable import StreamTiming

/// What comes out of policies, in a few words: `3`, `3 finished`, `dropped 2`, or nothing.
///
/// Time is a number here; nothing passes unless a test says so.
private func words<Output>(_ action: TimedAction<Output, TestError>) -> String {
  let output = action.output.map { "\($0)" }
  let dropped = action.dropped.map { "dropped \($0)" }
  let end = action.end.map { "\($0)" }
  return [output, dropped, end].compactMap { $0 }.joined(separator: " ")
}

private let failure = Subscribers.Completion<TestError>.failure(TestError())

extension TimedPolicy where Failure == TestError, Time == Int {
  fileprivate mutating func send(_ input: Input, at now: Int, hasDemand: Bool = true) -> String {
    words(receive(input, at: now, hasDemand: hasDemand))
  }

  fileprivate mutating func send(
    _ completion: Subscribers.Completion<TestError>, at now: Int, hasDemand: Bool = true
  ) -> String {
    words(receive(completion: completion, at: now, hasDemand: hasDemand))
  }

  fileprivate mutating func ring(at now: Int, hasDemand: Bool = true) -> String {
    words(wake(at: now, hasDemand: hasDemand))
  }
}

/// Every event in every phase of each.
@Suite("TimedPolicy: the decisions of timed operators")
struct PolicyTests {
  // MARK: Debounce

  private typealias Debounce = DebouncePolicy<Int, TestError, Int>

  @Test("debounce, while nothing waits", arguments: [false, true])
  func debounceIdle(keepsLast: Bool) {
    var policy = Debounce(quiet: 5, keepsLast: keepsLast)
    policy.begin(at: 0)
    expect(policy.deadline == nil)
    expectEqual(policy.ring(at: 100), "")
    expectEqual(policy.send(.finished, at: 1), "finished")
    policy = Debounce(quiet: 5, keepsLast: keepsLast)
    expectEqual(policy.send(failure, at: 1), "failure(failure)")
  }

  @Test("debounce, while a value waits")
  func debounceWaiting() {
    var policy = Debounce(quiet: 5)
    expectEqual(policy.send(1, at: 0), "")
    expectEqual(policy.deadline, 5)
    expectEqual(policy.send(2, at: 3), "dropped 1")
    expectEqual(policy.deadline, 8)
    // An early alarm changes nothing.
    expectEqual(policy.ring(at: 5), "")
    expectEqual(policy.deadline, 8)
    expectEqual(policy.ring(at: 8), "2")
    expect(policy.deadline == nil)
    expectEqual(policy.ring(at: 9), "")
    expectEqual(policy.send(3, at: 10), "")
    expectEqual(policy.send(.finished, at: 11), "finished")
  }

  @Test("debounce that keeps the last, while a value waits")
  func debounceKeeping() {
    var policy = Debounce(quiet: 5, keepsLast: true)
    expectEqual(policy.send(1, at: 0), "")
    expectEqual(policy.send(.finished, at: 1), "1 finished")
    policy = Debounce(quiet: 5, keepsLast: true)
    expectEqual(policy.send(1, at: 0), "")
    expectEqual(policy.send(failure, at: 1), "failure(failure)")
  }

  // MARK: Throttle

  private typealias Throttle = ThrottlePolicy<Int, TestError, Int>

  @Test("throttle, while no interval runs")
  func throttleIdle() {
    for choice in [Throttle.Choice.newest, .oldest] {
      var policy = Throttle(interval: 5, choice: choice)
      expect(policy.deadline == nil)
      expectEqual(policy.ring(at: 100), "")
      // The value is due at once. Without demand it is lost, and begins no interval.
      expectEqual(policy.send(1, at: 0), "")
      expectEqual(policy.deadline, 0)
      expectEqual(policy.ring(at: 0, hasDemand: false), "1")
      expectEqual(policy.send(2, at: 1), "")
      expectEqual(policy.ring(at: 1), "2")
      expect(policy.deadline == nil)
      // Once it is over, the next value begins one again.
      expectEqual(policy.send(3, at: 6), "")
      expectEqual(policy.deadline, 6)
      expectEqual(policy.ring(at: 6), "3")
      expectEqual(policy.send(.finished, at: 7), "finished")
      policy = Throttle(interval: 5, choice: choice)
      expectEqual(policy.send(failure, at: 0), "failure(failure)")
    }
  }

  @Test("throttle, while the first value of an interval waits for the scheduler")
  func throttleFirstWaiting() {
    var newest = Throttle(interval: 5, choice: .newest)
    var oldest = Throttle(interval: 5, choice: .oldest)
    expectEqual(newest.send(1, at: 0), "")
    expectEqual(oldest.send(1, at: 0), "")
    expectEqual(newest.send(2, at: 1), "dropped 1")
    expectEqual(oldest.send(2, at: 1), "dropped 2")
    expectEqual(newest.deadline, 0)
    expectEqual(oldest.deadline, 0)
    // The interval begins when the value is sent.
    expectEqual(newest.ring(at: 3), "2")
    expectEqual(oldest.ring(at: 3), "1")
    expectEqual(newest.send(3, at: 4), "")
    expectEqual(newest.deadline, 8)
    var ending = Throttle(interval: 5, choice: .oldest)
    expectEqual(ending.send(1, at: 0), "")
    expectEqual(ending.send(failure, at: 0), "")
    expectEqual(ending.ring(at: 0), "1 failure(failure)")
  }

  @Test("throttle, while a value waits for the end of the interval")
  func throttleWaiting() {
    var newest = Throttle(interval: 5, choice: .newest)
    var oldest = Throttle(interval: 5, choice: .oldest)
    expectEqual(newest.send(1, at: 0), "")
    expectEqual(newest.ring(at: 0), "1")
    expectEqual(oldest.send(1, at: 0), "")
    expectEqual(oldest.ring(at: 0), "1")
    expectEqual(newest.send(2, at: 1), "")
    expectEqual(oldest.send(2, at: 1), "")
    expectEqual(newest.send(3, at: 2), "dropped 2")
    expectEqual(oldest.send(3, at: 2), "dropped 3")
    expectEqual(newest.deadline, 5)
    expectEqual(newest.ring(at: 4), "")
    // At the edge, before the timer, a value still belongs to the interval.
    expectEqual(newest.send(4, at: 5), "dropped 3")
    expectEqual(newest.ring(at: 5), "4")
    expectEqual(oldest.ring(at: 5), "2")
    expect(newest.deadline == nil)
    expectEqual(newest.send(5, at: 6), "")
    expectEqual(newest.deadline, 10)
    expectEqual(newest.send(failure, at: 7), "")
    expectEqual(newest.ring(at: 10), "5 failure(failure)")
  }

  @Test("throttle, while a value and the finish wait")
  func throttleFinishing() {
    var policy = Throttle(interval: 5, choice: .newest)
    expectEqual(policy.send(1, at: 0), "")
    expectEqual(policy.ring(at: 0), "1")
    expectEqual(policy.send(2, at: 1), "")
    expectEqual(policy.send(.finished, at: 2), "")
    expectEqual(policy.deadline, 5)
    expectEqual(policy.ring(at: 5), "2 finished")
  }

  @Test("throttleFirst, while no interval runs, and while one does")
  func throttleFirst() {
    var policy = Throttle(interval: 5, choice: .none)
    expectEqual(policy.ring(at: 0), "")
    // Without demand the value is lost, and begins no interval.
    expectEqual(policy.send(0, at: 0, hasDemand: false), "0")
    expectEqual(policy.send(1, at: 0), "1")
    expectEqual(policy.send(2, at: 4), "")
    expect(policy.deadline == nil)
    expectEqual(policy.ring(at: 5), "")
    expectEqual(policy.send(3, at: 5), "3")
    expectEqual(policy.send(.finished, at: 6), "finished")
    policy = Throttle(interval: 5, choice: .none)
    expectEqual(policy.send(failure, at: 0), "failure(failure)")
  }

  // MARK: Delay

  @Test("delay, while nothing waits, and while elements and the end wait")
  func delay() {
    var policy = DelayPolicy<Int, TestError, Int>(interval: 5)
    expect(policy.deadline == nil)
    expectEqual(policy.ring(at: 100), "")
    expectEqual(policy.send(1, at: 0), "")
    expectEqual(policy.send(2, at: 1), "")
    expectEqual(policy.deadline, 5)
    expectEqual(policy.ring(at: 4), "")
    expectEqual(policy.ring(at: 5), "1")
    expectEqual(policy.deadline, 6)
    expectEqual(policy.send(failure, at: 5), "")
    expectEqual(policy.ring(at: 20), "2")
    expectEqual(policy.ring(at: 20), "failure(failure)")
    expect(policy.deadline == nil)
    expectEqual(policy.ring(at: 20), "")
  }

  // MARK: Timeout

  @Test("timeout, before it is due and when it is")
  func timeout() {
    var policy = TimeoutPolicy<Int, TestError, Int>(interval: 5, makeFailure: nil)
    expect(policy.deadline == nil)
    expectEqual(policy.ring(at: 100), "")
    policy.begin(at: 0)
    expectEqual(policy.deadline, 5)
    expectEqual(policy.send(1, at: 3), "1")
    expectEqual(policy.deadline, 8)
    expectEqual(policy.ring(at: 5), "")
    expectEqual(policy.ring(at: 8), "finished")
    expectEqual(policy.send(failure, at: 8), "failure(failure)")
    var failing = TimeoutPolicy<Int, TestError, Int>(interval: 5) { TestError("late") }
    failing.begin(at: 0)
    expectEqual(failing.ring(at: 5), "failure(late)")
  }

  // MARK: Collect

  private typealias Collect = CollectByTimePolicy<Int, TestError, Int>

  @Test("collect, while nothing is collected")
  func collectEmpty() {
    var policy = Collect(interval: 5, count: .max)
    policy.begin(at: 0)
    expect(policy.deadline == nil)
    expectEqual(policy.ring(at: 100), "")
    expectEqual(policy.send(.finished, at: 101), "finished")
    policy = Collect(interval: 5, count: .max)
    policy.begin(at: 0)
    expectEqual(policy.send(failure, at: 1), "failure(failure)")
  }

  @Test("collect, while something is collected")
  func collectSome() {
    var policy = Collect(interval: 5, count: .max)
    policy.begin(at: 0)
    expectEqual(policy.send(1, at: 1), "")
    expectEqual(policy.send(2, at: 2), "")
    expectEqual(policy.deadline, 5)
    expectEqual(policy.ring(at: 4), "")
    expectEqual(policy.ring(at: 5), "[1, 2]")
    expectEqual(policy.ring(at: 5), "")
    // The intervals are counted from the beginning, those without elements too.
    expectEqual(policy.send(3, at: 17), "")
    expectEqual(policy.deadline, 20)
    expectEqual(policy.send(.finished, at: 18), "[3] finished")
    policy = Collect(interval: 5, count: .max)
    policy.begin(at: 0)
    expectEqual(policy.send(1, at: 1), "")
    expectEqual(policy.send(failure, at: 1), "failure(failure)")
  }

  @Test("collect, while what has been collected waits for demand")
  func collectOverdue() {
    var policy = Collect(interval: 5, count: 2)
    policy.begin(at: 0)
    expectEqual(policy.send(1, at: 1, hasDemand: false), "")
    expectEqual(policy.ring(at: 5, hasDemand: false), "")
    expect(policy.deadline == nil)
    for value in 2...5 { expectEqual(policy.send(value, at: 6, hasDemand: false), "") }
    expectEqual(policy.ring(at: 6), "[1, 2]")
    expectEqual(policy.send(.finished, at: 7, hasDemand: false), "")
    expectEqual(policy.ring(at: 8, hasDemand: false), "")
    expectEqual(policy.ring(at: 9), "[3, 4]")
    expectEqual(policy.ring(at: 9), "[5] finished")
  }

  @Test("collect, in intervals of no length, or on a clock that stands at its end")
  func collectWithoutTime() {
    var policy = Collect(interval: 0, count: .max)
    policy.begin(at: 3)
    expectEqual(policy.send(1, at: 4), "")
    expectEqual(policy.deadline, 4)
    expectEqual(policy.send(2, at: 4), "")
    expectEqual(policy.ring(at: 4), "[1, 2]")
    expectEqual(policy.send(3, at: 1_000_000), "")
    expectEqual(policy.deadline, 1_000_000)
    var last = CollectByTimePolicy<Int, TestError, VirtualTime>(interval: 1, count: .max)
    last.begin(at: .distantFuture)
    expectEqual(words(last.receive(1, at: .distantFuture, hasDemand: true)), "")
    expectEqual(last.deadline, .distantFuture)
  }

  @Test("collect by cost: an array is full before an element that does not fit, and with one that fills it")
  func collectCost() {
    var policy = CollectByCostPolicy(base: Collect(interval: 5, count: 4))
    policy.begin(at: 0)
    expectEqual(policy.send((1, cost: 2), at: 1), "")
    expectEqual(policy.send((2, cost: 0), at: 1), "")
    expectEqual(policy.send((3, cost: 3), at: 1), "[1, 2]")
    expectEqual(policy.send((4, cost: 1), at: 2), "[3, 4]")
    expectEqual(policy.send((5, cost: 1), at: 2), "")
    // What costs more than an array may ends the array before, and is one, which a policy sends when it is woken.
    expectEqual(policy.send((6, cost: .max), at: 3), "[5]")
    expect(policy.deadline == nil)
    expectEqual(policy.ring(at: 3), "[6]")
    expectEqual(policy.send((7, cost: 1), at: 4), "")
    expectEqual(policy.ring(at: 5), "[7]")
    for value in 8...11 { expectEqual(policy.send((value, cost: 3), at: 6, hasDemand: false), "") }
    expectEqual(policy.send(.finished, at: 7), "[8]")
    for value in 9...10 { expectEqual(policy.ring(at: 7), "[\(value)]") }
    expectEqual(policy.ring(at: 7), "[11] finished")
    var unlimited = CollectByCostPolicy(base: Collect(interval: 5, count: .max))
    unlimited.begin(at: 0)
    expectEqual(unlimited.send((1, cost: .max - 1), at: 1), "")
    expectEqual(unlimited.send((2, cost: .max), at: 1), "")
    expectEqual(unlimited.ring(at: 5), "[1, 2]")
  }

  @Test("collect, when the count is reached")
  func collectCount() {
    var policy = Collect(interval: 5, count: 2)
    policy.begin(at: 0)
    expectEqual(policy.send(1, at: 1), "")
    expectEqual(policy.send(2, at: 2), "[1, 2]")
    expect(policy.deadline == nil)
    expectEqual(policy.send(3, at: 3), "")
    expectEqual(policy.deadline, 5)
    expectEqual(policy.ring(at: 5), "[3]")
  }
}

/// What comes out of a stage for an event.
private func words<Policy: TimedPolicy>(
  _ state: inout TimedState<Policy>, _ event: (inout TimedState<Policy>) -> TimedState<Policy>.Outcome
) -> String where Policy.Failure == TestError {
  words(event(&state).action)
}

@Suite("TimedState")
struct TimedStateTests {
  private typealias State = TimedState<DebouncePolicy<Int, TestError, Int>>
  private var state = State(policy: DebouncePolicy(quiet: 5))

  @Test("Before the subscription no signal counts; a second subscription is refused")
  mutating func attach() {
    expectEqual(words(&state) { $0.receive(1, at: 0) }, "")
    let (_, released) = state.receive(completion: .finished, at: 0)
    expect(released == nil)
    expect(!state.needsTimer)
    let isTaken = state.attach(Subscriptions.empty, at: 0)
    expect(isTaken)
    let isSecondTaken = state.attach(Subscriptions.empty, at: 0)
    expect(!isSecondTaken)
  }

  @Test("A timer is needed if none is set, or only a later one")
  mutating func timers() {
    let isTaken = state.attach(Subscriptions.empty, at: 0)
    expect(isTaken)
    let isNeeded = state.receive(1, at: 0).needsTimer
    expect(isNeeded)
    let first = state.prepareTimer()
    expectEqual(first?.time, 5)
    let isNeededAgain = state.receive(2, at: 1).needsTimer
    expect(!isNeededAgain)
    let unneeded = state.prepareTimer()
    expect(unneeded == nil)
    // One that has lost its place neither rings nor is kept.
    let stranger = state.ring(ticket: 7)
    expect(stranger.alarm == nil)
    let refused = state.keep(AnyCancellable {}, ticket: 7)
    expect(refused != nil)
    let before = state.keep(AnyCancellable {}, ticket: 1)
    expect(before == nil)
    let rung = state.ring(ticket: 1)
    expectEqual(rung.alarm, 5)
    expect(rung.timer != nil)
    let second = state.prepareTimer()
    expectEqual(second?.time, 6)
  }

  @Test("A delivered value uses up demand; without demand it is dropped")
  mutating func demand() {
    let isTaken = state.attach(Subscriptions.empty, at: 0)
    expect(isTaken)
    _ = state.receive(1, at: 0)
    expectEqual(words(&state) { $0.wake(at: 5) }, "dropped 1")
    state.demand = .max(1)
    _ = state.receive(2, at: 5)
    expectEqual(words(&state) { $0.wake(at: 10) }, "2")
    expectEqual(state.demand, .none)
  }

  @Test("After the end no signal counts, and no timer is kept")
  mutating func end() {
    let isTaken = state.attach(Subscriptions.empty, at: 0)
    expect(isTaken)
    _ = state.receive(1, at: 0)
    let ticket = state.prepareTimer()?.ticket
    let ended = state.end()
    expect(ended.policy != nil)
    expect(ended.upstream != nil)
    let refused = state.keep(AnyCancellable {}, ticket: ticket ?? 0)
    expect(refused != nil)
    expectEqual(words(&state) { $0.receive(2, at: 1) }, "")
    expectEqual(words(&state) { $0.wake(at: 5) }, "")
    let (_, released) = state.receive(completion: .finished, at: 5)
    expect(released == nil)
    let isTakenAfterEnd = state.attach(Subscriptions.empty, at: 5)
    expect(!isTakenAfterEnd)
    let endedAgain = state.end()
    expect(endedAgain.upstream == nil)
  }
}
