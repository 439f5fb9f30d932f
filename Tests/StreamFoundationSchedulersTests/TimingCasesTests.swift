import Dispatch
import Foundation
import StreamFoundationSchedulers
import StreamTiming
import TestSupport
import Testing

/// Case XA-370: the cases of the timing operators that Combine lacks. One tick is a second of the scheduler's clock.
@Suite("The timing operators beyond Combine, in the times of every scheduler")
struct TimingCasesTests {
  @Test("Their cases hold on a clock of a queue, of a run loop, of an operation queue and of the main queue")
  func cases() {
    check { DispatchQueue.test }
    check { RunLoop.test }
    check { OperationQueue.test }
    check { UIScheduler.test }
  }

  private func check<Time: Sendable, Options>(_ makeScheduler: () -> SteppedScheduler<Time, Options>) {
    checkTimers { Play(makeScheduler()) }
    checkTimerPublisher(makeScheduler())
    checkBeginnings { Play(makeScheduler()) }
    checkMeasures { Play(makeScheduler()) }
    checkWaiting { Play(makeScheduler()) }
    checkCancelOn(makeScheduler())
  }

  private func checkTimers<Time: Sendable, Options>(_ play: () -> Play<Time, Options>) {
    expectEqual(play().heard(until: 6) { _, scheduler in interval(2, scheduler) }, ["2 0", "4 1", "6 2"])
    expect(
      play().heard(demands: [0: .max(1), 5: .max(1)], until: 7) { _, scheduler in interval(2, scheduler) }
        == ["2 0", "6 2"])
    expectEqual(
      play().heard(until: 2) { _, scheduler in
        Publishers.interval(.seconds(1), after: .seconds(0), scheduler: scheduler)
      }, ["0 0", "1 1", "2 2"])
    expectEqual(play().heard { _, scheduler in after(3, 7, scheduler) }, ["3 7", "3 |"])
    expectEqual(play().heard(demands: [5: .max(1)]) { _, scheduler in after(3, 7, scheduler) }, ["5 7", "5 |"])
    expectEqual(play().heard(until: 2) { _, scheduler in after(3, 7, scheduler) }, [])
  }

  private func checkTimerPublisher<Time: Sendable, Options>(_ scheduler: SteppedScheduler<Time, Options>) {
    let start = scheduler.now
    let timer = scheduler.timerPublisher(every: .seconds(2))
    let recorder = timer.record()
    let connection = timer.connect()
    scheduler.advance(by: .seconds(5))
    expectEqual(recorder.values, [2, 4].map { start.advanced(by: .seconds($0)) })
    connection.cancel()
    expectEqual(scheduler.pendingCount, 0)
  }

  private func checkBeginnings<Time: Sendable, Options>(_ play: () -> Play<Time, Options>) {
    let delayed: (Source, SteppedScheduler<Time, Options>) -> _ = { _, scheduler in
      after(1, 7, scheduler).delaySubscription(for: .seconds(3), scheduler: scheduler)
    }
    expectEqual(play().heard(delayed), ["4 7", "4 |"])
    expectEqual(play().heard(until: 2, delayed), [])
    let prefix: (Source, SteppedScheduler<Time, Options>) -> _ = { $0.prefix(for: .seconds(4), scheduler: $1) }
    let rest: (Source, SteppedScheduler<Time, Options>) -> _ = { $0.dropFirst(for: .seconds(4), scheduler: $1) }
    let numbers: KeyValuePairs = [1: 1, 3: 2, 5: 3, 7: 4]
    expectEqual(play().heard(of: numbers, end: 9, prefix), ["1 1", "3 2", "4 |"])
    expectEqual(play().heard(of: numbers, end: 9, rest), ["5 3", "7 4", "9 |"])
    expectEqual(play().heard(of: [1: 1], end: 2, prefix), ["1 1", "2 |"])
    expectEqual(play().heard(of: [4: 1], end: 7, prefix), ["4 1", "4 |"])
    expectEqual(play().heard(of: [4: 1], end: 7, rest), ["4 1", "7 |"])
  }

  private func checkMeasures<Time: Sendable, Options>(_ play: () -> Play<Time, Options>) {
    let timed = play()
    let start = timed.scheduler.now
    expectEqual(
      timed.heard(of: [1: 1, 4: 4], end: 5, as: { $0.time == start.advanced(by: .seconds($0.value)) }) {
        $0.timestamped(by: $1)
      }, ["1 true", "4 true", "5 |"])
    expect(
      play().heard(of: [1: 1, 4: 3], end: 5, as: { $0.interval == .seconds($0.value) }) { $0.withInterval(by: $1) }
        == ["1 true", "4 true", "5 |"])
  }

  private func checkWaiting<Time: Sendable, Options>(_ play: () -> Play<Time, Options>) {
    let sampled: (Source, SteppedScheduler<Time, Options>) -> _ = { $0.sample(every: .seconds(3), scheduler: $1) }
    expectEqual(play().heard(of: [1: 1, 2: 2, 7: 3], end: 11, sampled), ["3 2", "9 3", "11 |"])
    expectEqual(play().heard(of: [1: 1], end: 11, sampled), ["3 1", "11 |"])
    checkFailure(play().scheduler)

    let fallback: (Source, SteppedScheduler<Time, Options>) -> _ = { source, scheduler in
      source.timeout(.seconds(4), scheduler: scheduler, fallback: after(1, 9, scheduler))
    }
    expectEqual(play().heard(of: [1: 1], fallback), ["1 1", "6 9", "6 |"])
    expectEqual(play().heard(of: [1: 1], end: 2, fallback), ["1 1", "2 |"])
    expectEqual(play().heard(of: [1: 1], demands: [0: .max(1), 8: .max(1)], fallback), ["1 1", "8 9", "8 |"])

    let calls = Box(0)
    let mapped: (Source, SteppedScheduler<Time, Options>) -> _ = { source, scheduler in
      source.lazyMap(on: scheduler) { number in
        calls.increment()
        return number
      }
    }
    expectEqual(play().heard(of: [0: 1, 0: 2, 0: 3, 3: 4], end: 4, mapped), ["0 3", "3 4", "4 |"])
    expectEqual(calls.value, 2)
    expectEqual(play().heard(of: [0: 1], demands: [:], mapped), [])
    expectEqual(calls.value, 2)
  }

  private func checkFailure<Time: Sendable, Options>(_ scheduler: SteppedScheduler<Time, Options>) {
    let source = PassthroughSubject<Int, TestError>()
    let recorder = source.sample(every: .seconds(3), scheduler: scheduler).record()
    source.send(2)
    scheduler.advance(by: .seconds(4))
    source.send(3)
    source.send(completion: .failure(TestError()))
    scheduler.advance()
    expectEqual(recorder.values, [2])
    expectEqual(recorder.failure, TestError())
  }

  private func checkCancelOn<Time: Sendable, Options>(_ scheduler: SteppedScheduler<Time, Options>) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.cancel(on: scheduler).record()
    upstream.send(1)
    recorder.cancel()
    upstream.send(2)
    expectEqual(recorder.values, [1])
    expectEqual(upstream.cancelCount, 0)
    scheduler.advance()
    expectEqual(upstream.cancelCount, 1)
  }

  private typealias Source = PassthroughSubject<Int, Never>

  private func interval<Time: Sendable, Options>(
    _ seconds: Int, _ scheduler: SteppedScheduler<Time, Options>
  ) -> Publishers.Interval<SteppedScheduler<Time, Options>> {
    Publishers.interval(.seconds(seconds), scheduler: scheduler)
  }

  private func after<Time: Sendable, Options>(
    _ seconds: Int, _ value: Int, _ scheduler: SteppedScheduler<Time, Options>
  ) -> Publishers.After<SteppedScheduler<Time, Options>, Int> {
    Publishers.after(.seconds(seconds), value, scheduler: scheduler)
  }
}

/// A run of a pipeline on a scheduler's clock.
private struct Play<Time: Strideable & Sendable, Options>
where Time.Stride: SchedulerTimeIntervalConvertible {
  let scheduler: SteppedScheduler<Time, Options>

  init(_ scheduler: SteppedScheduler<Time, Options>) {
    self.scheduler = scheduler
  }

  /// Sends numbers at their seconds, and notes what comes out, and at which second.
  ///
  /// - Parameters:
  ///   - input: The numbers.
  ///   - end: When the source finishes.
  ///   - demands: What is requested, and when.
  ///   - last: The second after which the pipeline is cancelled.
  ///   - text: What is noted of a value.
  ///   - makePipeline: Makes the pipeline.
  /// - Returns: The values and the finish, each after its second.
  func heard<P: Publisher, Text>(
    of input: KeyValuePairs<Int, Int> = [:], end: Int? = nil,
    demands: KeyValuePairs<Int, Subscribers.Demand> = [0: .unlimited], until last: Int = 12,
    as text: @escaping @Sendable (P.Output) -> Text,
    _ makePipeline: (PassthroughSubject<Int, Never>, SteppedScheduler<Time, Options>) -> P
  ) -> [String] where P.Failure == Never {
    let source = PassthroughSubject<Int, Never>()
    let (clock, log) = (Box(0), Box<[String]>([]))
    let start = scheduler.now
    let time: (Int) -> Time = { start.advanced(by: .seconds($0)) }
    // Before the subscription: in one second what is sent comes before the timers.
    for (second, value) in input { scheduler.schedule(after: time(second)) { source.send(value) } }
    if let end { scheduler.schedule(after: time(end)) { source.send(completion: .finished) } }
    let recorder = RecordingSubscriber<P.Output, P.Failure>(demand: .none) { value in
      log.update { $0.append("\(clock.value) \(text(value))") }
      return .none
    }
    recorder.onCompletion = { _ in log.update { $0.append("\(clock.value) |") } }
    makePipeline(source, scheduler).subscribe(recorder)
    for (second, demand) in demands {
      if second == 0 {
        recorder.request(demand)
      } else {
        scheduler.schedule(after: time(second)) { recorder.request(demand) }
      }
    }
    for second in 0...last {
      clock.value = second
      scheduler.advance(to: time(second))
    }
    recorder.cancel()
    expectEqual(scheduler.pendingCount, 0)
    return log.value
  }

  func heard<P: Publisher>(
    of input: KeyValuePairs<Int, Int> = [:], end: Int? = nil,
    demands: KeyValuePairs<Int, Subscribers.Demand> = [0: .unlimited], until last: Int = 12,
    _ makePipeline: (PassthroughSubject<Int, Never>, SteppedScheduler<Time, Options>) -> P
  ) -> [String] where P.Failure == Never {
    heard(of: input, end: end, demands: demands, until: last, as: { $0 }, makePipeline)
  }
}
