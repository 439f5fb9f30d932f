import Dispatch
import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

/// A view model as a client writes it: it knows nothing of tests.
private final class Search {
  private let queries = PassthroughSubject<String, Never>()
  private var cancellables: [AnyCancellable] = []

  init(
    scheduler: AnySchedulerOf<DispatchQueue> = .main, results: @escaping @Sendable (String) -> Void
  ) {
    queries
      .debounce(for: .milliseconds(50), scheduler: scheduler)
      .delay(for: .milliseconds(10), scheduler: scheduler)
      .sink { results($0) }
      .store(in: &cancellables)
  }

  func type(_ text: String) {
    queries.send(text)
  }
}

@Suite("TestSchedulerOf")
struct TestSchedulerOfTests {
  @Test("A view model that takes a scheduler runs on a queue")
  func viewModelOnQueue() {
    let queue = DispatchQueue(label: "search")
    let found = Box<[String]>([])
    let semaphore = DispatchSemaphore(value: 0)
    let model = Search(scheduler: queue.eraseToAnyScheduler()) { text in
      dispatchPrecondition(condition: .onQueue(queue))
      found.update { $0.append(text) }
      semaphore.signal()
    }
    queue.sync {
      model.type("a")
      model.type("ab")
    }
    expect(semaphore.waitPatiently())
    expectEqual(found.value, ["ab"])
  }

  @Test("The same view model runs in virtual time")
  func viewModelInVirtualTime() {  // XA-368
    let queue = DispatchQueue.test
    let found = Box<[String]>([])
    let model = Search(scheduler: queue.eraseToAnyScheduler()) { text in found.update { $0.append(text) } }
    model.type("a")
    queue.advance(by: .milliseconds(30))
    model.type("ab")
    queue.advance(by: .milliseconds(59))
    expectEqual(found.value, [])
    queue.advance(by: .milliseconds(1))
    expectEqual(found.value, ["ab"])
    expectEqual(queue.pendingCount, 0)
  }

  @Test("The same view model runs at once")
  func viewModelAtOnce() {  // XA-362, XA-364
    let found = Box<[String]>([])
    let model = Search(scheduler: .immediate) { text in found.update { $0.append(text) } }
    model.type("a")
    expectEqual(found.value, ["a"])
    let scheduler = AnySchedulerOf<DispatchQueue>(DispatchQueue.immediate)
    scheduler.schedule(after: scheduler.now.advanced(by: 60)) { found.update { $0.append("later") } }
    expectEqual(found.value, ["a", "later"])
  }

  @Test("A debounce of three seconds delivers nothing at 2.9 seconds, and the value at 3")
  func debounce() {  // XA-367
    let queue = DispatchQueue.test
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.debounce(for: .seconds(3), scheduler: queue).record()
    subject.send(1)
    queue.advance(by: .milliseconds(2_900))
    expectEqual(recorder.values, [])
    queue.advance(by: .milliseconds(100))
    expectEqual(recorder.values, [1])
  }

  @Test("The clock begins at the same time in every run, and each call makes its own clock")
  func start() {
    let queue = DispatchQueue.test
    expectEqual(queue.now, DispatchQueue.test.now)
    queue.advance(by: 5)
    expect(queue.now != DispatchQueue.test.now)
    expectEqual(DispatchQueue.immediate.now, DispatchQueue.test.now)
  }

  @Test("An erased clock that is never moved runs nothing")
  func erased() {
    let found = Box<[String]>([])
    let model = Search(scheduler: .test) { text in found.update { $0.append(text) } }
    model.type("a")
    expectEqual(found.value, [])
  }

  @Test("A run that reaches its limit fails the test at the caller's line, and names the repeated work")
  func limit() {
    let queue = DispatchQueue.test
    let repetition = queue.schedule(after: queue.now, interval: .seconds(7)) {}
    let failures = FailureReporter.failures { queue.run(limit: 100) }
    let line: UInt = #line - 1
    expectEqual(failures.map(\.site.line), [line])
    expectEqual(failures.first?.message.contains("7000000000"), true)
    repetition.cancel()
    expect(FailureReporter.failures { queue.run() }.isEmpty)
  }

  @Test("receive(on: .main) and .global() find the queue's statics, and AnySchedulerOf<DispatchQueue> its own")
  func statics() {  // XA-363
    let upstream = Just(1)
    let onMain = upstream.receive(on: .main)
    // Dispatch for Linux makes an object anew each time.
    expectEqual(onMain.scheduler.label, DispatchQueue.main.label)
    let onGlobal: Publishers.SubscribeOn<Just<Int>, DispatchQueue> = upstream.subscribe(on: .global(qos: .utility))
    expectEqual(onGlobal.scheduler.label, DispatchQueue.global(qos: .utility).label)
    func isMain(_ scheduler: AnySchedulerOf<DispatchQueue> = .main, _ queue: DispatchQueue = .main) -> Bool {
      queue.label == DispatchQueue.main.label && scheduler.minimumTolerance == queue.minimumTolerance
    }
    expect(isMain())
    let semaphore = DispatchSemaphore(value: 0)
    let global: AnySchedulerOf<DispatchQueue> = .global(qos: .utility)
    global.schedule { semaphore.signal() }
    expect(semaphore.waitPatiently())
  }
}
