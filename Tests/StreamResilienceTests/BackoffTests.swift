import StreamResilience
import TestSupport
import Testing

@testable import StreamResilience

@Suite("Backoff and Jitter")
struct BackoffTests {
  private func seconds(_ backoff: Backoff, _ failures: Int...) -> [Double] {
    failures.map { Double(backoff.delay(after: $0)) / 1e9 }
  }

  @Test("Each kind grows in its way, up to its maximum")
  func kinds() {
    expectEqual(seconds(.none, 1, 2, .max), [0, 0, 0])
    expectEqual(seconds(.constant(.seconds(3)), 1, 2, .max), [3, 3, 3])
    let linear = Backoff.linear(initial: .seconds(1), step: .seconds(2), maximum: .seconds(6))
    expectEqual(seconds(linear, 1, 2, 3, 4, .max), [1, 3, 5, 6, 6])
    let exponential = Backoff.exponential(initial: .seconds(1), factor: 1.5, maximum: .seconds(3))
    expectEqual(seconds(exponential, 1, 2, 3, 4, .max), [1, 1.5, 2.25, 3, 3])
    let fibonacci = Backoff.fibonacci(initial: .seconds(1), maximum: .seconds(10))
    expectEqual(seconds(fibonacci, 1, 2, 3, 4, 5, 6, 7, .max), [1, 1, 2, 3, 5, 8, 10, 10])
    expectEqual(seconds(.custom { .seconds($0 * 10 - 15) }, 1, 2), [0, 5])
  }

  @Test("A delay beyond the maximum, or beyond all bounds, is the maximum")
  func huge() {
    let long = Duration.seconds(Int.max)
    expectEqual(Backoff.linear(initial: long, step: long, maximum: long).delay(after: 7), .max)
    for factor in [0, 1e300, .infinity] {
      let backoff = Backoff.exponential(initial: .seconds(1), factor: factor, maximum: long)
      expectEqual(backoff.delay(after: 1), 1_000_000_000)
      expectEqual(backoff.delay(after: .max), (factor == 0 ? 0 : .max))
    }
    expectEqual(Backoff.exponential(initial: .zero, factor: .infinity, maximum: long).delay(after: 9), 0)
    expectEqual(Backoff.fibonacci(initial: long, maximum: long).delay(after: .max), .max)
    expectEqual(Backoff.fibonacci(initial: .nanoseconds(1), maximum: long).delay(after: 92), 7_540_113_804_746_346_429)
    expectEqual(
      Backoff.exponential(initial: .seconds(9), factor: 2, maximum: .seconds(4)).delay(after: 1), 4_000_000_000)
  }

  @Test("Each jitter stays within its bounds, and reaches into both ends of them")
  func bounds() {
    let backoff = Backoff.linear(initial: .nanoseconds(100), step: .nanoseconds(100), maximum: .nanoseconds(350))
    let cases: [(Jitter, Int, ClosedRange<Int>)] = [
      (.none, 2, 200...200), (.full, 2, 0...200), (.equal, 2, 100...200), (.equal, 9, 175...350),
      (.proportional(0.25), 2, 150...250), (.proportional(0.5), 3, 150...350), (.proportional(1), 1, 0...200),
      (.proportional(0), 1, 100...100),
    ]
    for (jitter, failures, range) in cases {
      var delays = RetryDelays(backoff: backoff, jitter: jitter, random: SeededGenerator(seed: 7))
      let drawn = (0..<2_000).map { _ in delays.next(failures: failures) }
      expect(drawn.allSatisfy(range.contains), "\(jitter)")
      expect(drawn.min()! <= range.lowerBound + range.count / 20, "\(jitter)")
      expect(drawn.max()! >= range.upperBound - range.count / 20, "\(jitter)")
    }
  }

  @Test("Decorrelated jitter grows from the previous delay, and begins anew with the failures")
  func decorrelated() {
    let backoff = Backoff.exponential(initial: .nanoseconds(100), factor: 1, maximum: .nanoseconds(5_000))
    var delays = RetryDelays(backoff: backoff, jitter: .decorrelated, random: SeededGenerator(seed: 3))
    var previous = 100
    var longest = 0
    for failures in 1...1_000 {
      let delay = delays.next(failures: failures)
      expect((100...min(5_000, previous * 3)).contains(delay))
      previous = delay
      longest = max(longest, delay)
    }
    expect(longest > 1_000)
    expect((100...300).contains(delays.next(failures: 1)))
  }

  @Test("A delay beyond all bounds varies, too")
  func hugeJitter() {
    for jitter in [Jitter.full, .equal, .decorrelated, .proportional(1)] {
      var delays = RetryDelays(
        backoff: .constant(.seconds(Int.max)), jitter: jitter, random: SeededGenerator(seed: 1))
      for failures in 1...5 { expect(delays.next(failures: failures) >= 0) }
    }
  }

  @Test("What is negative, not a number, or no part of one traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) { _ = RetryPolicy<TestError>(maxAttempts: 0) }
    await #expect(processExitsWith: .failure) { _ = RetryPolicy<TestError>(backoff: .constant(.seconds(-1))) }
    await #expect(processExitsWith: .failure) {
      _ = RetryPolicy<TestError>(backoff: .exponential(initial: .seconds(1), factor: .nan, maximum: .seconds(1)))
    }
    await #expect(processExitsWith: .failure) { _ = RetryPolicy<TestError>(jitter: .proportional(1.01)) }
    await #expect(processExitsWith: .failure) { _ = RetryBudget(ratio: -0.1) }
    await #expect(processExitsWith: .failure) { _ = RetryBudget(minimumPerSecond: .nan) }
  }
}
