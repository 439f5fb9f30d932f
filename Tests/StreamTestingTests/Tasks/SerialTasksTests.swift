import Dispatch
import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@testable import StreamTesting

@Suite("withSerialTasks")
struct SerialTasksTests {
  private let scheduler = TestScheduler()
  private let log = Box<[String]>([])

  private func note(_ text: String) {
    log.update { $0.append(text) }
  }

  private func sleep(_ seconds: Int) async {
    try? await Task.sleep(for: .seconds(seconds), clock: scheduler.clock)
  }

  @Test("Tasks start in the order in which they were created, whatever their kind and priority")
  func startOrder() async {
    await withSerialTasks {
      Task(priority: .background) { note("1") }
      Task.detached(priority: .high) { note("2") }
      Task { @MainActor in note("3") }
      Task(priority: .high) { note("4") }
      note("body")
      await scheduler.advance(by: 0)
    }
    expectEqual(log.value, ["body", "1", "2", "3", "4"])
  }

  @Test("Structured, unstructured and detached tasks, tasks of actors and of the main actor are waited for")
  func kinds() async {
    let counter = Counter()
    var runs: Set<[String]> = []
    for _ in 0..<50 {
      let start = scheduler.now
      log.value = []
      await withSerialTasks {
        async let child: Void = sleepAndNote("async let")
        let group = Task {
          await withTaskGroup(of: Void.self) { group in
            for number in 1...2 { group.addTask { await sleepAndNote("group \(number)") } }
          }
        }
        Task { await sleepAndNote("task") }
        Task.detached { await sleepAndNote("detached") }
        Task { @MainActor in
          MainActor.preconditionIsolated()
          await sleepAndNote("main 1")
          MainActor.preconditionIsolated()
          await sleepAndNote("main 2")
        }
        Task {
          await sleep(1)
          await counter.increment()
          note("actor \(await counter.increment())")
          await counter.reset()
        }
        await scheduler.advance(by: 1)
        expectEqual(
          log.value.sorted(), ["actor 2", "async let", "detached", "group 1", "group 2", "main 1", "task"])
        await scheduler.advance(by: 1)
        expectEqual(log.value.count, 8)
        expectEqual(log.value.last, "main 2")
        expectEqual(scheduler.pendingCount, 0)
        expectEqual(start.distance(to: scheduler.now), 2)
        runs.insert(log.value)
        await child
        await group.value
      }
    }
    expectEqual(runs.count, 1)
  }

  private func sleepAndNote(_ text: String) async {
    await sleep(1)
    note(text)
  }

  @Test("A task that yields gives the others a turn")
  func yields() async {
    await withSerialTasks {
      for name in ["a", "b"] {
        Task {
          for number in 1...3 {
            note("\(name)\(number)")
            await Task.yield()
          }
        }
      }
      await scheduler.advance(by: 0)
    }
    expectEqual(log.value, ["a1", "b1", "a2", "b2", "a3", "b3"])
  }

  @Test("The body runs on the caller's actor, and so does the work of the scheduler")
  @MainActor
  func mainActor() async {
    var count = 0
    await withSerialTasks {
      MainActor.preconditionIsolated()
      count += 1
      scheduler.schedule(after: 1) { MainActor.assumeIsolated { note("work") } }
      Task {
        await sleep(1)
        count += 1
        note("task")
      }
      await scheduler.advance(by: 1)
      MainActor.preconditionIsolated()
      count += 1
    }
    expectEqual(count, 3)
    expectEqual(log.value, ["work", "task"])
    await scheduler.advance(by: 1)
    MainActor.preconditionIsolated()
  }

  @Test("A body on an actor has its tasks in order, each time")
  func onActor() async {
    for _ in 0..<200 { #expect(await Counter().sleepTwice(scheduler: TestScheduler()) == [1, 2, 3]) }
  }

  @Test("A body on an actor with an executor of its own has the tasks waited for that it wakes, and comes to its end")
  func onQueueActor() async {
    for _ in 0..<50 { #expect(await QueueActor().sleep(scheduler: TestScheduler()) == ["1 one", "2 two"]) }
  }

  @Test("What the body returns or throws comes out, and a cancel goes in")
  func outcome() async {
    #expect(await withSerialTasks { 5 } == 5)
    await #expect(throws: TestError.self) { try await withSerialTasks { throw TestError() } }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withSerialTasks {
          await sleep(1)
          note("\(Task.isCancelled)")
        }
      }
      group.cancelAll()
    }
    expectEqual(log.value, ["true"])
  }

  @Test("A scope inside a scope is part of it")
  func nested() async {
    await withSerialTasks {
      Task { note("outer") }
      await withSerialTasks {
        Task { note("inner") }
        note("body")
        await scheduler.advance(by: 0)
      }
    }
    expectEqual(log.value, ["body", "outer", "inner"])
  }

  @Test("Two schedulers share a scope")
  func twoSchedulers() async {
    let other = TestScheduler()
    await withSerialTasks {
      Task {
        await sleep(1)
        try await Task.sleep(for: .seconds(1), clock: other.clock)
        note("\(scheduler.now) \(other.now)")
      }
      await other.advance(by: 5)
      await scheduler.advance(by: 2)
      await other.advance(by: 1)
    }
    expectEqual(log.value, ["2 6"])
  }

  @Test("Tasks that have not ended with the scope continue outside")
  func unfinished() async {
    let counter = Counter()
    var tasks: [Task<Void, Never>] = []
    await withSerialTasks {
      tasks.append(
        Task {
          note("started")
          await counter.increment()
          await sleep(1)
          await Task { @MainActor in note("ended at \(scheduler.now)") }.value
        })
      tasks.append(Task { @MainActor in _ = await counter.increment() })
    }
    while scheduler.pendingCount == 0 { await Task.yield() }
    await scheduler.advance(by: 1)
    for task in tasks { await task.value }
    expectEqual(log.value, ["started", "ended at 1"])
    #expect(await counter.value == 2)
  }

  @Test("A body that waits for a queue and a real clock comes back to its tasks")
  func outside() async {
    for _ in 0..<100 {
      log.value = []
      await withSerialTasks {
        await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
        try? await Task.sleep(for: .microseconds(1))
        for number in 1...3 {
          Task {
            note("\(number)")
            await sleep(1)
            note("\(number) woken")
          }
        }
        await scheduler.advance(by: 1)
        expectEqual(log.value, ["1", "2", "3", "1 woken", "2 woken", "3 woken"])
      }
    }
  }

  @Test("A task that waits for a queue continues, and comes back to advance the clock")
  func strays() async {
    for round in 0..<100 {
      let scheduler = TestScheduler()
      let count = Box(0)
      await withSerialTasks {
        let stray = Task {
          if round.isMultiple(of: 2) { try? await Task.sleep(for: .microseconds(1)) }
          await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
          for _ in 0..<3 {
            Task {
              try await Task.sleep(for: .seconds(1), clock: scheduler.clock)
              count.increment()
            }
          }
          // These were created outside of the order, so only the next step is sure to find them asleep.
          while scheduler.pendingCount < 3 { await Task.yield() }
          await scheduler.advance(by: 1)
          return count.value
        }
        #expect(await stray.value == 3)
      }
    }
  }

  @Test("Parallel scopes do not see each other's tasks")
  func parallel() async {
    let counts = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<20 {
        group.addTask {
          let scheduler = TestScheduler()
          let log = Box<[Int]>([])
          for _ in 0..<20 {
            await withSerialTasks {
              for number in 0..<5 {
                Task {
                  try await Task.sleep(for: .seconds(number + 1), clock: scheduler.clock)
                  await MainActor.run { log.update { $0.append(number) } }
                }
              }
              await scheduler.advance(by: 5)
            }
          }
          return log.value
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let expected = (0..<20).flatMap { _ in [0, 1, 2, 3, 4] }
    expect(counts.allSatisfy { $0 == expected })
  }

  @Test("A runtime without hooks keeps the order of the body and its child tasks")
  func withoutHooks() async {
    await withTaskPump(isHooked: false, seesAll: true, isolation: nil) { _ in
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            for round in 1...3 {
              await sleep(number)
              note("\(scheduler.now) \(number).\(round)")
            }
          }
        }
        await scheduler.advance(by: 9)
      }
    }
    expectEqual(
      log.value, ["1 1.1", "2 2.1", "2 1.2", "3 3.1", "3 1.3", "4 2.2", "6 3.2", "6 2.3", "9 3.3"])
  }

  // MARK: Advancing without a scope

  @Test("Without a scope, the tasks that an advance wakes run before it returns")
  func advanceAlone() async {
    for _ in 0..<100 {
      let scheduler = TestScheduler()
      let log = Box<[String]>([])
      let counter = Counter()
      let task = Task {
        for number in 1...3 {
          try await Task.sleep(for: .seconds(1), clock: scheduler.clock)
          await counter.increment()
          _ = await Task { await counter.increment() }.value
          log.update { $0.append("\(scheduler.now) \(number)") }
        }
      }
      while scheduler.pendingCount == 0 { await Task.yield() }
      await scheduler.advance(by: 3)
      expectEqual(log.value, ["1 1", "2 2", "3 3"])
      try? await task.value
    }
  }

  @Test("A task that is woken before it has suspended is waited for")
  func wokenEarly() async throws {
    let timeline = OneWake()
    let sleeper = Sleeper(timeline)
    let isAsleep = Box(false)
    let isWoken = DispatchSemaphore(value: 0)
    let task = Task.detached(executorPreference: SeparateExecutor()) {
      try await withCheckedThrowingContinuation { continuation in
        sleeper.sleep(until: 1, continuation)
        isAsleep.value = true
        isWoken.wait()
      }
      await sleeper.arrive()
      note("arrived")
    }
    while !isAsleep.value { await Task.yield() }
    await withTaskPump(seesAll: false, isolation: nil) { pump in
      pump.perform { timeline.wake.value?() }
      isWoken.signal()
      await pump.settle()
      expectEqual(log.value, ["arrived"])
    }
    try await task.value
  }

  @Test("A task that waits for a pump that has been closed goes on")
  func settledAfterClose() async {
    let pump = await withTaskPump(seesAll: false, isolation: nil) { $0 }
    await pump.settle()
  }

  @Test("Without a scope, the first step of a woken task of the main actor is waited for")
  func mainActorAlone() async {
    for _ in 0..<100 {
      let scheduler = TestScheduler()
      let log = Box<[String]>([])
      let task = Task { @MainActor in
        try await Task.sleep(for: .seconds(1), clock: scheduler.clock)
        log.update { $0.append("woken at \(scheduler.now)") }
      }
      while scheduler.pendingCount == 0 { await Task.yield() }
      await scheduler.advance(by: 1)
      expectEqual(log.value, ["woken at 1"])
      try? await task.value
    }
  }
}

private actor Counter {
  private(set) var value = 0
  private var log: [Int] = []

  @discardableResult
  func increment() -> Int {
    value += 1
    return value
  }

  func reset() {
    value = 0
  }

  /// Runs a scope on this actor.
  func sleepTwice(scheduler: TestScheduler) async -> [Int] {
    await withSerialTasks {
      for number in 1...3 {
        Task {
          try await Task.sleep(for: .seconds(number), clock: scheduler.clock)
          log.append(increment())
        }
      }
      await scheduler.advance(by: 3)
    }
    return log
  }
}

private actor QueueActor {
  private let executor = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Runs a scope on this actor, whose tasks are not the actor's.
  func sleep(scheduler: TestScheduler) async -> [String] {
    let log = Box<[String]>([])
    await withSerialTasks {
      preconditionIsolated()
      let tasks = [(1, "one"), (2, "two")].map { seconds, name in
        Task.detached {
          try await Task.sleep(for: .seconds(seconds), clock: scheduler.clock)
          log.update { $0.append("\(scheduler.now) \(name)") }
        }
      }
      while scheduler.pendingCount < 2 { await Task.yield() }
      await scheduler.advance(by: 1)
      expectEqual(log.value, ["1 one"])
      await scheduler.advance(by: 1)
      expectEqual(log.value, ["1 one", "2 two"])
      for task in tasks { try? await task.value }
      preconditionIsolated()
    }
    return log.value
  }
}

/// The time of a single sleeper.
private struct OneWake: Timeline {
  let wake = Box<(@Sendable () -> Void)?>(nil)

  var virtualNow: VirtualTime { 0 }

  func scheduleWake(at time: VirtualTime, _ wake: @escaping @Sendable () -> Void) -> Int? {
    self.wake.value = wake
    return 1
  }

  func remove(ticket: Int) {
    wake.value = nil
  }
}
