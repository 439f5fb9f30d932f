import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@testable import StreamTiming

@Suite("backpressureTimeout(_:scheduler:options:customError:)")
struct BackpressureTimeoutTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  private let scheduler = TestScheduler()
  private let upstream = Upstream()

  private func recorder(
    demand: Subscribers.Demand, returning more: Subscribers.Demand = .none,
    customError: (@Sendable () -> TestError)? = nil
  ) -> RecordingSubscriber<Int, TestError> {
    upstream.backpressureTimeout(4, scheduler: scheduler, customError: customError).record(demand: demand) { _ in more }
  }

  // Case XA-392.
  @Test("A downstream that requests nothing for the interval after its last element ends the stream")
  func timesOut() {
    let recorder = recorder(demand: .max(2))
    scheduler.advance(to: 1)
    upstream.send(1)
    scheduler.advance(to: 3)
    upstream.send(2)
    expectEqual(recorder.values, [1, 2])
    scheduler.advance(to: 6.9)
    expectEqual(recorder.completions, [])
    scheduler.advance(to: 7)
    expect(recorder.isFinished)
    expectEqual(upstream.requests, [.demand(.max(2)), .cancel])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("A downstream that never requests ends the stream after the interval")
  func neverRequests() {
    let recorder = recorder(demand: .none)
    scheduler.advance(to: 3.9)
    expectEqual(recorder.completions, [])
    scheduler.advance(to: 4)
    expect(recorder.isFinished)
    expectEqual(upstream.requests, [.cancel])
  }

  // Case XA-393.
  @Test("While demand is outstanding there is no timeout, however long upstream is silent")
  func silentUpstream() {
    for demand in [.unlimited, .max(1)] as [Subscribers.Demand] {
      let upstream = PassthroughSubject<Int, Never>()
      let recorder = upstream.backpressureTimeout(4, scheduler: scheduler).record(demand: demand) { _ in .max(1) }
      expectEqual(scheduler.pendingCount, 0)
      for _ in 1...3 {
        scheduler.advance(by: 100)
        upstream.send(1)
        // Each element is answered by a request.
        expectEqual(scheduler.pendingCount, 0)
      }
      expectEqual(recorder.values, [1, 1, 1])
      expectEqual(recorder.completions, [])
      recorder.cancel()
    }
  }

  @Test("A request stops the clock, and the next element starts it anew")
  func restarts() {
    let recorder = recorder(demand: .none)
    scheduler.advance(to: 3)
    recorder.request(.max(1))
    scheduler.advance(to: 3.5)
    upstream.send(1)
    scheduler.advance(to: 7)
    expectEqual(recorder.completions, [])
    recorder.request(.max(1))
    scheduler.advance(to: 100)
    expectEqual(recorder.completions, [])
    expectEqual(scheduler.pendingCount, 0)
    upstream.send(2)
    scheduler.advance(to: 103.9)
    expectEqual(recorder.completions, [])
    scheduler.advance(to: 104)
    expect(recorder.isFinished)
    expectEqual(recorder.values, [1, 2])
  }

  @Test("The interval is counted from the last of several elements that came without a new timer")
  func movesDeadline() {
    let recorder = recorder(demand: .max(1))
    upstream.send(1)
    scheduler.advance(to: 2)
    recorder.request(.max(1))
    upstream.send(2)
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(to: 5.9)
    expectEqual(recorder.completions, [])
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(to: 6)
    expect(recorder.isFinished)
  }

  // Case XA-394.
  @Test("With an error the stream fails, after upstream has been cancelled")
  func customError() {
    let recorder = recorder(
      demand: .none,
      customError: { [upstream] in
        expectEqual(upstream.cancelCount, 0)
        return TestError("slow")
      })
    scheduler.advance(to: 4)
    expectEqual(recorder.completions, [.failure(TestError("slow"))])
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A request from inside the closure of the error comes too late")
  func requestInClosure() {
    let box = Box<RecordingSubscriber<Int, TestError>?>(nil)
    let recorder = recorder(
      demand: .none,
      customError: {
        box.value?.request(.max(1))
        return TestError("slow")
      })
    box.value = recorder
    scheduler.advance(to: 4)
    expectEqual(recorder.completions, [.failure(TestError("slow"))])
    expectEqual(upstream.requests, [.cancel])
    box.value = nil
  }

  @Test("A cancel from inside the closure of the error is the end")
  func cancelInClosure() {
    let box = Box<RecordingSubscriber<Int, TestError>?>(nil)
    let recorder = recorder(
      demand: .none,
      customError: {
        box.value?.cancel()
        return TestError("slow")
      })
    box.value = recorder
    scheduler.advance(to: 4)
    expectEqual(recorder.completions, [])
    expectEqual(upstream.cancelCount, 1)
    box.value = nil
  }

  @Test("The completion of upstream passes at once, without demand, and stops the timer")
  func upstreamEnds() {
    for completion in [.finished, .failure(TestError())] as [Subscribers.Completion<TestError>] {
      let upstream = Upstream()
      let recorder = upstream.backpressureTimeout(4, scheduler: scheduler).record(demand: .none)
      expectEqual(scheduler.pendingCount, 1)
      upstream.send(completion: completion)
      expectEqual(recorder.completions, [completion])
      expectEqual(scheduler.pendingCount, 0)
      scheduler.advance(by: 10)
      expectEqual(recorder.completions.count, 1)
      expectEqual(upstream.cancelCount, 0)
    }
  }

  @Test("A cancel leaves no timer")
  func cancel() {
    let recorder = recorder(demand: .none)
    expectEqual(scheduler.pendingCount, 1)
    recorder.cancel()
    expectEqual(scheduler.pendingCount, 0)
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("The time that downstream takes to receive an element does not count")
  func slowReceive() {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(1))
    recorder.onValue = { [scheduler] value in
      scheduler.advance(by: 10)
      return value == 1 ? .max(1) : .none
    }
    upstream.backpressureTimeout(4, scheduler: scheduler).subscribe(recorder)
    upstream.send(1)
    expectEqual(recorder.completions, [])
    upstream.send(2)
    expectEqual(recorder.completions, [])
    scheduler.advance(by: 3.9)
    expectEqual(recorder.completions, [])
    scheduler.advance(by: 0.1)
    expect(recorder.isFinished)
  }

  @Test("A request from inside a delivery is served after it, and the clock starts after the last")
  func reentrant() {
    let upstream = upstream
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onValue = { [weak recorder] value in
      if value == 1 { recorder?.request(.max(1)) }
      return .none
    }
    upstream.backpressureTimeout(4, scheduler: scheduler).subscribe(recorder)
    recorder.request(.max(1))
    upstream.onRequest = { _ in upstream.send(2) }
    upstream.send(1)
    expectEqual(recorder.values, [1, 2])
    scheduler.advance(by: 4)
    expect(recorder.isFinished)
  }

  @Test("An element beyond the demand is dropped, and does not move the clock")
  func beyondDemand() {
    let recorder = recorder(demand: .max(1))
    upstream.send(1)
    scheduler.advance(to: 3)
    let drops = reportedDrops { upstream.send(2) }
    expectEqual(drops.map(\.operatorName), ["BackpressureTimeout"])
    scheduler.advance(to: 4)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
  }

  @Test("After a timeout upstream's signals are ignored")
  func lateSignals() {
    let upstream = Upstream(letsGo: false)
    let recorder = upstream.backpressureTimeout(4, scheduler: scheduler).record(demand: .none)
    scheduler.advance(to: 4)
    recorder.request(.max(2))
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [])
    expectEqual(recorder.completions, [.finished])
    expectEqual(upstream.requests, [.cancel])
  }

  @Test(
    "Without an interval it ends in the scheduler's next turn; on an immediate scheduler as soon as there is no demand")
  func noTime() {
    for interval in [0, -1] as [VirtualTime.Stride] {
      let recorder = Upstream().backpressureTimeout(interval, scheduler: scheduler).record(demand: .none)
      expectEqual(recorder.completions, [])
      scheduler.advance(by: 0)
      expect(recorder.isFinished)
    }
    let silent = Upstream().backpressureTimeout(1, scheduler: ImmediateScheduler.shared).record(demand: .none)
    expectEqual(silent.events, [.subscription("BackpressureTimeout"), .finished])
    let recorder = [1, 2, 3].publisher.backpressureTimeout(1, scheduler: ImmediateScheduler.shared)
      .record(demand: .max(1)) { $0 == 1 ? .max(1) : .none }
    expectEqual(recorder.events, [.subscription("BackpressureTimeout"), .value(1), .value(2), .finished])
    let instant = InstantScheduler<VirtualTime, Never>(now: 0)
    expect(Upstream().backpressureTimeout(1, scheduler: instant).record(demand: .none).isFinished)
    expectEqual([1, 2].publisher.backpressureTimeout(1, scheduler: instant).record().values, [1, 2])
  }

  @Test("A timer that rings once more does nothing")
  func staleTimer() {
    var policy = BackpressurePolicy<Int, Never, VirtualTime>(interval: 4)
    let (first, second) = (object(of: Subscriptions.empty), object(of: AlarmSubscription(AlarmHandle())))
    expect(policy.upstream.attach(Subscriptions.empty))
    expect(policy.start(at: 0))
    expect(!policy.start(at: 1))
    expectEqual(policy.keep(first), 4)
    guard case .nothing = policy.ring(second, at: 9) else { return expect(false) }
    guard case .setTimer = policy.ring(first, at: 3) else { return expect(false) }
    expectEqual(policy.keep(second), 4)
    guard case .timeOut = policy.ring(second, at: 4) else { return expect(false) }
    guard case .nothing = policy.ring(second, at: 5) else { return expect(false) }
  }

  @Test("Demand passes unchanged, and everything is released, however the stream ends")
  func demandAndRelease() {
    let scheduler = scheduler
    expectEqual(TestSupport.demand { $0.backpressureTimeout(9, scheduler: scheduler) }, .passedOn)
    expectEqual(
      leaks { source, token in
        source.backpressureTimeout(9, scheduler: scheduler) { token.pass(TestError()) }
      }, [])
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      let recorder = PassthroughSubject<Int, TestError>()
        .backpressureTimeout(4, scheduler: scheduler) { newToken.pass(TestError()) }.record(demand: .none)
      scheduler.advance(by: 4)
      expectEqual(recorder.completions, [.failure(TestError())])
    }
    expect(token == nil)
  }
}
