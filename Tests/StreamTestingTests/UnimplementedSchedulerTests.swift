import Dispatch
import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("UnimplementedScheduler, without an operator")
struct UnimplementedSchedulerTests {
  @Test("The failure says the name of the scheduler, if it has one")
  func names() {
    let failures = FailureReporter.failures {
      DispatchQueue.test.unimplemented().schedule {}
      DispatchQueue.test.unimplemented("search").schedule {}
    }
    expectEqual(
      failures.map(\.message),
      [
        "An unimplemented scheduler was used: work was scheduled.",
        "The unimplemented scheduler \"search\" was used: work was scheduled.",
      ])
  }

  @Test("Each of its members fails the test, and runs its work", arguments: 0..<5)
  func members(_ member: Int) {
    let runs = Box(0)
    let failures = FailureReporter.failures {
      let queue = DispatchQueue.test.unimplemented()
      let date = DispatchQueue.test.now
      switch member {
      case 0: expectEqual(queue.now, date)
      case 1: expectEqual(queue.minimumTolerance, 0)
      case 2: queue.schedule(options: nil) { runs.increment() }
      case 3: queue.schedule(after: date, tolerance: 0, options: nil) { runs.increment() }
      default: _ = queue.schedule(after: date, interval: 1, tolerance: 0, options: nil) { runs.increment() }
      }
    }
    expectEqual(failures.count, 1)
    expectEqual(failures.first?.message.contains("unimplemented scheduler was used"), true)
    expectEqual(runs.value, (member < 2 ? 0 : 1))
  }
}
