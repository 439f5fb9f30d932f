import Dispatch
import Foundation
import StreamFoundationSchedulers
import StreamTiming
import TestSupport
import Testing

/// The tables of the operators that let time pass, in the times of every scheduler.
@Suite("The clocks of tests and immediate schedulers, in the times of Foundation's schedulers")
struct StaticsTests {
  /// Sends numbers at their times, and notes in tenths of a second what comes out, and when.
  private func run<Time: Strideable, Options, P: Publisher>(
    _ scheduler: SteppedScheduler<Time, Options>, _ input: KeyValuePairs<Int, Int>,
    _ makePipeline: (PassthroughSubject<Int, Never>) -> P
  ) -> [String] where P.Output: Sendable, P.Failure == Never, Time: Sendable {
    let source = PassthroughSubject<Int, Never>()
    let clock = Box(0)
    let log = Box<[String]>([])
    let cancellable = makePipeline(source).sink { value in log.update { $0.append("\(clock.value) \(value)") } }
    let start = scheduler.now
    for (tenths, value) in input {
      scheduler.schedule(after: start.advanced(by: .milliseconds(100 * tenths))) { source.send(value) }
    }
    for tenths in 0...50 {
      clock.value = tenths
      // A date has not every number of tenths: the time is the same sum as that of the work.
      scheduler.advance(to: start.advanced(by: .milliseconds(100 * tenths + 1)))
    }
    cancellable.cancel()
    return log.value
  }

  private func checkTables<Time: Strideable & Sendable, Options>(
    _ makeScheduler: () -> SteppedScheduler<Time, Options>
  ) {  // XA-370
    let debounced = makeScheduler()
    expect(
      run(debounced, [1: 1, 2: 2, 11: 3, 12: 4]) { $0.debounce(for: .milliseconds(500), scheduler: debounced) }
        == ["7 2", "17 4"])
    let published: KeyValuePairs<Int, Int> = [0: -1, 1: 1, 2: 2, 6: 3, 7: 4, 9: 5, 12: 6]
    let newest = makeScheduler()
    expect(
      run(newest, published) { $0.throttle(for: .milliseconds(500), scheduler: newest, latest: true) }
        == ["0 -1", "5 2", "10 5", "15 6"])
    let oldest = makeScheduler()
    expect(
      run(oldest, published) { $0.throttle(for: .milliseconds(500), scheduler: oldest, latest: false) }
        == ["0 -1", "5 1", "10 3", "15 6"])
    let delayed = makeScheduler()
    expectEqual(run(delayed, [1: 1, 2: 2]) { $0.delay(for: .seconds(3), scheduler: delayed) }, ["31 1", "32 2"])
    let collected = makeScheduler()
    expectEqual(
      run(collected, [1: 1, 2: 2, 13: 3]) { $0.collect(.byTime(collected, .seconds(1))) }, ["10 [1, 2]", "20 [3]"])
  }

  @Test("The timing tables hold on a clock of a queue, of a run loop, of an operation queue and of the main queue")
  func tables() {
    checkTables { DispatchQueue.test }
    checkTables { RunLoop.test }
    checkTables { OperationQueue.test }
    checkTables { UIScheduler.test }
  }

  @Test("Repeated work without an interval advances a clock of dates, however coarse the clock is")
  func noInterval() {
    let scheduler = SteppedScheduler<SchedulerDate, Never>(
      now: SchedulerDate(Date(timeIntervalSinceReferenceDate: 1e9)))
    let runs = Box(0)
    let repetition = scheduler.schedule(after: scheduler.now, interval: 0) { runs.increment() }
    let start = scheduler.now
    scheduler.advance(by: .microseconds(2))
    expect(runs.value > 1)
    expect(start < scheduler.now)
    repetition.cancel()
  }

  @Test("The statics of erased schedulers fit any kind of time, and immediate ones run work at once")
  func statics() {
    func run(
      loop: AnySchedulerOf<RunLoop> = .immediate, queue: AnySchedulerOf<OperationQueue> = .immediate,
      dispatch: AnySchedulerOf<DispatchQueue> = .immediate
    ) -> Int {
      let runs = Box(0)
      loop.schedule(after: loop.now.advanced(by: 5)) { runs.increment() }
      queue.schedule(after: queue.now.advanced(by: 5)) { runs.increment() }
      dispatch.schedule(after: dispatch.now.advanced(by: 5)) { runs.increment() }
      _ = RunLoop.immediate.schedule(after: RunLoop.immediate.now, interval: 1) { runs.increment() }
      OperationQueue.immediate.schedule { runs.increment() }
      return runs.value
    }
    expectEqual(run(), 5)
    expectEqual(run(loop: .test, queue: .test, dispatch: .test), 2)
    let scheduler: AnySchedulerOf<RunLoop> = .main
    expectEqual(scheduler.minimumTolerance, RunLoop.main.minimumTolerance)
    let operations: AnySchedulerOf<OperationQueue> = .main
    let runs = Box(0)
    // Only as far as to see that the type is the queue's.
    operations.schedule(after: operations.now.advanced(by: .seconds(1_000))) { runs.increment() }
    expect(OperationQueue.main.operationCount >= 1)
    OperationQueue.main.cancelAllOperations()
  }

  @Test("A run loop and an operation queue have one that must not be used, with and without a name, erased or not")
  func unimplemented() {
    func use(
      loop: AnySchedulerOf<RunLoop> = .unimplemented, queue: AnySchedulerOf<OperationQueue> = .unimplemented("queue")
    ) {
      expectEqual(loop.now, RunLoop.test.now)
      queue.schedule {}
      RunLoop.unimplemented("loop").schedule {}
      expectEqual(OperationQueue.unimplemented.now, OperationQueue.test.now)
    }
    let failures = FailureReporter.failures { use() }
    expectEqual(failures.count, 4)
    expect(zip(failures.dropFirst(), ["queue", "loop"]).allSatisfy { $0.message.contains("\"\($1)\"") })
  }

  @Test("receive(on: .main) is the main queue, also where Foundation's schedulers are imported")
  func main() {
    let publisher = Just(1).receive(on: .main)
    expectEqual(publisher.scheduler.label, DispatchQueue.main.label)
    expect(Just(1).receive(on: RunLoop.main).scheduler === RunLoop.main)
    expect(Just(1).receive(on: OperationQueue.main).scheduler === OperationQueue.main)
  }
}
