import StreamSubjects
import TestSupport
import Testing

@Suite("Action")
struct ActionTests {
  private typealias Source = PassthroughSubject<Int, TestError>
  private typealias IntAction = Action<Int, Int, TestError>
  private typealias Failure = StreamActionFailure<TestError>

  /// An action that runs the source of its input's index.
  private func makeAction(
    _ sources: [Source], enabledIf: Property<Bool> = Property(true), concurrency: StreamActionConcurrency = .exclusive,
    runs: Box<[Int]> = Box([])
  ) -> IntAction {
    IntAction(enabledIf: enabledIf, concurrency: concurrency) { input in
      runs.update { $0.append(input) }
      return sources[input].eraseToAnyPublisher()
    }
  }

  // Case XA-312.
  @Test("While a run is under way another is refused, and the action tells that it executes")
  func exclusive() {
    let (timeline, source) = (VirtualTimeline(), Source())
    let action = IntAction { _ in source.eraseToAnyPublisher() }
    timeline.send("----1|", to: source)
    let executing = timeline.subscribe(at: 0, to: action.isExecuting.map { $0 ? 1 : 0 })
    let enabled = timeline.subscribe(at: 0, to: action.isEnabled.map { $0 ? 1 : 0 })
    let refusals = timeline.subscribe(at: 0, to: action.refusals)
    let values = timeline.subscribe(at: 0, to: action.values)
    let a = timeline.subscribe(at: 1, to: action(7))
    let b = timeline.subscribe(at: 2, to: action(8))
    timeline.run()
    expectEqual(a.marbles, "----1|")
    expectEqual(b.marbles, "--#")
    expectEqual(executing.marbles, "01---0")
    expectEqual(enabled.marbles, "10---1")
    expectEqual(refusals.marbles, "--8")
    expectEqual(values.marbles, "----1")
  }

  // Case XA-313.
  @Test("An action that is not enabled fails without running; a run goes on when it is disabled")
  func disabled() {
    let (enabled, runs, source) = (CurrentValueRelay(false), Box<[Int]>([]), Source())
    let action = makeAction([source], enabledIf: enabled.property, runs: runs)
    let refusals = action.refusals.record()
    expectEqual(action(0).record(demand: .none).failure, .disabled)
    expectEqual(runs.value, [])
    expectEqual(refusals.values, [0])
    expect(!action.isEnabled.value && !action.isExecuting.value)
    enabled.accept(true)
    expect(action.isEnabled.value)
    let run = action(0).record()
    expect(!action.isEnabled.value && action.isExecuting.value)
    enabled.accept(false)
    source.send(1)
    source.send(completion: .finished)
    expect(run.values == [1] && run.isFinished)
    expect(!action.isEnabled.value && !action.isExecuting.value)
  }

  // Case XA-314.
  @Test("The cancel of a run frees its place before it returns, and cancels its publisher")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let action = IntAction { _ in upstream.eraseToAnyPublisher() }
    let executing = action.isExecuting.record()
    let run = action(0).record()
    run.cancel()
    expect(!action.isExecuting.value && action.isEnabled.value)
    expectEqual(upstream.cancelCount, 1)
    run.cancel()
    expectEqual(executing.values, [false, true, false])
    let next = action(1).record()
    upstream.send(5)
    expect(next.values == [5] && run.values == [])
  }

  // Case XA-315.
  @Test("Of eight threads at once one runs, and seven are refused")
  func threads() {
    for _ in 0..<100 {
      let (runs, source) = (Box<[Int]>([]), Source())
      let action = makeAction([Source](repeating: source, count: 8), runs: runs)
      let refusals = action.refusals.record()
      let recorders = (0..<8).map { _ in RecordingSubscriber<Int, Failure>(demand: .unlimited) }
      concurrently(8) { action($0).subscribe(recorders[$0]) }
      expectEqual(runs.value.count, 1)
      expectEqual(recorders.filter { $0.failure == .disabled }.count, 7)
      expectEqual(Set(refusals.values + runs.value), Set(0..<8))
      source.send(completion: .finished)
      expectEqual(recorders.filter(\.isFinished).count, 1)
      expect(!action.isExecuting.value)
    }
  }

  // Case XA-316.
  @Test("With latest a run ends the one before, whose subscriber gets the finish, and the action keeps executing")
  func latest() {
    let sources = [Source(), Source()]
    let action = makeAction(sources, concurrency: .latest)
    let (executing, values) = (action.isExecuting.record(), action.values.record())
    let first = action(0).record()
    sources[0].send(1)
    let second = action(1).record()
    expect(first.values == [1] && first.isFinished)
    sources[0].send(2)
    sources[1].send(3)
    expect(second.values == [3] && first.values == [1])
    expectEqual(values.values, [1, 3])
    expect(action.isEnabled.value)
    sources[1].send(completion: .failure(TestError("broken")))
    expectEqual(second.failure, .failed(TestError("broken")))
    expectEqual(executing.values, [false, true, false])
  }

  @Test("With latest a run that begins inside a delivery of the one before ends it after that")
  func latestInside() {
    let sources = [Source(), Source()]
    let action = makeAction(sources, concurrency: .latest)
    let (second, endsInside) = (RecordingSubscriber<Int, Failure>(demand: .unlimited), Box(-1))
    let first = RecordingSubscriber<Int, Failure>(demand: .unlimited)
    first.onValue = { [weak first] _ in
      action(1).subscribe(second)
      endsInside.value = first?.completions.count ?? -1
      return .none
    }
    action(0).subscribe(first)
    sources[0].send(1)
    expectEqual(endsInside.value, 0)
    expect(first.values == [1] && first.isFinished)
    sources[1].send(2)
    expectEqual(second.values, [2])
  }

  @Test("As many runs as there are places execute; one that ends makes room for another")
  func concurrent() {
    let sources = (0..<4).map { _ in Source() }
    let action = makeAction(sources, concurrency: .concurrent(2))
    let executing = action.isExecuting.record()
    let runs = (0..<2).map { action($0).record() }
    expect(!action.isEnabled.value)
    expectEqual(action(2).record().failure, .disabled)
    sources[0].send(completion: .finished)
    expect(action.isEnabled.value)
    let third = action(3).record()
    for (number, source) in sources.enumerated() { source.send(number) }
    expect(runs[1].values == [1] && third.values == [3])
    for source in sources { source.send(completion: .finished) }
    expectEqual(executing.values, [false, true, false])
  }

  @Test("A number of places less than one traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) {
      _ = Action<Int, Int, Never>(concurrency: .concurrent(0)) { _ in Empty().eraseToAnyPublisher() }
    }
  }

  @Test("A failure ends its run and none of the streams of the action; the place is free before it is delivered")
  func failures() {
    let action = IntAction { input in Fail(error: TestError("\(input)")).eraseToAnyPublisher() }
    let failures = action.failures.record()
    let isFree = Box(false)
    let first = RecordingSubscriber<Int, Failure>(demand: .none)
    first.onCompletion = { _ in isFree.value = action.isEnabled.value }
    action(1).subscribe(first)
    expectEqual(first.failure, .failed(TestError("1")))
    expect(isFree.value)
    expectEqual(action(2).record().failure, .failed(TestError("2")))
    expectEqual(failures.values, [TestError("1"), TestError("2")])
    expect(failures.completions.isEmpty)
  }

  @Test("Each subscription is a run; demand passes to its publisher unchanged")
  func runs() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let runs = Box(0)
    let action = IntAction(concurrency: .concurrent(.max)) { _ in
      runs.increment()
      return upstream.eraseToAnyPublisher()
    }
    let run = action(0)
    expectEqual(runs.value, 0)
    let recorder = run.record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(upstream.send(1), .max(3))
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1))])
    let second = run.record()
    expectEqual(runs.value, 2)
    for recorder in [recorder, second] { recorder.cancel() }
    expect(!action.isExecuting.value)
  }

  @Test(
    "A cancel in the handover begins nothing; one inside the closure, or by a subscriber of the values, ends the run")
  func cancels() {
    let (source, subscription) = (Source(), Box<(any Subscription)?>(nil))
    let (runs, cancelsInside) = (Box(0), Box(false))
    let action = IntAction { _ in
      runs.increment()
      if cancelsInside.value { subscription.value?.cancel() }
      return source.eraseToAnyPublisher()
    }
    let refusals = action.refusals.record()
    func makeRecorder(cancels: Bool) -> RecordingSubscriber<Int, Failure> {
      let recorder = RecordingSubscriber<Int, Failure>(demand: .unlimited)
      recorder.onSubscription = {
        subscription.value = $0
        if cancels { $0.cancel() }
      }
      return recorder
    }
    action(0).subscribe(makeRecorder(cancels: true))
    expect(runs.value == 0 && !action.isExecuting.value)
    cancelsInside.value = true
    action(1).subscribe(makeRecorder(cancels: false))
    expect(runs.value == 1 && !action.isExecuting.value)
    cancelsInside.value = false
    let last = makeRecorder(cancels: false)
    action(2).subscribe(last)
    let values = action.values.record { _ in
      subscription.value?.cancel()
      return .none
    }
    source.send(1)
    expect(values.values == [1] && last.values == [] && last.completions == [])
    expectEqual(refusals.values, [])
    subscription.value = nil
  }

  @Test("What the end of a run leads to may begin the next, many times, in a loop")
  func repeats() {
    let action = Action<Int, Int, Never> { Just($0).eraseToAnyPublisher() }
    let recorder = action.values.record()
    for number in 0..<1_000 {
      let run = action(number).record()
      expect(run.values == [number] && run.isFinished)
    }
    expectEqual(recorder.values.count, 1_000)
  }

  @Test("The release of the action and of its runs finishes its streams; a run holds it until it ends")
  func release() {
    let source = Source()
    weak var released: IntAction?
    var action: IntAction? = makeAction([source], concurrency: .latest)
    released = action
    let executing = action?.isExecuting.record()
    let streams = [action?.values.record(), action?.refusals.record()]
    let failures = action?.failures.record()
    let run = action?(0).record()
    action = nil
    expect(streams.allSatisfy { $0?.completions.isEmpty == true })
    source.send(1)
    source.send(completion: .finished)
    expect(run?.values == [1] && run?.isFinished == true)
    expect(released == nil)
    for stream in streams { expectEqual(stream?.isFinished, true) }
    expectEqual(executing?.values, [false, true, false])
    expect(executing?.isFinished == true && failures?.isFinished == true)
  }

  @Test("However a run ends, nothing of it is held", arguments: ["finish", "failure", "cancel", "replaced"])
  func releases(ending: String) {
    let source = Source()
    let action = makeAction([source, Source()], concurrency: .latest)
    weak var downstream: RecordingSubscriber<Int, Failure>?
    var subscription: (any Subscription)?
    do {
      let recorder = action(0).record()
      downstream = recorder
      subscription = recorder.subscription
    }
    source.send(1)
    let next = ending == "replaced" ? action(1).record() : nil
    switch ending {
    case "finish": source.send(completion: .finished)
    case "failure": source.send(completion: .failure(TestError()))
    case "cancel": subscription?.cancel()
    default: break
    }
    expect(downstream == nil)
    expectEqual(action.isExecuting.value, (next != nil))
    withExtendedLifetime((subscription, next)) {}
  }

  @Test("Runs of threads that replace and cancel each other free every place", arguments: [true, false])
  func churn(isLatest: Bool) {
    let source = Source()
    let action = makeAction([source], concurrency: isLatest ? .latest : .concurrent(2))
    concurrently(4) { thread in
      for number in 0..<500 {
        if thread == 0 {
          source.send(number)
        } else {
          let run = action(0).record()
          if !number.isMultiple(of: 3) { run.cancel() } else if !isLatest { run.cancel() }
          expect(run.completions.count <= 1)
          expectEqual(run.overlaps, 0)
        }
      }
    }
    if isLatest { expect(action(0).record().completions.isEmpty) }
    source.send(completion: .finished)
    expect(!action.isExecuting.value)
    expect(action.isEnabled.value)
  }
}
