import Dispatch
import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("sleep, timer and measure of a scheduler", .timeLimit(.generous))
struct SchedulerTasksTests {
  private let scheduler = TestScheduler()
  private let log = Box<[String]>([])

  private func note(_ text: String) {
    log.update { $0.append("\(scheduler.now) \(text)") }
  }

  // Case XA-378.
  @Test("A sleep of three ends when the clock has advanced by three")
  func sleeps() async throws {
    try await withSerialTasks {
      let task = Task {
        try await scheduler.sleep(for: 3)
        note("woken")
        try await scheduler.sleep(until: 5)
        note("again")
        try await scheduler.sleep(until: 4)
        note("at once")
      }
      await scheduler.advance(by: 2)
      expectEqual(log.value, [])
      await scheduler.advance(by: 1)
      expectEqual(log.value, ["3 woken"])
      await scheduler.advance(by: 3)
      expectEqual(log.value, ["3 woken", "5 again", "5 at once"])
      expectEqual(scheduler.pendingCount, 0)
      try await task.value
    }
  }

  // Case XA-379.
  @Test("A cancelled sleep throws at once, and leaves no timer")
  func cancelsSleep() async {
    await withSerialTasks {
      let task = Task {
        do throws(CancellationError) { try await scheduler.sleep(for: 3) } catch { note("cancelled") }
      }
      await scheduler.advance(by: 1)
      expectEqual(scheduler.pendingCount, 1)
      task.cancel()
      await task.value
      expectEqual(log.value, ["1 cancelled"])
      expectEqual(scheduler.pendingCount, 0)
    }
  }

  @Test("A task that has been cancelled before does not sleep")
  func cancelledBefore() async {
    await withSerialTasks {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        do throws(CancellationError) { try await scheduler.sleep(for: 3) } catch { note("cancelled") }
      }
      await task.value
      expectEqual(log.value, ["0 cancelled"])
      expectEqual(scheduler.pendingCount, 0)
    }
  }

  @Test("On an immediate scheduler a sleep does not last, and on a queue no less than its time")
  func otherSchedulers() async throws {
    try await DispatchQueue.immediate.sleep(for: .seconds(1_000))
    let queue = DispatchQueue(label: "sleep")
    let start = queue.now
    try await queue.sleep(for: .milliseconds(10))
    expect(start.distance(to: queue.now) >= .milliseconds(10))
  }

  @Test("A cancel that crosses the end of a sleep wakes the task once")
  func crossing() async {
    for _ in 0..<100 {
      let queue = DispatchQueue(label: "sleep")
      let task = Task { try? await queue.sleep(for: .microseconds(50)) }
      let other = Task { task.cancel() }
      await task.value
      await other.value
    }
  }

  // Case XA-380.
  @Test("The ticks of a timer come after each interval, and a loop that misses some gets the newest")
  func ticks() async {
    await withSerialTasks {
      let task = Task {
        for await time in scheduler.timer(every: 2) {
          note("\(time)")
          if time == 4 { try? await scheduler.sleep(for: 5) }
        }
        note("end")
      }
      await scheduler.advance(by: 3)
      expectEqual(log.value, ["2 2"])
      await scheduler.advance(by: 7)
      expectEqual(log.value, ["2 2", "4 4", "9 8", "10 10"])
      task.cancel()
      await task.value
      expectEqual(log.value.last, "10 end")
      expectEqual(scheduler.pendingCount, 0)
    }
  }

  @Test("A task that is cancelled before it asks for a tick gets none, and waits for none")
  func tickAfterCancel() async {
    await withSerialTasks {
      let task = Task {
        var ticks = scheduler.timer(every: 2).makeAsyncIterator()
        withUnsafeCurrentTask { $0?.cancel() }
        return await ticks.next()
      }
      #expect(await task.value == nil)
      expectEqual(scheduler.pendingCount, 0)
    }
  }

  @Test("Each iterator has a timer, which ends with it")
  func iterators() async {
    await withSerialTasks {
      let ticks = scheduler.timer(every: 2)
      expectEqual(scheduler.pendingCount, 0)
      do {
        var first = ticks.makeAsyncIterator()
        let second = ticks.makeAsyncIterator()
        expectEqual(scheduler.pendingCount, 2)
        await scheduler.advance(by: 5)
        #expect(await first.next() == 4)
        withExtendedLifetime(second) {}
      }
      expectEqual(scheduler.pendingCount, 0)
    }
  }

  /// A scheduler that nothing but what uses it keeps, on the clock of another.
  private final class OwnScheduler: Scheduler, Sendable {
    typealias SchedulerTimeType = VirtualTime
    typealias SchedulerOptions = Never

    private let base: TestScheduler

    init(_ base: TestScheduler) { self.base = base }

    var now: VirtualTime { base.now }
    var minimumTolerance: VirtualTime.Stride { base.minimumTolerance }

    func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) { base.schedule(action) }

    func schedule(
      after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
    ) {
      base.schedule(after: date, tolerance: tolerance, action)
    }

    func schedule(
      after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
      _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
      base.schedule(after: date, interval: interval, tolerance: tolerance, action)
    }
  }

  @Test("A sleep that has ended, one that is cancelled and an iterator that is dropped release the scheduler")
  func release() async {
    await withSerialTasks {
      weak var kept: OwnScheduler?
      for isCancelled in [false, true] {
        do {
          let own = OwnScheduler(scheduler)
          kept = own
          let task = Task { try? await own.sleep(for: 2) }
          await scheduler.advance(by: 1)
          if isCancelled { task.cancel() } else { await scheduler.advance(by: 1) }
          await task.value
        }
        expect(kept == nil)
      }
      do {
        let own = OwnScheduler(scheduler)
        kept = own
        var ticks = own.timer(every: 1).makeAsyncIterator()
        await scheduler.advance(by: 1)
        #expect(await ticks.next() != nil)
      }
      expect(kept == nil)
      expectEqual(scheduler.pendingCount, 0)
    }
  }

  @Test("An interval of zero traps")
  func badInterval() async {
    await #expect(processExitsWith: .failure) { _ = TestScheduler().timer(every: 0) }
  }

  @Test("measure gives the time that has passed on the scheduler's clock")
  func measures() throws {
    expectEqual(scheduler.measure {}, 0)
    expectEqual(scheduler.measure { scheduler.advance(by: 2) }, 2)
    #expect(throws: TestError.self) { try scheduler.measure { throw TestError("work") } }
  }
}
