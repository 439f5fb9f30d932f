import Dispatch
import Foundation
import StreamFoundationSchedulers
import StreamTiming
import TestSupport
import Testing

/// What passes through an operator on a real scheduler.
private final class Run<Output: Sendable, Failure: Error>: Sendable {
  let recorder: RecordingSubscriber<Output, Failure>
  private let strays = Box(0)
  private let start = DispatchTime.now()
  private let arrivals = Box<[TimeInterval]>([])

  /// Subscribes to `publisher`, and notes what is not delivered on `real`.
  init<P: Publisher, R: RealScheduler>(_ publisher: P, on real: R) where P.Output == Output, P.Failure == Failure {
    recorder = RecordingSubscriber()
    recorder.onValue = { [strays, start, arrivals] _ in
      if !real.isCurrent { strays.increment() }
      let elapsed = TimeInterval(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
      arrivals.update { $0.append(elapsed) }
      return .none
    }
    recorder.onCompletion = { [strays] _ in if !real.isCurrent { strays.increment() } }
    publisher.subscribe(recorder)
  }

  /// How many signals were not delivered on the scheduler.
  var strayCount: Int { strays.value }

  /// When values arrived, in seconds from the subscription.
  var times: [TimeInterval] { arrivals.value }

  // A value is recorded before its time is.
  func waitForValues(_ count: Int) -> Bool { eventually { times.count >= count } }
  func waitForEnd() -> Bool { eventually { !recorder.completions.isEmpty } }
}

/// The clocks are real here: what is expected is only that nothing comes too early, and all of it in the end.
@Suite("Timing operators on real schedulers")
struct OperatorTests {
  @Test(
    "collect by time with a stride below the resolution of the clock groups by the next instant",
    arguments: [1e-9, 1e-15, .leastNonzeroMagnitude], [false, true])
  func collectWithinOneInstant(seconds: TimeInterval, isCounted: Bool) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let source = PassthroughSubject<Int, TestError>()
    let stride = TimeIntervalStride(seconds)
    let recorder = RecordingSubscriber<[Int], TestError>()
    source.collect(isCounted ? .byTimeOrCount(queue, stride, 3) : .byTime(queue, stride)).subscribe(recorder)
    for number in 0..<100 { source.send(number) }
    // Long after the last interval: those between are skipped at once.
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
    for number in 100..<200 { source.send(number) }
    source.send(completion: .finished)
    expect(eventually { !recorder.completions.isEmpty })
    expectEqual(recorder.values.flatMap { $0 }, Array(0..<200))
    expect(recorder.values.allSatisfy { !$0.isEmpty })
  }

  private let source = PassthroughSubject<Int, TestError>()

  /// Dates and the system's own clock need not agree to the last digit.
  private let slack = 0.002

  @Test("debounce runs on RunLoop and OperationQueue", arguments: Kind.allCases)
  func debounce(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      let run = Run(source.debounce(for: .milliseconds(300), scheduler: real.context), on: real)
      // As work of the scheduler, which delivers nothing between them, however long they take.
      real.context.schedule { [source] in
        for value in 1...3 { source.send(value) }
      }
      expect(run.waitForValues(1))
      expectEqual(run.recorder.values, [3])
      expect(run.times[0] >= 0.3 - slack)
      source.send(completion: .finished)
      expect(run.waitForEnd())
      expectEqual(run.strayCount, 0)
      real.stop()
    }
    check(kind.make())
  }

  @Test("throttle runs on RunLoop and OperationQueue", arguments: Kind.allCases)
  func throttle(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      let newest = Run(source.throttle(for: .milliseconds(300), scheduler: real.context, latest: true), on: real)
      let oldest = Run(source.throttle(for: .milliseconds(300), scheduler: real.context, latest: false), on: real)
      let first = Run(source.throttleFirst(for: .seconds(1_000), scheduler: real.context), on: real)
      source.send(1)
      // Until the scheduler has sent the first, others would take its place.
      expect(newest.waitForValues(1))
      expect(oldest.waitForValues(1))
      // As work of the scheduler, which delivers nothing between them, however late they come.
      real.context.schedule { [source] in
        for value in 2...4 { source.send(value) }
        source.send(completion: .finished)
      }
      expect(newest.waitForEnd())
      expect(oldest.waitForEnd())
      expect(first.waitForEnd())
      expectEqual(newest.recorder.values, [1, 4])
      expectEqual(oldest.recorder.values, [1, 2])
      expectEqual(first.recorder.values, [1])
      expect(newest.times[1] >= 0.3 - slack)
      expectEqual(newest.strayCount + oldest.strayCount + first.strayCount, 0)
      real.stop()
    }
    check(kind.make())
  }

  @Test("delay runs on RunLoop and OperationQueue", arguments: Kind.allCases)
  func delay(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      let run = Run(source.delay(for: .milliseconds(50), scheduler: real.context), on: real)
      expectEqual(run.recorder.subscriptions, ["Delay"])
      for value in 0..<1_000 { source.send(value) }
      source.send(completion: .finished)
      expect(run.waitForEnd())
      expectEqual(run.recorder.values, Array(0..<1_000))
      expect(run.recorder.isFinished)
      expect(run.times[0] >= 0.05 - slack)
      expectEqual(run.strayCount, 0)
      real.stop()
    }
    check(kind.make())
  }

  @Test("timeout runs on RunLoop and OperationQueue", arguments: Kind.allCases)
  func timeout(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      let finishing = Run(source.timeout(.milliseconds(100), scheduler: real.context), on: real)
      let failing = Run(
        source.timeout(.milliseconds(100), scheduler: real.context) { TestError("late") }, on: real)
      let patient = Run(source.timeout(.seconds(1_000), scheduler: real.context), on: real)
      source.send(1)
      expect(finishing.waitForEnd())
      expect(failing.waitForEnd())
      expect(finishing.recorder.isFinished)
      expectEqual(failing.recorder.failure, TestError("late"))
      expect(patient.waitForValues(1))
      expect(patient.recorder.completions.isEmpty)
      patient.recorder.cancel()
      expectEqual(finishing.strayCount + failing.strayCount + patient.strayCount, 0)
      real.stop()
    }
    check(kind.make())
  }

  @Test("measureInterval runs on RunLoop and OperationQueue", arguments: Kind.allCases)
  func measureInterval(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      let recorder = source.measureInterval(using: real.context).record()
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
      source.send(1)
      source.send(2)
      let intervals = recorder.values
      expectEqual(intervals.count, 2)
      expect(intervals[0] >= .milliseconds(18))
      expect(intervals[0] < .seconds(60))
      expect(intervals[1] >= .nanoseconds(0))
      recorder.cancel()
      real.stop()
    }
    check(kind.make())
  }

  @Test("collect by time runs on RunLoop and OperationQueue", arguments: Kind.allCases)
  func collect(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      let byTime = Run(source.collect(.byTime(real.context, .milliseconds(50))), on: real)
      let byCount = Run(source.collect(.byTimeOrCount(real.context, .seconds(1_000), 2)), on: real)
      for value in 1...5 { source.send(value) }
      expect(eventually { byTime.recorder.values.flatMap { $0 } == [1, 2, 3, 4, 5] })
      source.send(completion: .finished)
      expect(byTime.waitForEnd())
      expect(byCount.waitForEnd())
      expectEqual(byCount.recorder.values, [[1, 2], [3, 4], [5]])
      expectEqual(byTime.strayCount + byCount.strayCount, 0)
      real.stop()
    }
    check(kind.make())
  }

  @Test("receive(on:) runs on RunLoop and OperationQueue", arguments: Kind.allCases)
  func receiveOn(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      let run = Run(source.receive(on: real.context), on: real)
      for value in 0..<10_000 { source.send(value) }
      source.send(completion: .finished)
      expect(run.waitForEnd())
      expectEqual(run.recorder.values, Array(0..<10_000))
      expectEqual(run.recorder.overlaps, 0)
      expectEqual(run.strayCount, 0)
      real.stop()
    }
    check(kind.make())
  }

  @Test("subscribe(on:) runs on RunLoop and OperationQueue", arguments: Kind.allCases)
  func subscribeOn(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      let isOnScheduler = Box(false)
      let deferred = Deferred {
        isOnScheduler.value = real.isCurrent
        return Just(1)
      }
      let run = Run(deferred.subscribe(on: real.context), on: real)
      expect(run.waitForEnd())
      expect(isOnScheduler.value)
      expectEqual(run.recorder.values, [1])
      expectEqual(run.strayCount, 0)
      real.stop()
    }
    check(kind.make())
  }

  @Test("A cancel drops waiting values, and the scheduler releases them", arguments: Kind.allCases)
  func cancel(kind: Kind) {
    func check<R: RealScheduler>(_ real: R) {
      weak var downstream: RecordingSubscriber<Int, TestError>?
      do {
        let recorder = source.debounce(for: .seconds(1_000), scheduler: real.context)
          .delay(for: .seconds(1_000), scheduler: real.context)
          .timeout(.seconds(1_000), scheduler: real.context).record()
        downstream = recorder
        source.send(1)
        recorder.cancel()
        expectEqual(recorder.values, [])
      }
      expect(eventually { downstream == nil })
      real.stop()
    }
    check(kind.make())
  }
}
