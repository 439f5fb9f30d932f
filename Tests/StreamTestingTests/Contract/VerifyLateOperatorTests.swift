import Dispatch
import Foundation
import StreamCore
import StreamTesting
import TestSupport
import Testing

@Suite("verifyContract of an operator that delivers later")
struct VerifyLateOperatorTests {
  /// Hands work to a queue, which takes its time for each piece, and keeps their order.
  private static func hop(
    to queue: DispatchQueue, taking milliseconds: Int = 0
  ) -> @Sendable (@escaping @Sendable () -> Void) -> Void {
    { work in
      queue.async {
        if milliseconds > 0 {
          _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds))
        }
        work()
      }
    }
  }

  private func offended(by fault: LateFault, interval: Double) -> [ContractViolation] {
    let queue = DispatchQueue(label: "late")
    var found: [ContractViolation] = []
    _ = FailureReporter.failures {
      found = verifyContract(interval: interval, patience: 300) { upstream in
        LateStage(upstream: upstream, fault: fault, schedule: Self.hop(to: queue, taking: 2))
      }
    }
    return found
  }

  private func offendedInVirtualTime(by fault: LateFault) -> [ContractViolation] {
    let scheduler = TestScheduler()
    var found: [ContractViolation] = []
    _ = FailureReporter.failures {
      found = verifyContract(time: .virtual(scheduler)) { upstream in
        LateStage(upstream: upstream, fault: fault) { work in
          scheduler.schedule(after: scheduler.now.advanced(by: 60)) { work() }
        }
      }
    }
    return found
  }

  private func offendedInTasks(by fault: LateFault) -> [ContractViolation] {
    var found: [ContractViolation] = []
    _ = FailureReporter.failures {
      found = verifyContract(time: .tasks) { upstream in
        LateStage(upstream: upstream, fault: fault, schedule: Self.inTask)
      }
    }
    return found
  }

  private static let inTask: @Sendable (@escaping @Sendable () -> Void) -> Void = { work in
    Task {
      await Task.yield()
      work()
    }
  }

  @Test("Finds nothing wrong in a stage without a fault that delivers on a serial queue", .separateThread)
  func noFalseAlarm() {
    let queue = DispatchQueue(label: "late")
    verifyContract { upstream in LateStage(upstream: upstream, schedule: Self.hop(to: queue)) }
  }

  @Test("Finds deliveries that overlap on several threads, even to a fast subscriber", .separateThread)
  func concurrentDelivery() {
    var found: [ContractViolation] = []
    _ = FailureReporter.failures {
      found = verifyContract(interval: 0.02, patience: 300) { upstream in
        LateStage(upstream: upstream) { work in Thread.detachNewThread(work) }
      }
    }
    expect(found.contains { $0.rule == .subscriptionFirst && $0.message.contains("overlapped") })
  }

  @Test("Finds nothing wrong in a stage that delivers late only under unlimited demand", .separateThread)
  func noFalseAlarmOfLateForAll() {
    let queue = DispatchQueue(label: "late")
    verifyContract { upstream in
      LateStage(upstream: upstream, isLateForAllOnly: true, schedule: Self.hop(to: queue, taking: 2))
    }
  }

  @Test("Finds nothing wrong in such a stage that never receives a failure", .separateThread)
  func noFalseAlarmWithoutFailures() {
    let queue = DispatchQueue(label: "late")
    verifyContract(onFailure: .traps) { upstream in
      LateStage(upstream: upstream, isLateForAllOnly: true, schedule: Self.hop(to: queue, taking: 2))
    }
  }

  @Test("Finds nothing wrong in a stage that subscribes on a queue", .separateThread)
  func noFalseAlarmOfLateSubscription() {
    let queue = DispatchQueue(label: "late")
    verifyContract(traits: .stateless) { upstream in
      LateSubscribing(upstream: upstream, schedule: Self.hop(to: queue, taking: 2))
    }
  }

  @Test("Finds nothing wrong in a stage without a fault that delivers after a delay", .separateThread)
  func noFalseAlarmAfterAWhile() {
    let queue = DispatchQueue(label: "late")
    // All the values of a source take far longer than the interval.
    verifyContract(interval: 0.02) { upstream in
      LateStage(upstream: upstream, schedule: Self.hop(to: queue, taking: 10))
    }
  }

  @Test("Finds nothing wrong in virtual time in a stage without a fault")
  func noFalseAlarmInVirtualTime() {
    expectEqual(offendedInVirtualTime(by: .none), [])
    let queue = DispatchQueue.test
    verifyContract(time: .virtual(queue)) { upstream in
      LateStage(upstream: upstream) { work in queue.schedule(after: queue.now.advanced(by: .seconds(60))) { work() } }
    }
    let scheduler = TestScheduler()
    verifyContract(time: .passing { scheduler.advance(by: 30) }) { upstream in
      LateStage(upstream: upstream) { work in scheduler.schedule(after: scheduler.now.advanced(by: 60)) { work() } }
    }
  }

  private static let faults: [(LateFault, ContractRule)] = [
    (.lostValues, .demandPatternsAgree), (.overtakingEnd, .demandPatternsAgree),
    (.lostReturnedDemand, .demandPatternsAgree), (.valuesAfterCancel, .cancelInsideValue),
    (.valuesAfterCancel, .cancelTwice), (.secondCompletion, .subscriptionFirst), (.lostCompletion, .subscriptionFirst),
  ]

  @Test("Finds each fault on a serial queue", .separateThread, arguments: faults)
  func findsFault(fault: LateFault, rule: ContractRule) {
    // On a busy machine a fault may show after the first interval.
    let isFound = [0.02, 0.2, 2].contains { interval in
      offended(by: fault, interval: interval).contains { $0.rule == rule }
    }
    expect(isFound)
  }

  @Test("Finds each fault in virtual time", arguments: faults)
  func findsFaultInVirtualTime(fault: LateFault, rule: ContractRule) {
    expect(offendedInVirtualTime(by: fault).contains { $0.rule == rule })
  }

  @Test("Finds each fault of a stage that delivers in tasks", arguments: faults)
  func findsFaultInTasks(fault: LateFault, rule: ContractRule) {
    expect(offendedInTasks(by: fault).contains { $0.rule == rule })
  }

  @Test("Finds nothing wrong in a stage without a fault that delivers in tasks, and runs these on its own thread")
  func noFalseAlarmInTasks() {
    let thread = currentThread()
    let isElsewhere = Box(false)
    let found = verifyContract(time: .tasks) { upstream in
      LateStage(upstream: upstream) { work in
        Self.inTask {
          if currentThread() != thread { isElsewhere.value = true }
          work()
        }
      }
    }
    expectEqual(found, [])
    expect(!isElsewhere.value)
  }

  @Test("A publisher that delivers in tasks is verified, and its faults are found")
  func publisherInTasks() {
    let values = Publishers.Sequence<ClosedRange<Int>, TestError>(sequence: 1...3)
    expectEqual(verifyContract(time: .tasks) { LateStage(upstream: values, schedule: Self.inTask) }, [])
    var found: [ContractViolation] = []
    _ = FailureReporter.failures {
      found = verifyContract(time: .tasks) {
        LateStage(upstream: values, fault: .secondCompletion, schedule: Self.inTask)
      }
    }
    expect(!found.isEmpty)
  }

  @Test("A stage that waits for more than tasks fails, with a hint on what to do")
  func namesRemedyForTasks() {
    let scheduler = TestScheduler()
    var found: [ContractViolation] = []
    _ = FailureReporter.failures {
      found = verifyContract(time: .tasks) { upstream in
        LateStage(upstream: upstream) { work in scheduler.schedule(after: scheduler.now.advanced(by: 60)) { work() } }
      }
    }
    let first = found.first { $0.rule == .subscriptionFirst }
    expectEqual(first?.message.contains("Leave `time` out to wait for that."), true)
  }

  @Test("Tasks that have not ended when a check ends go on elsewhere")
  func tasksGoOn() async {
    let work = Box<Task<Int, Never>?>(nil)
    verifyContract(traits: .stateless, time: .tasks) { upstream in
      work.value = Task { 42 }
      return upstream
    }
    #expect(await work.value?.value == 42)
  }

  @Test("Finds that values overlap", .separateThread)
  func findsOverlap() {
    var found: [ContractViolation] = []
    _ = FailureReporter.failures {
      found = verifyContract(interval: 0.02, patience: 300) { upstream in
        LateStage(upstream: upstream) { work in Thread.detachNewThread(work) }
      }
    }
    expect(found.contains { $0.message.contains("overlapped") })
  }

  @Test("A stage whose clock does not move fails within the patience, with a hint on what to do")
  func namesRemedy() {
    let scheduler = TestScheduler()
    var found: [ContractViolation] = []
    _ = FailureReporter.failures {
      found = verifyContract(patience: 50) { upstream in
        LateStage(upstream: upstream) { work in scheduler.schedule(after: scheduler.now.advanced(by: 60)) { work() } }
      }
    }
    let first = found.first { $0.rule == .subscriptionFirst }
    expectEqual(
      first?.message,
      """
      0 completions came. No completion came within 0.05 s of silence after all values and the end of an upstream: if the \
      operator takes longer, raise `patience`; if it waits for a clock that only a test moves, pass \
      `time: .virtual(scheduler)`, or `time: .passing { … }` that moves it.
      """)
  }

  @Test("A publisher is verified in virtual time")
  func publisher() {
    let scheduler = TestScheduler()
    let publisher = LateStage(upstream: Publishers.Sequence<ClosedRange<Int>, TestError>(sequence: 1...3)) { work in
      scheduler.schedule(after: scheduler.now.advanced(by: 60)) { work() }
    }
    let start = ContinuousClock.now
    expectEqual(verifyContract(time: .virtual(scheduler), interval: 100) { publisher }, [])
    expect(ContinuousClock.now - start < .seconds(90))
  }
}
