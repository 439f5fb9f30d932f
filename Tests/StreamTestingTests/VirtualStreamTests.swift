import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("Streams in virtual time")
struct VirtualStreamTests {
  @Test("A-181: subscribed at 200; relative times count from there")
  func relative() {
    let scheduler = TestScheduler()
    let source: TestablePublisher<String, Never> = scheduler.createRelativeTestablePublisher([
      (100, .input("a")), (200, .input("b")), (300, .input("c")),
    ])
    let subscriber = scheduler.start { Publishers.Map(upstream: source) { $0.uppercased() } }
    #expect(
      subscriber.recordedOutput == [
        (200, .subscription), (300, .input("A")), (400, .input("B")), (500, .input("C")),
      ])
    #expect(subscriber.recordedDemandLog.map(\.demand) == [.unlimited])
    #expect(subscriber.recordedDemandLog.map(\.time) == [200])
  }

  @Test("A-183: absolute and relative times")
  func absoluteAndRelative() {
    let scheduler = TestScheduler(initialClock: 200)
    let relative: TestablePublisher<String, Never> = scheduler.createRelativeTestablePublisher([
      (20, .input("Mi")), (30, .input("Fa")),
    ])
    let absolute: TestablePublisher<String, Never> = scheduler.createAbsoluteTestablePublisher([
      (100, .input("missed")), (200, .input("Do")), (210, .input("Re")),
    ])
    let subscriber = scheduler.createTestableSubscriber(String.self, Never.self)
    let subject = PassthroughSubject<String, Never>()
    subject.subscribe(subscriber)
    let cancellables = [relative.subscribe(subject), absolute.subscribe(subject)]
    scheduler.resume()
    #expect(
      subscriber.recordedOutput == [
        (200, .subscription), (200, .input("Do")), (210, .input("Re")), (220, .input("Mi")), (230, .input("Fa")),
      ])
    withExtendedLifetime(cancellables) {}
  }

  @Test("A-184: a subscriber on a subject")
  func subject() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, TestError>()
    let subscriber = scheduler.createTestableSubscriber(Int.self, TestError.self)
    subject.subscribe(subscriber)
    for time in [100, 200] as [VirtualTime] { scheduler.schedule(after: time) { subject.send(1) } }
    scheduler.schedule(after: 300) { subject.send(completion: .failure(TestError())) }
    scheduler.resume()
    #expect(
      subscriber.recordedOutput == [
        (0, .subscription), (100, .input(1)), (200, .input(1)), (300, .completion(.failure(TestError()))),
      ])
    #expect(subscriber.recordedOutput.inputs == [1, 1])
    #expect(subscriber.recordedOutput.completion == .failure(TestError()))
    #expect("\(subscriber.recordedOutput)" == "0 subscription\n100 input(1)\n200 input(1)\n300 failure(failure)")
  }

  @Test("A-185: what has not finished by 900 is cancelled there")
  func cancelled() {
    let scheduler = TestScheduler()
    let upstream = ScriptedPublisher<Int, TestError>()
    let cancelTime = Box<VirtualTime?>(nil)
    let subscriber = scheduler.start {
      scheduler.schedule(after: 899) { upstream.send(1) }
      scheduler.schedule(after: 901) {
        cancelTime.value = upstream.isCancelled ? scheduler.now : nil
        upstream.send(2)
      }
      return upstream
    }
    #expect(subscriber.recordedOutput == [(200, .subscription), (899, .input(1))])
    #expect(cancelTime.value == 901)
  }

  @Test("Demand is asked for and logged as configured")
  func demand() {
    let scheduler = TestScheduler()
    let subscriber = scheduler.start(
      configuration: .init(subscribed: 150, initialDemand: .max(1), subsequentDemand: .max(1))
    ) { [1, 2].publisher }
    #expect(subscriber.recordedOutput.inputs == [1, 2])
    #expect(subscriber.recordedDemandLog.map(\.demand) == [.max(1), .max(1), .max(1)])
    #expect(subscriber.recordedOutput.elements.first?.time == 150)
  }

  @Test("A paused run waits for the clock")
  func paused() {
    let scheduler = TestScheduler()
    let subscriber = scheduler.start(configuration: .init(pausedOnStart: true)) { Just(1) }
    #expect(subscriber.recordedOutput == [])
    scheduler.advance(to: 200)
    #expect(subscriber.recordedOutput == [(200, .subscription), (200, .input(1)), (200, .completion(.finished))])
  }

  @Test("Rule 1: a second subscription is cancelled")
  func secondSubscription() {
    let scheduler = TestScheduler()
    let subscriber = scheduler.createTestableSubscriber(Int.self, TestError.self)
    let upstream = ScriptedPublisher<Int, TestError>()
    upstream.subscribe(subscriber)
    upstream.sendSubscription()
    #expect(upstream.cancelCount == 1)
    #expect(subscriber.recordedOutput == [(0, .subscription)])
  }
}
