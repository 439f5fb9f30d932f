import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("Publishers.Create")
struct CreateTests {
  private typealias IntEmitter = Emitter<Int, TestError>

  /// A source that keeps its emitter, and counts its starts and cancels.
  private struct Kept {
    let emitter = Box<IntEmitter?>(nil)
    let starts = Box(0)
    let cancels = Box(0)

    func publisher(
      bufferSize: Int = 256, whenFull: StreamOverflowPolicy<TestError> = .dropOldest, line: UInt = #line
    ) -> Publishers.Create<Int, TestError> {
      Publishers.Create(bufferSize: bufferSize, whenFull: whenFull, line: line) { newEmitter in
        starts.increment()
        emitter.value = newEmitter
        return AnyCancellable { cancels.increment() }
      }
    }
  }

  // Case XA-029.
  @Test("Delivers what is sent, and cancels the source when the end is sent")
  func delivers() {
    let scheduler = TestScheduler()
    let cancelled = Box<[VirtualTime]>([])
    let run = marbles("", scheduler: scheduler) { _ in
      AnyPublisher<Int, TestError>.create { emitter in
        scheduler.schedule(after: scheduler.now.advanced(by: 1)) { emitter.send(1) }
        scheduler.schedule(after: scheduler.now.advanced(by: 3)) { emitter.send(2) }
        let began = scheduler.now
        scheduler.schedule(after: scheduler.now.advanced(by: 5)) { emitter.send(completion: .finished) }
        return AnyCancellable { cancelled.update { $0.append(VirtualTime(began.distance(to: scheduler.now))) } }
      }
    }
    run.expect("-1-2-|")
    expectEqual(cancelled.value, [5])
  }

  // Case XA-030.
  @Test("Values without demand are queued")
  func queues() {
    let kept = Kept()
    let recorder = kept.publisher().record(demand: .max(1))
    let reports = (1...3).map { kept.emitter.value?.send($0) }
    expectEqual(recorder.values, [1])
    expectEqual(reports, [SendReport(delivered: 1), SendReport(buffered: 1), SendReport(buffered: 1)])
    recorder.request(.max(5))
    expectEqual(recorder.values, [1, 2, 3])
  }

  @Test("256 values may be queued, unless a bound is given")
  func defaultBound() {
    let emitter = Box<IntEmitter?>(nil)
    func queued(_ publisher: some Publisher<Int, TestError>) -> Int {
      // The first request starts the source; its value is delivered.
      let recorder = publisher.record(demand: .max(1))
      defer { recorder.cancel() }
      emitter.value?.send(0)
      return (0..<300).count { _ in emitter.value?.send(0).dropped == 0 }
    }
    let start = { @Sendable (newEmitter: IntEmitter) -> any Cancellable in
      emitter.value = newEmitter
      return AnyCancellable {}
    }
    expectEqual(queued(Publishers.Create(start)), 256)
    expectEqual(queued(AnyPublisher.create(start)), 256)
    let handlers = Publishers.handlers { (_: @escaping @Sendable (Int) -> Void) in
      0
    } remove: { _ in
    }
    expectEqual(handlers.bufferSize, 256)
  }

  // Case XA-031.
  @Test("A full queue drops the oldest value, and says so")
  func drops() {
    let (kept, drops) = (Kept(), DropRecorder())
    let recorder = kept.publisher(bufferSize: 1, line: 2001).record(demand: .max(1))
    let reports = (1...4).map { kept.emitter.value?.send($0) }
    expectEqual(
      reports,
      [
        SendReport(delivered: 1), SendReport(buffered: 1), SendReport(buffered: 1, dropped: 1),
        SendReport(buffered: 1, dropped: 1),
      ])
    recorder.request(.unlimited)
    expectEqual(recorder.values, [1, 4])
    let found = drops.reports.filter { $0.site?.line == 2001 }
    expectEqual(found.map(\.operatorName), ["Create", "Create"])
    expect(found.allSatisfy { $0.reason == .overflow })
  }

  @Test("A full queue drops the new value, or fails after what is queued and cancels the source")
  func otherPolicies() {
    let newest = Kept()
    let recorder = newest.publisher(bufferSize: 1, whenFull: .dropNewest).record(demand: .none)
    recorder.request(.max(1))
    let reports = (1...3).map { newest.emitter.value?.send($0) }
    expectEqual(reports.last, SendReport(dropped: 1))
    recorder.request(.unlimited)
    expectEqual(recorder.values, [1, 2])

    let failing = Kept()
    let failed = failing.publisher(bufferSize: 1, whenFull: .error { TestError("full") }).record(demand: .max(1))
    for value in 1...3 { failing.emitter.value?.send(value) }
    expectEqual(failing.cancels.value, 1)
    expect(failed.completions.isEmpty)
    expectEqual(failing.emitter.value?.send(4), SendReport(isEnded: true))
    expectEqual(failing.emitter.value?.isCancelled, false)
    failed.request(.max(1))
    expectEqual(failed.events, [.subscription("Create"), .value(1), .value(2), .failure(TestError("full"))])
  }

  @Test("Of a source that is asked for what it sends, a value beyond that is dropped, and reported as such")
  func beyondDemand() {
    let (emitter, drops) = (Box<Emitter<Int, TestError>?>(nil), DropRecorder())
    let publisher = Publishers.Create<Int, TestError>(bufferSize: 0, whenFull: .suspend, line: 2003) {
      $0.onDemand { _ in }
      emitter.value = $0
      return AnyCancellable {}
    }
    let recorder = publisher.record(demand: .max(1))
    expectEqual(emitter.value?.send(1), SendReport(delivered: 1))
    expectEqual(emitter.value?.send(2), SendReport(dropped: 1))
    expectEqual(drops.reports.filter { $0.site?.line == 2003 }.map(\.reason), [.beyondDemand])
    expectEqual(recorder.values, [1])
  }

  // Case XA-032.
  @Test("A cancel cancels the source once; what is sent later reports that the stream has ended")
  func cancel() {
    let kept = Kept()
    let recorder = kept.publisher().record()
    kept.emitter.value?.send(1)
    expectEqual(kept.emitter.value?.isCancelled, false)
    recorder.cancel()
    recorder.cancel()
    expectEqual(kept.cancels.value, 1)
    expectEqual(kept.emitter.value?.send(2), SendReport(isEnded: true))
    expectEqual(kept.emitter.value?.isCancelled, true)
    expectEqual(kept.emitter.value?.demand, Subscribers.Demand.none)
    expectEqual(recorder.values, [1])
  }

  // Case XA-032.
  @Test("What is sent inside a delivery is not dropped as long as downstream has asked for it")
  func reentrant() {
    let kept = Kept()
    let recorder = kept.publisher().record { value in
      if value == 0 { for next in 1...1_000 { kept.emitter.value?.send(next) } }
      return .none
    }
    kept.emitter.value?.send(0)
    expectEqual(recorder.values, Array(0...1_000))
  }

  // With a queue, the newest six of nine are kept: four that have been asked for, and two.
  @Test(
    "Beyond what downstream has asked for, the queue holds its size",
    arguments: [(0, [1, 2, 3, 4], []), (2, [4, 5, 6, 7], [8, 9])])
  func reentrantBeyondDemand(bufferSize: Int, asked: [Int], queued: [Int]) {
    let kept = Kept()
    let recorder = kept.publisher(bufferSize: bufferSize).record(demand: .max(5)) { value in
      if value == 0 { for next in 1...9 { kept.emitter.value?.send(next) } }
      return .none
    }
    kept.emitter.value?.send(0)
    expectEqual(recorder.values, [0] + asked)
    recorder.request(.unlimited)
    expectEqual(recorder.values, [0] + asked + queued)
  }

  @Test("What eight threads send arrives whole and one after the other")
  func threads() {
    let kept = Kept()
    let recorder = kept.publisher().record()
    concurrently(8) { thread in
      for number in 0..<10_000 { kept.emitter.value?.send(thread * 10_000 + number) }
    }
    expectEqual(recorder.values.count, 80_000)
    expectEqual(Set(recorder.values).count, 80_000)
    for thread in 0..<8 {
      let own = recorder.values.filter { $0 / 10_000 == thread }
      expectEqual(own, own.sorted())
    }
    expectEqual(recorder.overlaps, 0)
  }

  @Test("The end comes after what is queued, and later sends are ignored", arguments: [false, true])
  func endsAfterQueue(fails: Bool) {
    let kept = Kept()
    let recorder = kept.publisher().record(demand: .max(1))
    let emitter = kept.emitter.value
    for value in 1...2 { emitter?.forward(value) }
    emitter?.forward(completion: fails ? .failure(TestError()) : .finished)
    expectEqual(kept.cancels.value, 1)
    expectEqual(emitter?.send(3), SendReport(isEnded: true))
    emitter?.send(completion: .finished)
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(
      recorder.events, [.subscription("Create"), .value(1), .value(2), fails ? .failure(TestError()) : .finished])
    expectEqual(emitter?.isCancelled, false)
  }

  @Test("A source that ends inside its start is cancelled when that returns")
  func endsInStart() {
    let log = Box<[String]>([])
    let recorder = Publishers.Create<Int, TestError> { emitter in
      emitter.send(1)
      emitter.send(completion: .finished)
      log.update { $0.append("started") }
      return AnyCancellable { log.update { $0.append("cancelled") } }
    }.record()
    expectEqual(log.value, ["started", "cancelled"])
    expectEqual(recorder.events, [.subscription("Create"), .value(1), .finished])
  }

  @Test("onDemand is told of all demand, once; demand says what is outstanding")
  func demand() {
    let (told, kept) = (Box<[Subscribers.Demand]>([]), Box<IntEmitter?>(nil))
    let recorder = Publishers.Create<Int, TestError>(bufferSize: 0, whenFull: .suspend) { emitter in
      emitter.onDemand { demand in told.update { $0.append(demand) } }
      kept.value = emitter
      return Subscriptions.empty
    }.record(demand: .max(2)) { $0 == 1 ? .max(3) : .none }
    expectEqual(told.value, [.max(2)])
    kept.value?.send(1)
    expectEqual(told.value, [.max(2), .max(3)])
    expectEqual(kept.value?.demand, .max(4))
    recorder.request(.max(1))
    expectEqual(told.value, [.max(2), .max(3), .max(1)])
    for value in 2...6 { expectEqual(kept.value?.send(value), SendReport(delivered: 1)) }
    expectEqual(kept.value?.send(7), SendReport(dropped: 1))
    expectEqual(recorder.values, Array(1...6))
  }

  @Test("A closure that is given to onDemand later is told at once of the demand so far")
  func lateOnDemand() {
    let (kept, told) = (Kept(), Box<[Subscribers.Demand]>([]))
    let recorder = kept.publisher().record(demand: .max(2))
    recorder.request(.max(3))
    kept.emitter.value?.onDemand { demand in told.update { $0.append(demand) } }
    expectEqual(told.value, [.max(5)])
    recorder.cancel()
  }

  @Test("A source that answers demand at once does not grow the stack")
  func answersDemand() {
    let recorder = Publishers.Create<Int, Never>(bufferSize: 1, whenFull: .suspend) { emitter in
      let next = Box(0)
      emitter.onDemand { _ in emitter.send(next.increment()) }
      return Subscriptions.empty
    }.record(demand: .max(1)) { $0 < 100_000 ? .max(1) : .none }
    expectEqual(recorder.values.count, 100_000)
    expectEqual(recorder.overlaps, 0)
    recorder.cancel()
  }

  @Test("Suspending needs a source that asks for the demand, and a queue no negative size")
  func traps() async {
    await #expect(processExitsWith: .failure) {
      _ = Publishers.Create<Int, Never>(whenFull: .suspend) { _ in Subscriptions.empty }.record()
    }
    await #expect(processExitsWith: .failure) {
      _ = Publishers.Create<Int, Never>(bufferSize: -1) { _ in Subscriptions.empty }
    }
  }

  @Test("An emitter that is kept retains nothing after the end, however that comes", arguments: ["finish", "cancel"])
  func keptEmitter(end: String) {
    let kept = Kept()
    weak var downstream: RecordingSubscriber<Int, TestError>?
    do {
      let recorder = kept.publisher().record()
      downstream = recorder
      if end == "finish" { kept.emitter.value?.send(completion: .finished) } else { recorder.cancel() }
    }
    expect(kept.emitter.value != nil)
    expect(downstream == nil)
    expectEqual(kept.cancels.value, 1)
  }

  @Test("Each subscription has a source and an emitter of its own")
  func subscriptions() {
    let kept = Kept()
    let publisher = kept.publisher()
    let first = publisher.record()
    let firstEmitter = kept.emitter.value
    let second = publisher.record()
    firstEmitter?.send(1)
    kept.emitter.value?.send(2)
    expectEqual(first.values, [1])
    expectEqual(second.values, [2])
    expectEqual(kept.starts.value, 2)
  }
}
