import Dispatch
import Foundation
import StreamCore
import TestSupport
import Testing

@Suite("Sinks written on the main actor", .timeLimit(.generous))
@MainActor
final class MainActorSinkTests {
  private let subject = PassthroughSubject<Int, TestError>()
  private let numbers = PassthroughSubject<Int, Never>()
  private var values: [Int] = []
  private var ends: [Subscribers.Completion<TestError>] = []
  private var strays = 0
  private var cancellable: AnyCancellable?

  private func record() {
    cancellable = subject.sink { [unowned self] completion in
      if !isOnMainActor() { strays += 1 }
      ends.append(completion)
    } receiveValue: { [unowned self] value in
      if !isOnMainActor() { strays += 1 }
      values.append(value)
    }
  }

  /// Runs `body` on a thread that is not the main actor's, while the main actor waits for it.
  private func elsewhere(_ body: @escaping @Sendable () -> Void) {
    concurrently(1) { _ in body() }
  }

  /// Lets the main actor do what waits for it.
  private func letTasksRun(until condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test("What is sent on the main actor is delivered at once")
  func atOnce() {
    record()
    subject.send(1)
    expectEqual(values, [1])
    subject.send(completion: .failure(TestError("end")))
    expectEqual(ends, [.failure(TestError("end"))])
    expectEqual(strays, 0)
  }

  @Test("What is sent elsewhere is delivered on the main actor, later and in order, the completion last")
  func later() async {
    record()
    elsewhere { [subject] in
      for value in 0..<10_000 { subject.send(value) }
      subject.send(completion: .finished)
    }
    expect(values.isEmpty)
    await letTasksRun { !ends.isEmpty }
    expectEqual(values, Array(0..<10_000))
    expectEqual(ends, [.finished])
    expectEqual(strays, 0)
  }

  @Test("What is sent on the main actor does not overtake what waits")
  func order() async {
    record()
    elsewhere { [subject] in subject.send(1) }
    subject.send(2)
    expect(values.isEmpty)
    await letTasksRun { values.count == 2 }
    expectEqual(values, [1, 2])
    // Then nothing waits any more.
    await Task.yield()
    subject.send(3)
    expectEqual(values, [1, 2, 3])
  }

  @Test("A value that the closure sends waits until the closure has returned")
  func reentrant() async {
    var log: [String] = []
    let sink = numbers.sink { [unowned self] value in
      log.append("\(value) [")
      if value < 3 { self.numbers.send(value + 1) }
      log.append("]")
    }
    numbers.send(2)
    expectEqual(log, ["2 [", "]", "3 [", "]"])
    log = []
    elsewhere { [numbers] in numbers.send(1) }
    await letTasksRun { log.count == 6 }
    expectEqual(log, ["1 [", "]", "2 [", "]", "3 [", "]"])
    sink.cancel()
  }

  @Test("After a cancel on the main actor nothing that waits is delivered, and it is released")
  func cancel() async {
    final class Token: Sendable {}
    let tokens = PassthroughSubject<Token, Never>()
    weak var sent: Token?
    var count = 0
    let sink = tokens.sink { _ in count += 1 }
    do {
      let token = Token()
      sent = token
      elsewhere { tokens.send(token) }
    }
    expect(sent != nil)
    sink.cancel()
    expect(sent == nil)
    for _ in 0..<100 { await Task.yield() }
    expectEqual(count, 0)
  }

  @Test("A cancel inside the closure ends the delivery of what waits")
  func cancelInside() async {
    var received: [Int] = []
    var sink: AnyCancellable?
    sink = numbers.sink { value in
      received.append(value)
      if value == 2 { sink?.cancel() }
    }
    elsewhere { [numbers] in for value in 1...5 { numbers.send(value) } }
    await letTasksRun { received.count == 2 }
    for _ in 0..<100 { await Task.yield() }
    expectEqual(received, [1, 2])
  }

  @Test("The closures are released by a cancel, a completion, and the release of the cancellable", arguments: 0..<3)
  func release(end: Int) async {
    weak var captured: Recorder?
    var sink: AnyCancellable?
    do {
      let recorder = Recorder()
      captured = recorder
      sink = subject.sink { _ in
        recorder.count += 1
      } receiveValue: {
        recorder.count += $0
      }
    }
    subject.send(1)
    expectEqual(captured?.count, 1)
    switch end {
    case 0: sink?.cancel()
    case 1: subject.send(completion: .finished)
    default: sink = nil
    }
    expect(captured == nil)
    withExtendedLifetime(sink) {}
  }

  @Test("The closures are released after a completion that came from elsewhere")
  func lateRelease() async {
    weak var captured: Recorder?
    var sink: AnyCancellable?
    do {
      let recorder = Recorder()
      captured = recorder
      sink = subject.sink { _ in
        recorder.count += 1
      } receiveValue: {
        recorder.count += $0
      }
    }
    elsewhere { [subject] in
      subject.send(1)
      subject.send(completion: .finished)
    }
    expectEqual(captured?.count, 0)
    await letTasksRun { captured == nil }
    withExtendedLifetime(sink) {}
  }

  @Test("A value whose type is not Sendable is handed over")
  func notSendable() async {
    final class Number {
      var value: Int
      init(_ value: Int) { self.value = value }
    }
    var sum = 0
    nonisolated(unsafe) let objects = PassthroughSubject<Number, Never>()
    let sink = objects.sink { sum += $0.value }
    elsewhere { for value in 1...3 { objects.send(Number(value)) } }
    await letTasksRun { sum == 6 }
    sink.cancel()
  }

  @Test("A closure that belongs to no actor runs where the value comes from")
  func plain() {
    let log = Box<[Bool]>([])
    let body: @Sendable (Int) -> Void = { _ in log.update { $0.append(isOnMainActor()) } }
    let sink = numbers.sink(receiveValue: body)
    elsewhere { [numbers] in numbers.send(1) }
    numbers.send(2)
    expectEqual(log.value, [false, true])
    sink.cancel()
  }

  @Test("assign sets its property on the main actor")
  func assign() async {
    let recorder = Recorder()
    let sink = numbers.assign(to: \.count, on: recorder)
    numbers.send(1)
    expectEqual(recorder.count, 1)
    elsewhere { [numbers] in numbers.send(2) }
    expectEqual(recorder.count, 1)
    await letTasksRun { recorder.count == 2 }
    expectEqual(recorder.strays, 0)
    sink.cancel()
  }

  @Test("The closure of a cancellable runs on the main actor: at once, or when the cancel comes from elsewhere, later")
  func cancellableClosure() async {
    var log: [Bool] = []
    AnyCancellable { log.append(isOnMainActor()) }.cancel()
    expectEqual(log, [true])
    let other = AnyCancellable { log.append(isOnMainActor()) }
    elsewhere { other.cancel() }
    expectEqual(log, [true])
    await letTasksRun { log.count == 2 }
    expectEqual(log, [true, true])
  }

  /// Counts, and counts apart what is not set on the main actor.
  @MainActor
  private final class Recorder {
    var strays = 0
    var count = 0 {
      didSet { if !isOnMainActor() { strays += 1 } }
    }
  }
}

@Suite("Sinks written on an actor", .timeLimit(.generous))
struct ActorSinkTests {
  private actor Store {
    var values: [Int] = []
    var ends = 0
    var cancelled = 0
    private var cancellables: Set<AnyCancellable> = []

    func listen(to publisher: some Publisher<Int, Never>) {
      publisher.sink { _ in
        self.ends += 1
      } receiveValue: {
        self.values.append($0)
      }.store(in: &cancellables)
    }

    func listen(to publisher: some Publisher<Int, Never>, _ receive: @escaping @MainActor @Sendable (Int) -> Void) {
      publisher.sink(receiveCompletion: { _ in self.ends += 1 }, receiveValue: receive).store(in: &cancellables)
    }

    func cancel() {
      cancellables = []
    }

    func makeCancellable() -> AnyCancellable {
      AnyCancellable { self.cancelled += 1 }
    }

  }

  @Test("What several threads send is delivered on the actor, each thread's in order, the completion last")
  func parallel() async {
    let store = Store()
    let subject = PassthroughSubject<Int, Never>()
    await store.listen(to: subject)
    await runOffPool {
      concurrently(4) { thread in
        for value in 0..<1_000 { subject.send(thread * 1_000 + value) }
      }
    }
    subject.send(completion: .finished)
    while await store.ends == 0 { await Task.yield() }
    let values = await store.values
    expectEqual(values.sorted(), Array(0..<4_000))
    for thread in 0..<4 {
      let own = values.filter { $0 / 1_000 == thread }
      expectEqual(own, own.sorted())
    }
  }

  @Test("After a cancel on the actor nothing is delivered")
  func cancel() async {
    let store = Store()
    let subject = PassthroughSubject<Int, Never>()
    await store.listen(to: subject)
    for value in 0..<100 { subject.send(value) }
    await store.cancel()
    let count = await store.values.count
    for value in 0..<100 { subject.send(value) }
    for _ in 0..<100 { await Task.yield() }
    #expect(await store.values.count == count)
  }

  @Test("The closure of a cancellable runs on the actor")
  func cancellableClosure() async {
    let store = Store()
    await store.makeCancellable().cancel()
    while await store.cancelled == 0 { await Task.yield() }
    #expect(await store.cancelled == 1)
  }

  @Test("The closures of a sink that belong to two actors run on both, the completion after the values")
  func twoActors() async {
    let store = Store()
    let log = Box<[Bool]>([])
    let subject = PassthroughSubject<Int, Never>()
    await store.listen(to: subject) { _ in log.update { $0.append(isOnMainActor()) } }
    for value in 0..<3 { subject.send(value) }
    subject.send(completion: .finished)
    while await store.ends == 0 { await Task.yield() }
    expectEqual(log.value, [true, true, true])
  }

  @Test("A completion on its way from the actor of the values to another is dropped by a cancel there")
  @MainActor
  func twoActorsCancelled() async {
    let isCancelled = Box(false)
    for _ in 0..<100 {
      let subject = PassthroughSubject<Int, Never>()
      let values: @Sendable @Elsewhere (Int) -> Void = { _ in }
      isCancelled.value = false
      let cancellable = subject.sink(
        receiveCompletion: { _ in expect(!isCancelled.value) }, receiveValue: values)
      // The main actor is busy until what belongs to the other actor has most probably been done.
      let isThrough = Box(false)
      subject.send(completion: .finished)
      Task { @Elsewhere in isThrough.value = true }
      while !isThrough.value { sched_yield() }
      cancellable.cancel()
      isCancelled.value = true
      await Task.yield()
    }
    for _ in 0..<100 { await Task.yield() }
  }

  @globalActor
  private actor Elsewhere {
    static let shared = Elsewhere()
  }

  @Test("An actor that has a property assigned is not retained by that")
  func assignInActor() async {
    final class Target {
      var value = 0
    }
    actor Owner {
      let target = Target()
      private var cancellables: Set<AnyCancellable> = []

      var value: Int { target.value }

      func listen(to publisher: some Publisher<Int, Never>) {
        publisher.assign(to: \.value, on: target).store(in: &cancellables)
      }
    }
    let subject = PassthroughSubject<Int, Never>()
    weak var released: Owner?
    do {
      let owner = Owner()
      released = owner
      await owner.listen(to: subject)
      subject.send(1)
      while await owner.value == 0 { await Task.yield() }
    }
    while released != nil { await Task.yield() }
  }

  @Test("If only the completion's closure belongs to an actor, values are delivered where they come from")
  @MainActor
  func onlyCompletion() async {
    let log = Box<[Bool]>([])
    var ends = 0
    let subject = PassthroughSubject<Int, Never>()
    let body: @Sendable (Int) -> Void = { _ in log.update { $0.append(isOnMainActor()) } }
    let sink = subject.sink(receiveCompletion: { _ in ends += 1 }, receiveValue: body)
    concurrently(1) { _ in
      subject.send(1)
      subject.send(completion: .finished)
    }
    expectEqual(log.value, [false])
    expectEqual(ends, 0)
    while ends == 0 { await Task.yield() }
    withExtendedLifetime(sink) {}
  }

  /// Runs work that blocks a thread of its own, while the task waits.
  private func runOffPool(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "off the pool").async {
        work()
        continuation.resume()
      }
    }
  }
}
