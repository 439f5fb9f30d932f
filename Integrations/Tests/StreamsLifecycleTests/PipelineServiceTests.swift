import Dispatch
import IntegrationTestSupport
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import StreamCore
import StreamMapping
import StreamTesting
import Synchronization
import Testing

@testable import StreamsLifecycle

/// A pipeline in which each value is in flight until the test finishes it.
private final class Workshop: Sendable {
  private let jobs = Mutex<[Int: PassthroughSubject<Int, TestError>]>([:])

  func start(_ value: Int) -> some Publisher<Int, TestError> & Sendable {
    let job = PassthroughSubject<Int, TestError>()
    jobs.withLock { $0[value] = job }
    return job.eraseToAnyPublisher()
  }

  var inFlight: [Int] { jobs.withLock { $0.keys.sorted() } }

  func finish(_ value: Int) {
    let job = jobs.withLock { $0.removeValue(forKey: value) }
    job?.send(value)
    job?.send(completion: .finished)
  }
}

/// Something that happens once.
private final class Flag: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}

@Suite("PipelineService", .generous)
struct PipelineServiceTests {
  private let source = ScriptedPublisher<Int, TestError>()
  private let workshop = Workshop()

  private func service(limit: Duration = .seconds(3_600), clock: any Clock<Duration> = ContinuousClock())
    -> PipelineService<ScriptedPublisher<Int, TestError>, some Publisher<Int, TestError>>
  {
    let workshop = workshop
    return PipelineService(source, drainLimit: limit, clock: clock) { accepted in
      accepted.flatMap { workshop.start($0) }
    }
  }

  @Test("Runs until the pipeline has finished, and asks for everything")
  func finishes() async throws {
    let service = service()
    let run = Task { try await service.run() }
    try await eventually { source.requests == [.demand(.unlimited)] }
    source.send(1)
    source.send(completion: .finished)
    #expect(workshop.inFlight == [1])
    workshop.finish(1)
    try await run.value
  }

  @Test("Throws the pipeline's failure")
  func fails() async throws {
    let service = service()
    let run = Task { try await service.run() }
    try await eventually { !source.requests.isEmpty }
    source.send(completion: .failure(TestError("torn")))
    await #expect(throws: TestError("torn")) { try await run.value }
  }

  @Test("At a graceful shutdown the source is cancelled, what is in flight is drained, and then it returns")
  func drains() async throws {
    let hasReturned = Flag()
    try await testGracefulShutdown { (trigger) async throws in
      let service = service()
      let run = Task {
        try await service.run()
        hasReturned.set()
      }
      try await eventually { !source.requests.isEmpty }
      source.send(1)
      source.send(2)
      trigger.triggerGracefulShutdown()
      try await eventually { source.isCancelled }
      source.send(3)
      #expect(workshop.inFlight == [1, 2])
      workshop.finish(2)
      #expect(!hasReturned.isSet)
      workshop.finish(1)
      try await run.value
    }
    #expect(hasReturned.isSet)
    #expect(source.cancelCount == 1)
  }

  @Test("What has not ended within the limit is cancelled")
  func limit() async throws {
    let clock = ManualClock()
    let inner = ScriptedPublisher<Int, TestError>()
    try await testGracefulShutdown { (trigger) async throws in
      let service = PipelineService(source, drainLimit: .seconds(5), clock: clock) { accepted in
        accepted.flatMap { _ in inner }
      }
      let run = Task { try await service.run() }
      try await eventually { !source.requests.isEmpty }
      source.send(1)
      trigger.triggerGracefulShutdown()
      try await eventually { clock.sleeping == [.seconds(5)] }
      #expect(source.isCancelled && !inner.isCancelled)
      clock.wakeAll()
      await #expect(throws: DrainLimitExceededError(limit: .seconds(5))) { try await run.value }
    }
    #expect(inner.cancelCount == 1)
  }

  @Test("A pipeline that has ended when the limit is over has not exceeded it")
  func endsWithLimit() async throws {
    for _ in 0..<50 {
      try await testGracefulShutdown { (trigger) async throws in
        let source = ScriptedPublisher<Int, TestError>()
        let service = PipelineService(source, drainLimit: .zero) { $0 }
        let run = Task { try await service.run() }
        try await eventually { !source.requests.isEmpty }
        trigger.triggerGracefulShutdown()
        try await run.value
      }
    }
  }

  @Test("Cancelling the task cancels the pipeline at once")
  func cancel() async throws {
    let service = service()
    let task = Task { try await service.run() }
    try await eventually { !source.requests.isEmpty }
    source.send(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(source.isCancelled)
  }

  @Test("A task that has been cancelled before runs nothing")
  func cancelledBefore() async throws {
    let service = service()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await service.run()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(source.isCancelled)
  }

  @Test("Runs in a service group, and ends with its shutdown")
  func inGroup() async throws {
    let service = service()
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [.init(service: service)], logger: Logger(label: "tests")))
    let run = Task { try await group.run() }
    try await eventually { !source.requests.isEmpty }
    source.send(1)
    await group.triggerGracefulShutdown()
    try await eventually { source.isCancelled }
    workshop.finish(1)
    try await run.value
  }

  @Test("Each run has a pipeline of its own, which is released at the end")
  func released() async throws {
    weak var released: ReleaseToken?
    let made = Mutex(0)
    do {
      let token = ReleaseToken()
      released = token
      let service = PipelineService([1, 2].publisher) { accepted in
        made.withLock { $0 += 1 }
        return accepted.map { token.pass($0) }
      }
      try await service.run()
      try await service.run()
    }
    #expect(made.withLock { $0 } == 2)
    #expect(released == nil)
  }

  @Test("A negative limit traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) {
      _ = PipelineService([1].publisher, drainLimit: .seconds(-1)) { $0 }
    }
  }
}

@Suite("What a service accepts", .generous)
struct AcceptingPublisherTests {
  private let source = ScriptedPublisher<Int, TestError>()
  private let gate = Gate()

  private var accepting: AcceptingPublisher<ScriptedPublisher<Int, TestError>> {
    AcceptingPublisher(upstream: source, gate: gate)
  }

  @Test("A shutdown during a delivery finishes after it")
  func closedDuringDelivery() {
    let gate = gate
    let completions = Mutex<[Int]>([])
    let recorder = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    recorder.onValue = { [unowned recorder] _ in
      gate.close()
      completions.withLock { $0.append(recorder.completions.count) }
      return .none
    }
    accepting.subscribe(recorder)
    source.send(1)
    #expect(completions.withLock { $0 } == [0])
    #expect(recorder.isFinished)
    #expect(recorder.overlaps == 0)
    #expect(source.cancelCount == 1)
  }

  @Test("A shutdown during the hand-over finishes after it, without a value")
  func closedDuringHandOver() {
    let gate = gate
    let recorder = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    recorder.onSubscription = { _ in gate.close() }
    accepting.subscribe(recorder)
    source.send(1)
    #expect(recorder.values.isEmpty)
    #expect(recorder.isFinished)
    #expect(recorder.overlaps == 0)
  }

  @Test("After the shutdown a subscriber is finished, and the source not subscribed to")
  func subscribedLater() {
    gate.close()
    gate.close()
    let recorder = accepting.record()
    #expect(recorder.isFinished)
    #expect(recorder.subscriptions.count == 1)
    #expect(source.subscriberCount == 0)
  }

  @Test("A source that sends no subscription until the shutdown is cancelled when it does")
  func lateSubscription() {
    let silent = ScriptedPublisher<Int, TestError>(sendsSubscription: false)
    let recorder = AcceptingPublisher(upstream: silent, gate: gate).record()
    gate.close()
    #expect(recorder.events.isEmpty)
    silent.sendSubscription()
    #expect(recorder.isFinished)
    #expect(recorder.values.isEmpty)
    #expect(silent.isCancelled)
  }

  @Test("A stream that has ended is not held by the gate")
  func released() {
    weak var released: ReleaseToken?
    do {
      let token = ReleaseToken()
      released = token
      let recorder = accepting.record { value in
        _ = token.pass(value)
        return .none
      }
      source.send(completion: .finished)
      recorder.onValue = nil
    }
    #expect(released == nil)
  }

  @Test("A shutdown that meets a value on another thread finishes once, after it")
  func closeRacesValue() {
    for _ in 0..<500 {
      let gate = Gate()
      let subject = PassthroughSubject<Int, TestError>()
      let recorder = AcceptingPublisher(upstream: subject, gate: gate).record()
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { gate.close() } else { for n in 1...20 { subject.send(n) } }
      }
      #expect(recorder.isFinished)
      #expect(recorder.overlaps == 0)
      #expect(recorder.values == Array(1...20).prefix(recorder.values.count).map { $0 })
      if case .finished = recorder.events.last {} else { Issue.record("after the finish: \(recorder.events)") }
    }
  }

  @Test("Keeps the contract")
  func contract() {
    let gate = gate
    verifyContract { upstream in AcceptingPublisher(upstream: upstream, gate: gate) }
  }
}

/// A clock that stands still; the test wakes who sleeps.
private final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let sleepers = Mutex<[(Duration, CheckedContinuation<Void, Never>)]>([])
  var now: Instant { Instant() }
  var minimumResolution: Duration { .nanoseconds(1) }
  var sleeping: [Duration] { sleepers.withLock { $0.map(\.0) } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withCheckedContinuation { continuation in sleepers.withLock { $0.append((deadline.offset, continuation)) } }
  }

  func wakeAll() {
    let woken = sleepers.withLock { sleepers in
      defer { sleepers = [] }
      return sleepers
    }
    for (_, continuation) in woken { continuation.resume() }
  }
}
