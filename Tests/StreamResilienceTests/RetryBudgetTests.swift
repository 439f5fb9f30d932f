import StreamCore
import StreamResilience
import StreamTesting
import TestSupport
import Testing

@testable import StreamResilience

@Suite("RetryBudget")
struct RetryBudgetTests {
  private func retries(_ budget: RetryBudget, at time: VirtualTime, limit: Int = 1_000) -> Int {
    (0..<limit).firstIndex { _ in !budget.takeRetry(at: time) } ?? limit
  }

  @Test("Retries are a part of the first attempts, and some")
  func ratio() {
    let budget = RetryBudget(ratio: 0.5, minimumPerSecond: 0.3)
    expectEqual(retries(budget, at: 0), 3)
    for _ in 1...8 { budget.recordFirstAttempt(at: VirtualTime(0)) }
    expectEqual(retries(budget, at: 0), 4)
    expectEqual(retries(budget, at: 0), 0)
  }

  @Test("What is older than ten seconds counts no more")
  func forgets() {
    let budget = RetryBudget(ratio: 1, minimumPerSecond: 0)
    for _ in 1...4 { budget.recordFirstAttempt(at: VirtualTime(0)) }
    budget.recordFirstAttempt(at: VirtualTime(5))
    expectEqual(retries(budget, at: 9.5), 5)
    // Those of the beginning are forgotten; the retries are not.
    expectEqual(retries(budget, at: 10), 0)
    budget.recordFirstAttempt(at: VirtualTime(100))
    expectEqual(retries(budget, at: 100), 1)
    // The clock goes back: nothing is forgotten, nothing is granted.
    expectEqual(retries(budget, at: 50), 0)
  }

  @Test("Pipelines share it, and each type of time has its own")
  func shared() {
    let (scheduler, budget) = (TestScheduler(), RetryBudget(ratio: 0.5, minimumPerSecond: 0))
    let subscriptions = Box(0)
    let policy = RetryPolicy<TestError>(maxAttempts: 9, backoff: .none, budget: budget)
    for _ in 1...10 {
      _ = Deferred { Fail<Int, TestError>(error: TestError("\(subscriptions.increment())")) }
        .retry(policy, scheduler: scheduler).record()
      scheduler.resume()
    }
    expectEqual(subscriptions.value, 15)
    let other = Deferred { Fail<Int, TestError>(error: TestError("\(subscriptions.increment())")) }
      .retry(policy, scheduler: ImmediateScheduler.shared)
    for _ in 1...4 { _ = other.record() }
    expectEqual(subscriptions.value, 21)
  }

  @Test("Threads that use it at once take no more than there is")
  func threads() {
    let budget = RetryBudget(ratio: 0.25, minimumPerSecond: 0)
    let taken = Box(0)
    concurrently(8) { _ in
      for _ in 1...1_000 {
        budget.recordFirstAttempt(at: VirtualTime(0))
        if budget.takeRetry(at: VirtualTime(0)) { taken.increment() }
      }
    }
    expect(taken.value <= 2_000)
    expectEqual(taken.value + retries(budget, at: 0, limit: 3_000), 2_000)
  }
}
