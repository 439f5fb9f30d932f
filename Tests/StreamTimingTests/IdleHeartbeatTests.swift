import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@testable import StreamTiming

@Suite("idleHeartbeat(every:scheduler:options:_:)")
struct IdleHeartbeatTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  private let scheduler = TestScheduler()
  private let upstream = Upstream()

  private func recorder(
    demand: Subscribers.Demand, returning more: Subscribers.Demand = .none
  ) -> RecordingSubscriber<Int, TestError> {
    upstream.idleHeartbeat(every: 4, scheduler: scheduler) { 0 }.record(demand: demand) { _ in more }
  }

  private func beating(_ source: Marbles) -> MarbleRun<Int, MarbleFailure> {
    let scheduler = TestScheduler()
    return marbles(source, scheduler: scheduler, limit: 30) {
      $0.idleHeartbeat(every: 4, scheduler: scheduler) { 0 }
    }
  }

  // Case XA-395.
  @Test("A heartbeat comes after each interval without elements, and none while elements come")
  func beats() {
    beating("-1--2----------3--|").expect("-1--2---0---0--3--|")
    beating("----------|").expect("----0---0-|")
    beating("-1--2--3--4--5|").expect("-1--2--3--4--5|")
  }

  // Case XA-396.
  @Test("The end of upstream stops the heartbeats")
  func ends() {
    beating("-1----#").expect("-1---0#")
    beating("-1|").expect("-1|")
    for completion in [.finished, .failure(TestError())] as [Subscribers.Completion<TestError>] {
      let upstream = Upstream()
      let recorder = upstream.idleHeartbeat(every: 4, scheduler: scheduler) { 0 }.record()
      expectEqual(scheduler.pendingCount, 1)
      upstream.send(completion: completion)
      expectEqual(recorder.completions, [completion])
      expectEqual(scheduler.pendingCount, 0)
    }
  }

  // Case XA-397.
  @Test("Without demand a heartbeat is left out, and is not made up for later")
  func noDemand() {
    let made = Box(0)
    let recorder = upstream.idleHeartbeat(every: 4, scheduler: scheduler) {
      made.update { $0 += 1 }
      return 0
    }.record(demand: .none)
    scheduler.advance(to: 9)
    expectEqual(made.value, 0)
    recorder.request(.max(5))
    expectEqual(recorder.values, [])
    expectEqual(upstream.requests, [.demand(.max(5))])
    scheduler.advance(to: 12)
    expectEqual(recorder.values, [0])
    expectEqual(made.value, 1)
  }

  // Case XA-398.
  @Test("An element whose demand a heartbeat has used waits for the next request, which is not passed upstream")
  func makesUp() {
    let recorder = recorder(demand: .max(1))
    scheduler.advance(to: 4)
    expectEqual(recorder.values, [0])
    scheduler.advance(to: 9)
    upstream.send(1)
    expectEqual(recorder.values, [0])
    recorder.request(.max(1))
    expectEqual(recorder.values, [0, 1])
    expectEqual(upstream.requests, [.demand(.max(1))])
    recorder.request(.max(3))
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(3))])
  }

  @Test("Of a request only what the heartbeats have not used is passed upstream")
  func requestsTheRest() {
    let recorder = recorder(demand: .max(2))
    scheduler.advance(to: 12)
    expectEqual(recorder.values, [0, 0])
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.max(2))])
    recorder.request(.max(4))
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(3))])
    for value in 1...5 { upstream.send(value) }
    expectEqual(recorder.values, [0, 0, 1, 2, 3, 4, 5])
    recorder.request(.unlimited)
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(3)), .demand(.unlimited)])
  }

  @Test("What downstream returns for a heartbeat makes up for it; unlimited demand is passed upstream")
  func returnedDemand() {
    let recorder = recorder(demand: .max(1), returning: .max(1))
    scheduler.advance(to: 12)
    expectEqual(recorder.values, [0, 0, 0])
    expectEqual(upstream.requests, [.demand(.max(1))])
    expectEqual(upstream.send(1), .max(1))
    expectEqual(recorder.values, [0, 0, 0, 1])
    scheduler.advance(to: 16)
    recorder.request(.unlimited)
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.unlimited)])
  }

  @Test("Elements beyond what was requested are dropped, and those that wait are not")
  func beyondDemand() {
    let recorder = recorder(demand: .max(2))
    scheduler.advance(to: 8)
    let drops = reportedDrops { for value in 1...3 { upstream.send(value) } }
    expectEqual(drops.map(\.operatorName), ["IdleHeartbeat"])
    recorder.request(.max(9))
    expectEqual(recorder.values, [0, 0, 1, 2])
  }

  @Test("The end waits for the elements that wait", arguments: [true, false])
  func endWaits(fails: Bool) {
    let recorder = recorder(demand: .max(2))
    scheduler.advance(to: 8)
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: fails ? .failure(TestError()) : .finished)
    expectEqual(recorder.completions, [])
    recorder.request(.max(1))
    expectEqual(recorder.completions, [])
    scheduler.advance(to: 40)
    recorder.request(.max(1))
    expectEqual(recorder.values, [0, 0, 1, 2])
    expectEqual(recorder.completions, [fails ? .failure(TestError()) : .finished])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("A heartbeat that is due during a delivery is left out")
  func duringDelivery() {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    recorder.onValue = { [scheduler] value in
      if value == 1 { scheduler.advance(by: 5) }
      return .none
    }
    upstream.idleHeartbeat(every: 4, scheduler: scheduler) { 0 }.subscribe(recorder)
    upstream.send(1)
    expectEqual(recorder.values, [1])
    scheduler.advance(by: 3)
    expectEqual(recorder.values, [1, 0])
  }

  @Test("An element that comes while a heartbeat is made takes its place")
  func elementInClosure() {
    let upstream = upstream
    let recorder = upstream.idleHeartbeat(every: 4, scheduler: scheduler) {
      upstream.send(1)
      return 0
    }.record(demand: .max(3))
    scheduler.advance(by: 4)
    expectEqual(recorder.values, [1])
    scheduler.advance(by: 4)
    expectEqual(recorder.values, [1, 1])
  }

  @Test("A heartbeat that cancels, or whose closure does, is the last signal", arguments: [true, false])
  func cancelInside(inClosure: Bool) {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    let box = Box<RecordingSubscriber<Int, TestError>?>(recorder)
    recorder.onValue = { [weak recorder] _ in
      recorder?.cancel()
      return .none
    }
    upstream.idleHeartbeat(every: 4, scheduler: scheduler) {
      if inClosure { box.value?.cancel() }
      return 0
    }.subscribe(recorder)
    scheduler.advance(by: 20)
    expectEqual(recorder.values, inClosure ? [] : [0])
    expectEqual(recorder.completions, [])
    expectEqual(scheduler.pendingCount, 0)
    expectEqual(upstream.cancelCount, 1)
    box.value = nil
  }

  @Test("A cancel leaves no timer, and drops what waits")
  func cancel() {
    let recorder = recorder(demand: .max(1))
    scheduler.advance(to: 4)
    upstream.send(1)
    expectEqual(scheduler.pendingCount, 1)
    recorder.cancel()
    expectEqual(scheduler.pendingCount, 0)
    recorder.request(.max(1))
    expectEqual(recorder.values, [0])
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("One timer serves many elements")
  func oneTimer() {
    let recorder = recorder(demand: .unlimited)
    for _ in 1...9 {
      scheduler.advance(by: 1)
      upstream.send(1)
      expectEqual(scheduler.pendingCount, 1)
    }
    scheduler.advance(to: 12.9)
    expectEqual(recorder.values.last, 1)
    scheduler.advance(to: 13)
    expectEqual(recorder.values.last, 0)
  }

  @Test("A clock that stands still has no heartbeats")
  func standingClock() {
    func values<S: Scheduler>(on scheduler: S) -> [Int] {
      let subject = PassthroughSubject<Int, Never>()
      let recorder = subject.idleHeartbeat(every: 1, scheduler: scheduler) { 0 }.record()
      subject.send(1)
      return recorder.values
    }
    let instant = InstantScheduler<VirtualTime, Never>(now: 0)
    expectEqual(values(on: ImmediateScheduler.shared), [1])
    expectEqual(values(on: instant), [1])
    expectEqual(values(on: AnyScheduler(instant)), [1])
    expectEqual(values(on: StandingScheduler(runsEverything: true)), [1])
  }

  @Test("A clock of coarse steps, which has not moved when the timer rings, ends no heartbeats")
  func coarseClock() {
    let recorder = upstream.idleHeartbeat(every: 4, scheduler: CoarseScheduler(exact: scheduler)) { 0 }.record()
    scheduler.advance(by: 20)
    expectEqual(recorder.values.count, 5)
    recorder.cancel()
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("An interval of zero traps")
  func zero() async {
    await #expect(processExitsWith: .failure) {
      _ = Empty<Int, Never>().idleHeartbeat(every: 0, scheduler: TestScheduler()) { 0 }
    }
  }

  @Test("A timer that rings once more does nothing")
  func staleTimer() {
    var policy = HeartbeatPolicy<Int, Never, VirtualTime>(interval: 4)
    let (first, second) = (object(of: Subscriptions.empty), object(of: AlarmSubscription(AlarmHandle())))
    expect(policy.upstream.attach(Subscriptions.empty))
    expect(policy.start(at: 0))
    expect(!policy.start(at: 1))
    expectEqual(policy.keep(first), 4)
    guard case .nothing = policy.ring(second, at: 9, hasDemand: true) else { return expect(false) }
    guard case .beat = policy.ring(first, at: 4, hasDemand: true) else { return expect(false) }
    guard case .nothing = policy.ring(first, at: 9, hasDemand: true) else { return expect(false) }
    expectEqual(policy.keep(second), 8)
    guard case .setTimer = policy.ring(second, at: 8, hasDemand: false) else { return expect(false) }
    expectEqual(policy.deadline, 12)
  }

  @Test("Demand passes unchanged while there are no heartbeats, and everything is released, however the stream ends")
  func demandAndRelease() {
    let scheduler = scheduler
    expectEqual(TestSupport.demand { $0.idleHeartbeat(every: 9, scheduler: scheduler) { 0 } }, .passedOn)
    expectEqual(
      leaks { source, token in
        source.idleHeartbeat(every: 9, scheduler: scheduler) { token.pass(0) }
      }, [])
  }
}
