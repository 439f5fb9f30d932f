import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("gate")
struct GateTests {
  private typealias Source = ScriptedPublisher<Int, TestError>
  typealias Buffering = StreamGateBuffering<TestError>

  /// Plays elements through a gate that a second diagram opens (t) and closes (f).
  private func gated(
    _ diagram: Marbles, _ isOpen: Marbles, initiallyOpen: Bool = true, _ whileClosed: StreamGateBuffering<MarbleFailure>
  ) -> (run: MarbleRun<Int, MarbleFailure>, isOpen: MarblePublisher<Bool, Never>) {
    let scheduler = TestScheduler()
    let opening = scheduler.publisher(isOpen, values: ["t": true, "f": false], errors: [:] as [Character: Never])
    let run = marbles(diagram, scheduler: scheduler) {
      $0.gate(opening, initiallyOpen: initiallyOpen, whileClosed: whileClosed)
    }
    return (run, opening)
  }

  /// An upstream and a gate, initially open, to which a recorder listens.
  private func scripted(
    _ whileClosed: Buffering, demand: Subscribers.Demand = .unlimited
  ) -> (upstream: Source, isOpen: PassthroughSubject<Bool, Never>, recorder: RecordingSubscriber<Int, TestError>) {
    let (upstream, isOpen) = (Source(), PassthroughSubject<Bool, Never>())
    return (upstream, isOpen, upstream.gate(isOpen, whileClosed: whileClosed).record(demand: demand))
  }

  private static let all: [Buffering] = [
    .drop, .keepLatest, .suspend, .queue(2, .suspend), .queue(2, .dropOldest), .queue(2, .dropNewest),
    .queue(2, .error { TestError("full") }), .queue(.max, .suspend), .queue(0, .suspend),
  ]

  // Case XA-189.
  @Test("A closed gate that keeps the latest delivers it when it opens")
  func keepsLatest() {
    let (run, isOpen) = gated("-1-2-3-4-5-|", "--f---t---", .keepLatest)
    run.expect("-1----34-5-|")
    expectEqual(isOpen.upstream, "-----------!")
  }

  // Case XA-190.
  @Test("A closed gate that drops leaves elements out")
  func drops() {
    gated("-1-2-3-4-5-|", "--f---t---", .drop).run.expect("-1-----4-5-|")
  }

  // Case XA-191.
  @Test("A closed gate that queues delivers what is queued when it opens")
  func queues() {
    gated("-1-2-3-4-5-|", "--f---t---", .queue(8, .dropOldest)).run.expect("-1----(23)4-5-|")
    gated("-1-2-3-4-5-|", "--f---t---", .queue(1, .dropOldest)).run.expect("-1----34-5-|")
    gated("-1-2-3-4-5-|", "--f---t---", .queue(1, .dropNewest)).run.expect("-1----24-5-|")
    gated("-1-2-3-4-5-|", "--f---t---", .queue(0, .dropOldest)).run.expect("-1-----4-5-|")
    gated("-1-2-3-4-5-|", "--f---t---", .suspend).run.expect("-1----(23)4-5-|")
  }

  // Case XA-192.
  @Test("An end of the opening while the gate is closed finishes the stream; else it leaves the gate as it is")
  func openingEnds() {
    gated("-1-2-3", "|", initiallyOpen: false, .keepLatest).run.expect("|")
    let (upstream, closed) = (Source(), PassthroughSubject<Bool, Never>())
    let recorder = upstream.gate(closed, initiallyOpen: false, whileClosed: .suspend).record()
    closed.send(completion: .finished)
    expect(recorder.isFinished)
    expectEqual(upstream.requests, [.cancel])
    gated("-1-2-3-|", "--f-|", .keepLatest).run.expect("-1--|", upstream: "----!")
    gated("-1-2-3-|", "--ft|", .keepLatest).run.expect("-1-2-3-|")
    gated("-1-2-3-|", "|", .drop).run.expect("-1-2-3-|")
  }

  @Test("A finish of upstream comes after what is held, at once when nothing is")
  func finish() {
    gated("-1-2|", "--f---t---", .keepLatest).run.expect("-1----(2|)")
    gated("-1--|", "--f---t---", .keepLatest).run.expect("-1--|")
    gated("-1-2|", "--f---t---", .drop).run.expect("-1--|")
    gated("-1-2|", "--f---|", .keepLatest).run.expect("-1----|")
  }

  @Test("A failure of upstream comes at once, and drops what is held")
  func failure() {
    let (run, isOpen) = gated("-1-2#", "--f---t---", .queue(8, .suspend))
    run.expect("-1--#")
    expectEqual(isOpen.upstream, "----!")
  }

  @Test("An open gate asks upstream for what downstream asks", arguments: [Buffering.drop, .keepLatest, .suspend])
  func demandOfOpen(whileClosed: Buffering) {
    let (upstream, isOpen) = (Source(), PassthroughSubject<Bool, Never>())
    let recorder = upstream.gate(isOpen, whileClosed: whileClosed).record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(upstream.send(1), .max(3))
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1))])
  }

  @Test("An element that is left out, or gives way, is replaced by one more request")
  func demandOfClosed() {
    let (dropping, keeping) = (scripted(.drop, demand: .max(3)), scripted(.keepLatest, demand: .max(3)))
    for (upstream, isOpen, _) in [dropping, keeping] {
      isOpen.send(false)
      expectEqual(upstream.demand, .max(3))
    }
    for _ in 0..<5 { expectEqual(dropping.upstream.send(1), .max(1)) }
    expectEqual(keeping.upstream.send(1), .none)
    for value in 2...5 { expectEqual(keeping.upstream.send(value), .max(1)) }
    keeping.isOpen.send(true)
    expectEqual(keeping.recorder.values, [5])
    expectEqual(keeping.upstream.send(6), .none)
    expectEqual(keeping.upstream.send(7), .none)
    expectEqual(keeping.recorder.values, [5, 6, 7])
  }

  @Test("A closed gate that suspends asks for nothing more, and holds what has been asked for")
  func suspends() {
    let (upstream, isOpen, recorder) = scripted(.suspend, demand: .max(2))
    isOpen.send(false)
    recorder.request(.max(4))
    expectEqual(upstream.requests, [.demand(.max(2))])
    for value in 1...2 { expectEqual(upstream.send(value), .none) }
    expect(recorder.values.isEmpty)
    isOpen.send(true)
    expectEqual(recorder.values, [1, 2])
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(4))])

    let other = Source()
    let closed = CurrentValueSubject<Bool, Never>(false)
    let waiting = other.gate(closed, whileClosed: .suspend).record(demand: .max(3))
    expect(other.requests.isEmpty)
    waiting.request(.max(1))
    closed.send(true)
    expectEqual(other.requests, [.demand(.max(4))])
  }

  @Test("A gate that queues asks as a buffer does, open or closed")
  func demandOfQueue() {
    let (upstream, isOpen, recorder) = scripted(.queue(2, .suspend), demand: .max(1))
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(upstream.send(1), .max(1))
    for value in 2...3 { expectEqual(upstream.send(value), .none) }
    recorder.request(.max(9))
    isOpen.send(false)
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1)), .demand(.max(1))])
    for value in 4...5 { expectEqual(upstream.send(value), .none) }
    isOpen.send(true)
    expectEqual(recorder.values, [1, 2, 3, 4, 5])
    expectEqual(upstream.requests.count, 5)

    for policy: StreamOverflowPolicy<TestError> in [.dropOldest, .dropNewest, .error { TestError() }] {
      expectEqual(scripted(.queue(2, policy), demand: .none).upstream.requests, [.demand(.unlimited)])
    }
    expectEqual(scripted(.queue(.max, .suspend), demand: .none).upstream.requests, [.demand(.unlimited)])
    expectEqual(scripted(.queue(0, .suspend), demand: .max(3)).upstream.requests, [.demand(.max(3))])
  }

  @Test("A full queue with an error cancels upstream, delivers what is queued when the gate opens, then fails")
  func overflow() {
    let (upstream, isOpen, recorder) = scripted(.queue(2, .error { TestError("full") }))
    isOpen.send(false)
    for value in 1...3 { upstream.send(value) }
    expectEqual(upstream.cancelCount, 1)
    expect(recorder.completions.isEmpty)
    isOpen.send(true)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure, TestError("full"))

    let none = scripted(.queue(0, .error { TestError("full") }))
    none.isOpen.send(false)
    none.upstream.send(1)
    expectEqual(none.recorder.failure, TestError("full"))

    let closed = scripted(.queue(1, .error { TestError("full") }))
    closed.isOpen.send(false)
    for value in 1...2 { closed.upstream.send(value) }
    closed.isOpen.send(completion: .finished)
    expectEqual(closed.recorder.failure, TestError("full"))
  }

  @Test("The failure of a full queue is reported if downstream cancels before it, or while it is made")
  func overflowIsReported() {
    for (name, cancelsFirst) in [("Gate full, cancelled", false), ("Gate full, made late", true)] {
      let hook = FailureRecorder(of: nil)
      let recorder = Box<RecordingSubscriber<Int, TestError>?>(nil)
      let gate = scripted(
        .queue(
          1,
          .error {
            if cancelsFirst { recorder.value?.cancel() }
            return TestError(name)
          }))
      recorder.value = gate.recorder
      gate.isOpen.send(false)
      for value in 1...2 { gate.upstream.send(value) }
      gate.recorder.cancel()
      expectEqual(hook.errors(of: TestError.self).filter { $0.name == name }, [TestError(name)])
      expect(gate.recorder.completions.isEmpty)
    }
  }

  @Test("What a queue drops is reported, with the place of the operator, and what comes without demand")
  func reports() {
    let reports = Box<[DropReport]>([])
    let observation = DropHook.observe { report in
      // Other tests fill queues beside this one.
      let isOfThisTest = report.site?.line == 7 || report.reason == .beyondDemand
      if report.operatorName == "Gate" && isOfThisTest { reports.update { $0.append(report) } }
    }
    let (upstream, isOpen) = (Source(), PassthroughSubject<Bool, Never>())
    let recorder = upstream.gate(isOpen, whileClosed: .queue(1, .dropOldest), line: 7).record()
    isOpen.send(false)
    for value in 1...3 { upstream.send(value) }
    isOpen.send(true)
    expectEqual(recorder.values, [3])
    expectEqual(reports.value.map(\.reason), [.overflow, .overflow])
    expectEqual(reports.value.map(\.site?.line), [7, 7])
    let greedy = scripted(.drop, demand: .max(1))
    for value in 1...2 { greedy.upstream.send(value) }
    expectEqual(greedy.recorder.values, [1])
    expectEqual(reports.value.map(\.reason), [.overflow, .overflow, .beyondDemand])
    expectEqual(reports.value.last?.site?.fileID.description.hasSuffix("GateTests.swift"), true)
    observation.cancel()
  }

  @Test(
    "A gate that is closed inside a delivery holds what follows, and delivers it in order", arguments: [true, false])
  func reentrant(suspends: Bool) {
    let (upstream, isOpen) = (Source(), PassthroughSubject<Bool, Never>())
    let recorder = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    recorder.onValue = { value in
      guard value == 1 else { return .none }
      upstream.send(2)
      isOpen.send(false)
      upstream.send(3)
      return .none
    }
    upstream.gate(isOpen, whileClosed: suspends ? .suspend : .queue(9, .dropNewest)).subscribe(recorder)
    upstream.send(1)
    expectEqual(recorder.values, [1])
    isOpen.send(true)
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A cancel reaches both publishers, once, and releases what is held", arguments: all.indices)
  func cancels(index: Int) {
    let upstream = ScriptedPublisher<Token, TestError>(letsGo: false)
    let isOpen = ScriptedPublisher<Bool, Never>(letsGo: false)
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let recorder = upstream.gate(isOpen, whileClosed: Self.all[index]).record()
      isOpen.send(false)
      for _ in 0..<2 { upstream.send(token) }
      recorder.cancel()
      recorder.cancel()
      upstream.send(token)
      isOpen.send(true)
      expect(recorder.values.isEmpty)
    }
    expect(held == nil)
    expectEqual([upstream.cancelCount, isOpen.cancelCount], [1, 1])
  }

  @Test("Pipelines are released after a finish, a failure and a cancel", arguments: all.indices)
  func releases(index: Int) {
    expectEqual(
      leaks { upstream, token in
        upstream.passing(token).gate(PassthroughSubject<Bool, Never>(), whileClosed: Self.all[index])
      }, [])
  }

  @Test("What is held for long is delivered with a flat stack")
  func manyHeld() {
    let (upstream, isOpen) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Bool, Never>(false))
    let recorder = upstream.gate(isOpen, whileClosed: .queue(.max, .suspend)).record()
    for value in 0..<manyTimes { upstream.send(value) }
    isOpen.send(true)
    expectEqual(recorder.values, Array(0..<manyTimes))
  }

  @Test("A negative number of elements traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).gate(Just(true), whileClosed: .queue(-1, .suspend))
    }
  }

  @Test("While one thread opens and closes, what another sends arrives whole and in order")
  func threads() {
    let (upstream, isOpen) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Bool, Never>())
    let recorder = upstream.gate(isOpen, whileClosed: .queue(.max, .suspend)).record()
    concurrently(2) { thread in
      for number in 1...10_000 {
        if thread == 0 { upstream.send(number) } else { isOpen.send(number.isMultiple(of: 2)) }
      }
    }
    expectEqual(recorder.values, Array(1...10_000))
    expectEqual(recorder.overlaps, 0)
  }
}
