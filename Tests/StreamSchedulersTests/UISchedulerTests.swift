import Dispatch
import StreamCore
import StreamSchedulers
import TestSupport
import Testing

@Suite("UIScheduler", .serialized, .timeLimit(.generous))
struct UISchedulerTests {
  private let log = Box<[String]>([])

  private func noting(_ text: String) -> @Sendable () -> Void {
    { [log] in log.update { $0.append(text) } }
  }

  /// Runs `body` on the main queue, which the test's own main function drains.
  private func onMainQueue(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        body()
        continuation.resume()
      }
    }
  }

  // Case XA-352.
  @Test("Work scheduled on the main queue runs before schedule returns, and nested inside such work")
  func atOnce() async {
    // Other tests may use this scheduler, too: then it takes a while until nothing waits.
    let found = Box<[String]>([])
    repeat {
      await onMainQueue { [log, noting] in
        log.value = []
        UIScheduler.shared.schedule {
          noting("outer")()
          UIScheduler.shared.schedule(noting("inner"))
          noting("end")()
        }
        found.value = log.value
      }
    } while found.value.isEmpty
    expectEqual(found.value, ["outer", "inner", "end"])
  }

  // Case XA-353.
  @Test("Work scheduled on the main queue waits for what another thread has scheduled")
  func order() async {
    await onMainQueue { [log, noting] in
      concurrently(1) { _ in
        UIScheduler.shared.schedule(noting("1"))
        UIScheduler.shared.schedule(noting("2"))
      }
      UIScheduler.shared.schedule(noting("3"))
      expectEqual(log.value, [])
    }
    await onMainQueue {}
    expectEqual(log.value, ["1", "2", "3"])
  }

  @Test("What work from another thread schedules runs at once if nothing else waits, and otherwise last")
  func insideQueued() async {
    await onMainQueue { [noting] in
      concurrently(1) { _ in
        UIScheduler.shared.schedule {
          noting("1")()
          UIScheduler.shared.schedule(noting("inside 1"))
        }
        UIScheduler.shared.schedule {
          noting("2")()
          UIScheduler.shared.schedule(noting("inside 2"))
          noting("end 2")()
        }
      }
    }
    await onMainQueue {}
    await onMainQueue {}
    expectEqual(log.value.sorted(), ["1", "2", "end 2", "inside 1", "inside 2"])
    expectEqual(log.value.prefix(2), ["1", "2"])
  }

  @Test("Another queue is not the main queue: its work is delivered on the main queue")
  func otherQueue() async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "other").async {
        UIScheduler.shared.schedule {
          dispatchPrecondition(condition: .onQueue(.main))
          continuation.resume()
        }
      }
    }
  }

  @Test("Delayed and repeating work runs on the main queue, and no earlier than its time")
  func later() async {
    let scheduler = UIScheduler.shared
    let start = scheduler.now
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(10)), tolerance: scheduler.minimumTolerance) {
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume()
      }
    }
    expect(start.distance(to: scheduler.now) >= .milliseconds(10))
    let timer = Box<(any Cancellable)?>(nil)
    await withCheckedContinuation { continuation in
      let runs = Box(0)
      timer.value = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1)) {
        dispatchPrecondition(condition: .onQueue(.main))
        if runs.increment() == 3 { continuation.resume() }
      }
    }
    timer.value?.cancel()
  }

  @Test("Its statics fit code that takes an erased one")
  func statics() {
    func run(
      _ scheduler: AnySchedulerOf<UIScheduler> = .shared, _ immediate: AnySchedulerOf<UIScheduler> = .immediate,
      _ test: AnySchedulerOf<UIScheduler> = .test
    ) {
      immediate.schedule(noting("at once"))
      test.schedule(noting("never"))
    }
    run()
    expectEqual(log.value, ["at once"])
    let clock = UIScheduler.test
    clock.schedule(after: clock.now.advanced(by: .seconds(3)), noting("later"))
    clock.advance(by: .seconds(3))
    expectEqual(log.value, ["at once", "later"])
    expectEqual(UIScheduler.immediate.now, UIScheduler.test.now)
  }
}
