import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

/// What others got wrong about time, for every operator that takes some.
@Suite("Pitfalls of timed operators")
struct PitfallTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let apply: @Sendable (ScriptedPublisher<Int, TestError>, TestScheduler) -> AnyPublisher<Int, TestError>

    /// The same, over a source of many subscribers.
    let applyShared: @Sendable (PassthroughSubject<Int, TestError>, TestScheduler) -> AnyPublisher<Int, TestError>
  }

  /// All that wait for their scheduler, for a second, before a first value or the end comes out.
  static let cases = [
    Case(
      testDescription: "debounce", apply: { AnyPublisher($0.debounce(for: 1, scheduler: $1)) },
      applyShared: { AnyPublisher($0.debounce(for: 1, scheduler: $1)) }),
    Case(
      testDescription: "debounceKeepingLast", apply: { AnyPublisher($0.debounceKeepingLast(for: 1, scheduler: $1)) },
      applyShared: { AnyPublisher($0.debounceKeepingLast(for: 1, scheduler: $1)) }),
    Case(
      testDescription: "delay", apply: { AnyPublisher($0.delay(for: 1, scheduler: $1)) },
      applyShared: { AnyPublisher($0.delay(for: 1, scheduler: $1)) }),
    Case(
      testDescription: "throttle", apply: { AnyPublisher($0.throttle(for: 1, scheduler: $1, latest: true)) },
      applyShared: { AnyPublisher($0.throttle(for: 1, scheduler: $1, latest: true)) }),
    Case(
      testDescription: "throttleFirst", apply: { AnyPublisher($0.throttleFirst(for: 1, scheduler: $1)) },
      applyShared: { AnyPublisher($0.throttleFirst(for: 1, scheduler: $1)) }),
    Case(
      testDescription: "timeout", apply: { AnyPublisher($0.timeout(2, scheduler: $1)) },
      applyShared: { AnyPublisher($0.timeout(2, scheduler: $1)) }),
    Case(
      testDescription: "collect",
      apply: { AnyPublisher(Publishers.Map(upstream: $0.collect(.byTime($1, 1))) { $0.reduce(0, +) }) },
      applyShared: { AnyPublisher(Publishers.Map(upstream: $0.collect(.byTime($1, 1))) { $0.reduce(0, +) }) }),
  ]

  @Test("The subscription and the demand are passed on at once", arguments: cases)
  func subscriptionDoesNotWait(each: Case) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = each.apply(upstream, TestScheduler()).record()
    expectEqual(recorder.subscriptions.count, 1)
    expectEqual(upstream.requests, [.demand(.unlimited)])
  }

  @Test("Values and the finish are delivered on the scheduler only, in order", arguments: cases)
  func signalsWait(each: Case) {
    let scheduler = TestScheduler()
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = each.apply(upstream, scheduler).record()
    upstream.send(1)
    expectEqual(recorder.values, [])
    scheduler.advance(by: 1)
    expectEqual(recorder.values, [1])
    upstream.send(completion: .finished)
    expect(recorder.completions.isEmpty)
    scheduler.resume()
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
  }

  @Test("A cancel takes effect after upstream has finished, while the finish waits", arguments: cases)
  func cancelAfterFinish(each: Case) {
    let scheduler = TestScheduler()
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = each.apply(upstream, scheduler).record()
    upstream.send(1)
    upstream.send(completion: .finished)
    recorder.cancel()
    scheduler.resume()
    expectEqual(recorder.values, [])
    expect(recorder.completions.isEmpty)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("Subscriptions are independent, at the same time and one after the other", arguments: cases)
  func subscriptionsAreIndependent(each: Case) {
    let scheduler = TestScheduler()
    let source = PassthroughSubject<Int, TestError>()
    let publisher = each.applyShared(source, scheduler)
    let first = publisher.record()
    source.send(1)
    let second = publisher.record()
    scheduler.advance(by: 1)
    expectEqual(first.values, [1])
    expectEqual(second.values, [])
    first.cancel()
    source.send(2)
    scheduler.advance(by: 1.5)
    expectEqual(first.values, [1])
    expectEqual(second.values, [2])
    second.cancel()
    let third = publisher.record()
    source.send(3)
    scheduler.advance(by: 1.5)
    expectEqual(third.values, [3])
  }

  @Test(
    "The longest stride does not become a zero one, wherever the clock stands", arguments: [0, 1e9])
  func longestStride(start: Double) {
    let scheduler = TestScheduler(initialClock: VirtualTime(floatLiteral: start))
    let never = VirtualTime.Stride.nanoseconds(.max)
    let source = PassthroughSubject<Int, TestError>()
    let debounced = source.debounce(for: never, scheduler: scheduler).record()
    let delayed = source.delay(for: never, scheduler: scheduler).record()
    let throttled = source.throttle(for: never, scheduler: scheduler, latest: true).record()
    let patient = source.timeout(never, scheduler: scheduler).record()
    let collected = source.collect(.byTime(scheduler, never)).record()
    source.send(1)
    source.send(2)
    scheduler.advance(by: 1_000_000)
    expectEqual(debounced.values, [])
    expectEqual(delayed.values, [])
    expectEqual(throttled.values, [2])
    expectEqual(patient.values, [1, 2])
    expect(patient.completions.isEmpty)
    expectEqual(collected.values, [])
  }

  @Test("A negative stride counts as zero", arguments: [0, -5] as [VirtualTime.Stride])
  func negativeStride(stride: VirtualTime.Stride) {
    let scheduler = TestScheduler(initialClock: 10)
    let source = PassthroughSubject<Int, TestError>()
    let debounced = source.debounce(for: stride, scheduler: scheduler).record()
    let delayed = source.delay(for: stride, scheduler: scheduler).record()
    let debouncedToo = source.debounceKeepingLast(for: stride, scheduler: scheduler).record()
    let throttled = source.throttle(for: stride, scheduler: scheduler, latest: true).record()
    let first = source.throttleFirst(for: stride, scheduler: scheduler).record()
    let impatient = source.timeout(stride, scheduler: scheduler).record()
    source.send(1)
    scheduler.advance(by: 0)
    source.send(2)
    scheduler.advance(by: 0)
    expectEqual(debounced.values, [1, 2])
    expectEqual(delayed.values, [1, 2])
    expectEqual(debouncedToo.values, [1, 2])
    expectEqual(throttled.values, [1, 2])
    expectEqual(first.values, [1, 2])
    expect(impatient.isFinished)
    expectEqual(scheduler.now, 10)
  }

  @Test("A value sent from inside a delivery is delivered later, without a trap", arguments: cases)
  func recursion(each: Case) {
    let scheduler = TestScheduler()
    let source = PassthroughSubject<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { value in
      if value < 5 { source.send(value + 1) }
      return .none
    }
    each.applyShared(source, scheduler).subscribe(recorder)
    source.send(1)
    for _ in 0..<10 { scheduler.advance(by: 1) }
    // The leading edge alone leaves out what comes in the same moment.
    expect(recorder.values == (each.testDescription == "throttleFirst" ? [1] : [1, 2, 3, 4, 5]))
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A timeout finishes without an error, whatever the failure type")
  func timeoutOfAnyFailure() {
    expectEqual(Timeline<Int>([:]).run { $0.timeout(1, scheduler: $1) }, ["1 finished"])
    let scheduler = TestScheduler()
    let recorder = Empty<Int, Never>(completeImmediately: false).timeout(1, scheduler: scheduler).record()
    scheduler.resume()
    expect(recorder.isFinished)
  }

  @Test("A future's value is delivered two seconds later, and the finish with it")
  func delayedFuture() {
    let scheduler = TestScheduler()
    let future = Future<Int, Never> { $0(.success(7)) }
    let log = Box<[String]>([])
    let cancellable = future.delay(for: 2.0, scheduler: scheduler).receive(on: scheduler).sink(
      receiveCompletion: { completion in log.update { $0.append("\(scheduler.now) \(completion)") } },
      receiveValue: { value in log.update { $0.append("\(scheduler.now) \(value)") } })
    scheduler.resume()
    expectEqual(log.value, ["2 7", "2 finished"])
    cancellable.cancel()
  }

  @Test("A timeout behind subscribe(on:) with the same scheduler does not expire while values arrive in time")
  func timeoutWithSubscribeOn() {
    let lines = Timeline([3: 1], end: 4).run { $0.subscribe(on: $1).timeout(5, scheduler: $1) }
    expectEqual(lines, ["3 1", "4 finished"])
  }

  @Test("measureInterval schedules nothing, and delivers where upstream does")
  func measuresInPlace() {
    let scheduler = TestScheduler()
    let source = PassthroughSubject<Int, TestError>()
    let recorder = source.measureInterval(using: scheduler).record()
    scheduler.advance(by: 2)
    source.send(1)
    source.send(2)
    expectEqual(recorder.values, [2, 0])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("A throttle delivers each value once, and nothing while upstream is silent")
  func throttleSendsOnce() {
    let lines = Timeline([0: 1, 0.1: 2]).run { $0.throttle(for: 1, scheduler: $1, latest: true) }
    expectEqual(lines, ["0 1", "1 2"])
  }
}
