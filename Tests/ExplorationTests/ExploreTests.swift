import Dispatch
import Foundation
import StreamCore
import Streams
import TestSupport
import Testing

@testable import StreamTesting

@Suite("explore")
struct ExploreTests {
  #if !Explore
    @Test("Without the trait it fails, and the message says how to switch it on")
    func saysHowToSwitchOn() {
      let hasRun = Held(false)
      let failures = FailureReporter.failures {
        explore(schedules: 10) { _ in hasRun.value = true }
      }
      #expect(failures.count == 1)
      #expect(failures.first?.message.contains("swift test --traits Explore") == true)
      #expect(!hasRun.value)
    }
  #else
    /// A scenario that fails if two threads change between a reading and a writing.
    static func lostUpdate(_ scenario: Exploration) {
      let count = ExplorableLock(0)
      for name in ["one", "other"] {
        scenario.thread(name) {
          let seen = count.withLock { $0 }
          count.withLock { $0 = seen + 1 }
        }
      }
      scenario.atEnd { scenario.check(count.withLock { $0 } == 2, "The count is \(count.withLock { $0 }).") }
    }

    private func foundFailure(
      strategy: ExplorationStrategy = .mixed, schedules: Int = 2_000, stepLimit: Int = 20_000, patience: Int = 10_000,
      _ scenario: (Exploration) -> Void
    ) -> ExplorationFailure? {
      var report = ExplorationReport?.none
      let failures = FailureReporter.failures {
        report = explore(
          schedules: schedules, strategy: strategy, stepLimit: stepLimit, patience: patience, scenario)
      }
      #expect(failures.count == (report?.failure == nil ? 0 : 1))
      return report?.failure
    }

    @Test(
      "Each strategy finds a lost update, and reduces it to the one change of threads that it takes",
      arguments: [ExplorationStrategy.mixed, .random, .priorities(changes: 1), .exhaustive(preemptions: 1)])
    func findsLostUpdate(strategy: ExplorationStrategy) throws {
      let failure = try #require(foundFailure(strategy: strategy, Self.lostUpdate))
      #expect(failure.messages == ["The count is 1."])
      #expect(failure.schedule.count == 1)
      #expect(failure.description.contains("explore(replaying: \"\(failure.schedule)\")"))
      #expect(failure.trace.contains { $0.contains("1 one") && $0.contains("lock Int") })
      #expect(failure.trace.contains { $0.contains("ExploreTests.swift") })
    }

    @Test("A schedule that is over is released before the one after the next begins")
    func releasesSchedules() {
      final class WeakRun {
        weak var run: ScheduleRun?
        init(_ run: ScheduleRun) { self.run = run }
      }
      var runs: [WeakRun] = []
      explore(schedules: 100) { scenario in
        runs.append(WeakRun(scenario.run))
        scenario.thread("one") { scenario.point("here") }
        scenario.thread("other") { scenario.point("there") }
      }
      #expect(runs.count == 100)
      // The threads of the last one may not have let go of it yet.
      #expect(runs.dropLast().allSatisfy { $0.run == nil })
    }

    @Test("A failing schedule can be run again, step by step")
    func replays() throws {
      let failure = try #require(foundFailure(Self.lostUpdate))
      for _ in 0..<20 {
        var again: ExplorationFailure?
        _ = FailureReporter.failures { again = explore(replaying: failure.schedule, Self.lostUpdate).failure }
        #expect(again?.trace == failure.trace)
        #expect(again?.schedule == failure.schedule)
        #expect(again?.messages == failure.messages)
      }
    }

    @Test("The same seed fails at the same schedule")
    func sameSeed() throws {
      let first = try #require(foundFailure(strategy: .random, Self.lostUpdate))
      let second = try #require(foundFailure(strategy: .random, Self.lostUpdate))
      #expect(first.index == second.index)
      #expect(first.trace == second.trace)
    }

    @Test("Without preemption the lost update is not found, and the search reports that it is complete")
    func completes() {
      let report = explore(schedules: 1_000, strategy: .exhaustive(preemptions: 0), Self.lostUpdate)
      #expect(report.isComplete)
      #expect(report.schedules == 2)
    }

    @Test("Two locks taken in opposite orders are reported as a deadlock, with the threads that wait")
    func findsDeadlock() throws {
      let failure = try #require(
        foundFailure { scenario in
          let (one, other) = (ExplorableLock(0), ExplorableLock(0))
          scenario.thread("forth") { one.withLock { _ in other.withLock { $0 += 1 } } }
          scenario.thread("back") { other.withLock { _ in one.withLock { $0 += 1 } } }
        })
      let message = try #require(failure.messages.first)
      #expect(message.hasPrefix("Deadlock: no thread can go on. 'forth' waits for lock 2, which is held by 'back'."))
      #expect(message.hasSuffix("'back' waits for lock 1, which is held by 'forth'."))
    }

    @Test("A lock taken twice by one thread is reported as a deadlock")
    func findsDeadlockOfOne() throws {
      let failure = try #require(
        foundFailure(schedules: 1) { scenario in
          let lock = ExplorableLock(0)
          scenario.thread("one") { lock.withLock { _ in lock.withLock { $0 += 1 } } }
        })
      #expect(failure.messages == ["Deadlock: no thread can go on. 'one' waits for lock 1, which is held by itself."])
    }

    @Test("Of several repeating timers on one queue each one fires")
    func firesEachTimer() {
      explore(seed: 1, schedules: 200) { scenario in
        let queue = scenario.queue("queue")
        let subject = PassthroughSubject<Int, Never>()
        let count = Held(0)
        let cancellables = (0..<4).map { _ in
          subject.debounce(for: 1, scheduler: queue).sink { _ in count.value += 1 }
        }
        scenario.keep(Held(cancellables))
        scenario.thread("sender") { subject.send(1) }
        scenario.atEnd { scenario.check(count.value == 4, "\(count.value) of 4 values came.") }
      }
    }

    @Test("A task that is never woken is reported by name")
    func findsLostWakeUp() throws {
      let failure = try #require(
        foundFailure(schedules: 200) { scenario in
          let waiter = Held<UnsafeContinuation<Void, Never>?>(nil)
          scenario.task("consumer", on: scenario.queue("queue")) {
            await withUnsafeContinuation { continuation in
              scenario.point("about to wait")
              waiter.value = continuation
            }
          }
          scenario.thread("producer") {
            scenario.point("looks for the consumer")
            waiter.value?.resume()
          }
        })
      #expect(
        failure.messages.first?.contains("The task 'consumer' waits, and no thread is left that could wake it") == true)
    }

    @Test("A cancel whose handler waits for a lock is not overtaken by what would wait for the cancel, unseen")
    func cancelsBehindLock() {
      let failure = foundFailure(schedules: 300, patience: 2_000) { scenario in
        let state = ExplorableLock<(isReady: Bool, waiter: UnsafeContinuation<Void, Never>?)>((false, nil))
        let task = scenario.task("consumer", on: scenario.queue("queue")) {
          await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
              let isReady = state.withLock { state in
                state.waiter = continuation
                return state.isReady
              }
              if isReady { continuation.resume() }
            }
          } onCancel: {
            state.withLock { _ in }
          }
        }
        scenario.thread("producer") {
          let waiter = state.withLock { state in
            scenario.point("holds the lock")
            state.isReady = true
            return state.waiter
          }
          waiter?.resume()
        }
        scenario.thread("canceller") { task.cancel() }
      }
      #expect(failure == nil)
    }

    @Test("Tasks that the scenario's code creates, and actors, are part of it")
    func findsLostUpdateOfTasks() throws {
      actor Counter {
        private let count = ExplorableLock(0)
        func increase(_ other: ExplorableLock<Int>) {
          let seen = other.withLock { $0 }
          other.withLock { $0 = seen + 1 }
          count.withLock { $0 += 1 }
        }
        func read() -> Int { count.withLock { $0 } }
      }
      let failure = try #require(
        foundFailure { scenario in
          scenario.taskPool()
          let shared = ExplorableLock(0)
          let ended = ExplorableLock(0)
          for _ in 1...2 {
            let counter = Counter()
            scenario.thread("starter") {
              Task {
                await counter.increase(shared)
                let count = await counter.read()
                ended.withLock { $0 += count }
              }
            }
          }
          scenario.atEnd {
            scenario.check(ended.withLock { $0 } == 2, "A task has not ended.")
            scenario.check(shared.withLock { $0 } == 2, "The count is \(shared.withLock { $0 }).")
          }
        })
      #expect(failure.messages == ["The count is 1."])
      #expect(failure.trace.contains { $0.contains("tasks 1") && $0.contains("lock Int") })
      #expect(failure.trace.contains { $0.contains("tasks 2") && $0.contains("lock Int") })
    }

    @Test("Threads that spin for ever are reported as a livelock")
    func findsLivelock() throws {
      let failure = try #require(
        foundFailure(schedules: 1, stepLimit: 500) { scenario in
          let lock = ExplorableLock(0)
          scenario.thread("spinner") { while lock.withLock({ $0 == 0 }) {} }
        })
      #expect(failure.messages.first?.hasPrefix("Livelock: the threads have not ended after 500 steps.") == true)
      #expect(failure.messages.first?.contains("'spinner'") == true)
    }

    @Test("A thread that waits for something the exploration does not know is reported, with its last step")
    func findsForeignWait() throws {
      let gate = DispatchSemaphore(value: 0)
      let failure = try #require(
        foundFailure(schedules: 1, patience: 200) { scenario in
          scenario.thread("waiter") {
            scenario.point("about to wait elsewhere")
            gate.wait()
          }
        })
      gate.signal()
      #expect(failure.messages.first?.hasPrefix("'waiter' has come to no point for 200 ms") == true)
      #expect(failure.messages.first?.contains("about to wait elsewhere") == true)
    }

    @Test("An object that a scenario does not release fails it")
    func findsLeak() throws {
      let kept = Held<[ReleaseToken]>([])
      let failure = try #require(
        foundFailure(schedules: 1) { scenario in
          let token = scenario.token("The closure")
          scenario.thread("one") { kept.value.append(token) }
        })
      #expect(failure.messages == ["The closure is not released when the scenario is over."])
    }

    @Test("An object that is retained by a kept object fails the scenario")
    func findsLeakOfKept() throws {
      let failure = try #require(
        foundFailure(schedules: 1) { scenario in
          let holder = Held<ReleaseToken?>(scenario.token("The closure"))
          scenario.keep(holder)
          scenario.thread("one") {}
        })
      #expect(failure.messages == ["The closure is not released when the scenario is over."])
      let report = explore(schedules: 1) { scenario in
        let holder = Held<ReleaseToken?>(scenario.token("The closure"))
        scenario.keep(holder)
        scenario.thread("one") { holder.value = nil }
      }
      #expect(report.failure == nil)
    }

    @Test("Priorities change where threads may change, however much else is in the trace")
    func changesWhereThreadsCan() {
      for seed in 1...10 {
        var report: ExplorationReport?
        _ = FailureReporter.failures {
          report = explore(seed: UInt64(seed), schedules: 100, strategy: .priorities(changes: 1)) { scenario in
            scenario.thread("noisy") { for number in 1...1_000 { scenario.note("\(number)") } }
            Self.lostUpdate(scenario)
          }
        }
        #expect(report?.failure != nil, "Seed \(seed) has not found it.")
      }
    }

    @Test("A recorder finds two deliveries that overlap")
    func findsOverlap() throws {
      let failure = try #require(
        foundFailure { scenario in
          let recorder = scenario.recorder(of: Int.self)
          UnguardedSubject.connect(recorder) { subject in
            scenario.thread("one") { subject.send(1) }
            scenario.thread("other") { subject.send(2) }
          }
        })
      #expect(failure.messages.contains { $0.hasSuffix("came during another delivery.") })
    }

    @Test("The fault in the guide's example is found, and the report begins as the guide shows it")
    func findsFaultOfGuide() throws {
      let failures = FailureReporter.failures {
        explore(schedules: 1_000) { scenario in
          let first = FirstValue()
          let told = PassthroughSubject<Int, Never>()
          let recorder = scenario.recorder(of: Int.self)
          told.subscribe(recorder)
          for value in 1...2 {
            scenario.thread("sender \(value)") { first.receive(value) { told.send($0) } }
          }
          scenario.atEnd { scenario.check(recorder.values.count == 1, "Told: \(recorder.values)") }
        }
      }
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      let guide = folder.appendingPathComponent("../../Sources/StreamTesting/StreamTesting.docc/ExploringThreads.md")
        .standardizedFileURL
      let shown = try String(contentsOf: guide, encoding: .utf8).components(separatedBy: "```text\n")
      #expect(shown.count == 2)
      let report = try #require(shown.last?.components(separatedBy: "```").first)
      #expect(failures.map(\.message).contains { $0.hasPrefix(report) }, "\(failures.map(\.message))")
    }

    @Test("A schedule can be read as it was written, and other text is refused")
    func readsSchedules() {
      let schedule: ExplorationSchedule = "0.0>2,2.17>1"
      #expect(schedule.description == "0.0>2,2.17>1")
      let texts = ["", "1.2", "1.2>x", "1.2>3"]
      #expect(texts.map { ExplorationSchedule($0)?.count } == [0, nil, nil, 1])
    }
  #endif
}

#if Explore
  /// A subject as one would write it who thinks of one thread.
  private final class UnguardedSubject: Subscription, @unchecked Sendable {
    private let downstream: ExplorationRecorder<Int, Never>

    private init(_ downstream: ExplorationRecorder<Int, Never>) {
      self.downstream = downstream
    }

    static func connect(_ downstream: ExplorationRecorder<Int, Never>, _ body: (UnguardedSubject) -> Void) {
      let subject = UnguardedSubject(downstream)
      downstream.receive(subscription: subject)
      body(subject)
    }

    func send(_ value: Int) { _ = downstream.receive(value) }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {}
  }
#endif
