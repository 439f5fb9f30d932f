import Dispatch
import StreamCore
import StreamSchedulers
import TestSupport
import Testing

@Suite("Actors and executors as schedulers", .timeLimit(.generous))
struct ActorSchedulerTests {
  private actor Store {
    var values: [Int] = []

    nonisolated func add(_ value: Int) {
      assumeIsolated { $0.values.append(value) }
    }
  }

  /// Runs its jobs on a queue of its own, and counts them.
  private final class CountingExecutor: TaskExecutor {
    let queue = DispatchQueue(label: "executor")
    let jobs = Box(0)
    private let mark = DispatchSpecificKey<Void>()

    init() {
      queue.setSpecific(key: mark, value: ())
    }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      _ = jobs.increment()
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  // Case XA-373.
  @Test("Work runs on the actor, in the order scheduled")
  func onActor() async {
    let store = Store()
    let scheduler = ActorScheduler(store)
    for value in 0..<10_000 { scheduler.schedule { store.add(value) } }
    while await store.values.count < 10_000 { await Task.yield() }
    #expect(await store.values == Array(0..<10_000))
  }

  // Case XA-374.
  @Test("Delayed work runs on the actor, and no earlier than its time")
  func delayed() async {
    let store = Store()
    let scheduler = ActorScheduler(store)
    let start = ContinuousClock.now
    scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(10))) { store.add(1) }
    while await store.values.isEmpty { await Task.yield() }
    expect(.now - start >= .milliseconds(10))
  }

  @Test("Repeated work runs on the actor until its cancel")
  func repeated() async {
    let store = Store()
    let scheduler = ActorScheduler(store)
    let timer = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1)) { store.add(1) }
    while await store.values.count < 3 { await Task.yield() }
    timer.cancel()
    expect(scheduler.minimumTolerance >= .nanoseconds(0))
  }

  // Case XA-375.
  @Test("An executor of tasks runs all work, in order and few jobs")
  func onExecutor() {
    let executor = CountingExecutor()
    let scheduler = ExecutorScheduler(executor)
    let log = Box<[Int]>([])
    let strays = Box(0)
    // While the executor is busy the work accumulates.
    executor.queue.suspend()
    for value in 0..<1_000 {
      scheduler.schedule {
        if !executor.isCurrent { _ = strays.increment() }
        log.update { $0.append(value) }
      }
    }
    executor.queue.resume()
    expect(eventually { log.value.count == 1_000 })
    expectEqual(log.value, Array(0..<1_000))
    expectEqual(strays.value, 0)
    expect(executor.jobs.value < 20)
  }

  @Test("The main actor runs work from there at once and nested, other work later and in order")
  @MainActor
  func onMainActor() async {
    let log = Box<[String]>([])
    let add: @Sendable (String) -> Void = { text in log.update { $0.append(isOnMainActor() ? text : "stray") } }
    // Other tests may use this scheduler, too: then it takes a while until nothing waits.
    repeat {
      await Task.yield()
      log.value = []
      MainActor.shared.schedule {
        add("outer")
        MainActor.shared.schedule { add("inner") }
        add("end")
      }
    } while log.value.isEmpty
    expectEqual(log.value, ["outer", "inner", "end"])

    log.value = []
    concurrently(1) { _ in
      for number in 1...2 { MainActor.shared.schedule { add("\(number)") } }
    }
    MainActor.shared.schedule { add("3") }
    expectEqual(log.value, [])
    while log.value.count < 3 { await Task.yield() }
    expectEqual(log.value, ["1", "2", "3"])
  }
}
