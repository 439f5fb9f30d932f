import Dispatch
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("verifyContract of timed operators")
struct VerifyContractTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let verify: @Sendable (DispatchQueue) -> Void
  }

  // Each waits for what may come, for some seconds in all: they wait side by side.
  static let cases = [
    Case(testDescription: "delay") { queue in
      verifyContract { upstream in upstream.delay(for: .milliseconds(5), scheduler: queue) }
    },
    Case(testDescription: "receive(on:)") { queue in verifyContract { upstream in upstream.receive(on: queue) } },
    Case(testDescription: "subscribe(on:)") { queue in verifyContract { upstream in upstream.subscribe(on: queue) } },
    Case(testDescription: "debounceKeepingLast") { queue in
      verifyContract(traits: .pacedByDemand) { upstream in
        upstream.debounceKeepingLast(for: .milliseconds(5), scheduler: queue)
      }
    },
    Case(testDescription: "throttle") { queue in
      verifyContract(traits: .pacedByDemand) { upstream in
        upstream.throttle(for: .milliseconds(5), scheduler: queue, latest: true)
      }
    },
    Case(testDescription: "throttleFirst") { queue in
      verifyContract(traits: .pacedByDemand) { upstream in
        upstream.throttleFirst(for: .milliseconds(5), scheduler: queue)
      }
    },
    Case(testDescription: "collect") { queue in
      verifyContract(traits: .pacedByDemand) { upstream in
        upstream.collect(.byTimeOrCount(queue, .milliseconds(5), 3))
      }
    },
    Case(testDescription: "timeout") { queue in
      verifyContract { upstream in upstream.timeout(.seconds(600), scheduler: queue) }
    },
    Case(testDescription: "retry") { queue in
      verifyContract(onFailure: .recovers) { upstream in upstream.retry(on: queue, intervals: [0.005]) }
    },
  ]

  @Test("Finds nothing wrong in operators that deliver on a serial queue", arguments: cases)
  func onQueue(each: Case) {
    each.verify(DispatchQueue(label: "timed"))
  }

  @Test("Finds nothing wrong in operators that work in virtual time")
  func inVirtualTime() {
    let scheduler = TestScheduler()
    let time = ContractSpecimen.Time.virtual(scheduler)
    verifyContract(time: time) { upstream in upstream.delay(for: 3_600, scheduler: scheduler) }
    verifyContract(time: time) { upstream in upstream.receive(on: scheduler) }
    verifyContract(time: time) { upstream in upstream.subscribe(on: scheduler) }
    verifyContract(traits: .pacedByDemand, time: time) { upstream in upstream.debounce(for: 60, scheduler: scheduler) }
    verifyContract(traits: .pacedByDemand, time: time) { upstream in
      upstream.debounceKeepingLast(for: 60, scheduler: scheduler)
    }
    verifyContract(traits: .pacedByDemand, time: time) { upstream in
      upstream.throttle(for: 60, scheduler: scheduler, latest: true)
    }
    verifyContract(traits: .pacedByDemand, time: time) { upstream in
      upstream.throttleFirst(for: 60, scheduler: scheduler)
    }
    verifyContract(traits: .pacedByDemand, time: time) { upstream in
      upstream.collect(.byTimeOrCount(scheduler, 60, 3))
    }
    verifyContract(onFailure: .recovers, time: time) { upstream in upstream.retry(on: scheduler, intervals: [60]) }
    let queue = DispatchQueue.test
    verifyContract(time: .virtual(queue)) { upstream in upstream.delay(for: .seconds(60), scheduler: queue) }
  }

  @Test("Finds nothing wrong in the publishers of time, which have no upstream")
  func sources() {
    let scheduler = TestScheduler()
    // One tick at a time: a timer never ends, and what it ticks without demand depends on how far the clock goes.
    let ticks = ContractSpecimen.Time.passing { scheduler.advance(by: 60) }
    verifyContract(traits: .pacedByDemand, time: ticks) { Publishers.interval(60, scheduler: scheduler) }
    verifyContract(traits: .pacedByDemand, time: ticks) { Publishers.interval(60, after: 0, scheduler: scheduler) }
    verifyContract(traits: [.pacedByDemand, .shares], time: ticks) {
      let timer = scheduler.timerPublisher(every: 60)
      _ = timer.connect()
      return timer
    }
    let time = ContractSpecimen.Time.virtual(scheduler)
    verifyContract(time: time) { Publishers.after(60, 1, scheduler: scheduler) }
    verifyContract(time: time) { Publishers.after(60, scheduler: scheduler) }
    verifyContract(time: time) { Publishers.after(0, 1, scheduler: scheduler) }
    verifyContract(time: time) { Publishers.at(scheduler.now.advanced(by: 60), scheduler: scheduler) }
    expectEqual(scheduler.pendingCount, 0)
  }
}
