import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("Streams in virtual time")
struct VirtualStreamTests {
  @Test("The stream is subscribed to at 200, and relative times count from there")
  func relative() {
    let scheduler = TestScheduler()
    let source: TestablePublisher<String, Never> = scheduler.createRelativeTestablePublisher([
      (100, .input("a")), (200, .input("b")), (300, .input("c")),
    ])
    let subscriber = scheduler.start { Publishers.Map(upstream: source) { $0.uppercased() } }
    expectEqual(
      subscriber.recordedOutput,
      [
        (200, .subscription), (300, .input("A")), (400, .input("B")), (500, .input("C")),
      ])
    expectEqual(subscriber.recordedDemandLog, [(200, .unlimited)])
  }

  @Test("A run in virtual time takes a fraction of the real time")
  func fast() {
    let scheduler = TestScheduler()
    let source: TestablePublisher<Int, Never> = scheduler.createRelativeTestablePublisher([
      (0.5, .input(1)), (600, .completion(.finished)),
    ])
    let elapsed = ContinuousClock().measure {
      let subscriber = scheduler.start { source }
      expectEqual(
        subscriber.recordedOutput, [(200, .subscription), (200.5, .input(1)), (800, .completion(.finished))])
    }
    // 800 seconds of virtual time, on a machine that may be busy with other tests.
    expect(elapsed < .seconds(40))
  }

  @Test("Absolute and relative times may be mixed")
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
    expectEqual(
      subscriber.recordedOutput,
      [
        (200, .subscription), (200, .input("Do")), (210, .input("Re")), (220, .input("Mi")), (230, .input("Fa")),
      ])
    withExtendedLifetime(cancellables) {}
  }

  @Test("A recording subscriber of a subject notes the times of its values")
  func subject() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, TestError>()
    let subscriber = scheduler.createTestableSubscriber(Int.self, TestError.self)
    subject.subscribe(subscriber)
    for time in [100, 200] as [VirtualTime] { scheduler.schedule(after: time) { subject.send(1) } }
    scheduler.schedule(after: 300) { subject.send(completion: .failure(TestError())) }
    scheduler.resume()
    expectEqual(
      subscriber.recordedOutput,
      [
        (0, .subscription), (100, .input(1)), (200, .input(1)), (300, .completion(.failure(TestError()))),
      ])
    expectEqual(subscriber.recordedOutput.inputs, [1, 1])
    expectEqual(subscriber.recordedOutput.completion, .failure(TestError()))
    expectEqual("\(subscriber.recordedOutput)", "0 subscription\n100 input(1)\n200 input(1)\n300 failure(failure)")
  }

  @Test("A stream that has not finished by 900 is cancelled there")
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
    expectEqual(subscriber.recordedOutput, [(200, .subscription), (899, .input(1))])
    expectEqual(cancelTime.value, 901)
  }

  @Test("Demand is requested and logged as configured")
  func demand() {
    let scheduler = TestScheduler()
    let subscriber = scheduler.start(
      configuration: .init(
        subscribed: 150,
        subscriberOptions: .init(
          initialDemand: .max(1), subsequentDemand: .max(1), demandReplenishmentDelay: 0))
    ) { [1, 2].publisher }
    expectEqual(subscriber.recordedOutput.inputs, [1, 2])
    expectEqual(subscriber.recordedDemandLog, [(150, .max(1)), (150, .max(1)), (150, .max(1))])
    expectEqual(subscriber.recordedOutput.elements.first?.time, 150)
  }

  @Test("Used-up demand is renewed after the delay, unless more was requested meanwhile")
  func replenishes() {
    let scheduler = TestScheduler()
    let subscriber = scheduler.start(
      configuration: .init(
        subscriberOptions: .init(initialDemand: .max(2), subsequentDemand: .max(1), demandReplenishmentDelay: 50))
    ) { (1...4).publisher }
    expectEqual(
      subscriber.recordedOutput,
      [
        (200, .subscription), (200, .input(1)), (200, .input(2)), (250, .input(3)), (300, .input(4)),
        (300, .completion(.finished)),
      ])
    expectEqual(subscriber.recordedDemandLog, [(200, .max(2)), (250, .max(1)), (300, .max(1))])
    expectEqual("\(subscriber.recordedDemandLog)", "200 max(2)\n250 max(1)\n300 max(1)")
  }

  @Test("Demand is requested at scripted times")
  func scriptedDemand() {
    let scheduler = TestScheduler()
    let subscriber = scheduler.start(
      configuration: .init(
        subscriberOptions: .init(initialDemand: .none, scriptedDemand: [(10, .max(1)), (400, .max(2))]))
    ) { (1...9).publisher }
    expectEqual(
      subscriber.recordedOutput, [(200, .subscription), (200, .input(1)), (400, .input(2)), (400, .input(3))])
    expectEqual(subscriber.recordedDemandLog, [(200, .max(1)), (400, .max(2))])
    expectEqual(subscriber.recordedCancellation, 900)
  }

  @Test("An unrequested value is reported")
  func negativeBalance() {
    let scheduler = TestScheduler()
    let count = Box(0)
    let subscriber = scheduler.createTestableSubscriber(
      Int.self, TestError.self, options: .init(initialDemand: .max(1)) { count.increment() })
    let upstream = ScriptedPublisher<Int, TestError>()
    upstream.subscribe(subscriber)
    for number in 1...3 { _ = upstream.send(number) }
    expectEqual(count.value, 2)
    expectEqual(subscriber.recordedOutput.inputs, [1, 2, 3])
    expect(subscriber.recordedCancellation == nil)
  }

  @Test("Tuples and errors are mapped to values that can be compared")
  func maps() {
    let scheduler = TestScheduler()
    let subscriber = scheduler.createTestableSubscriber((Int, String).self, TestError.self)
    let subject = PassthroughSubject<(Int, String), TestError>()
    subject.subscribe(subscriber)
    subject.send((1, "a"))
    subject.send(completion: .failure(TestError("e")))
    let output = subscriber.recordedOutput.mapInput { "\($0)\($1)" }.mapFailure { _ in MarbleFailure() }
    expectEqual(
      output, [(0, .subscription), (0, .input("1a")), (0, .completion(.failure(MarbleFailure())))])
  }

  @Test("A paused run waits for the clock")
  func paused() {
    let scheduler = TestScheduler()
    let subscriber = scheduler.start(configuration: .init(pausedOnStart: true)) { Just(1) }
    expectEqual(subscriber.recordedOutput, [])
    scheduler.advance(to: 200)
    expectEqual(subscriber.recordedOutput, [(200, .subscription), (200, .input(1)), (200, .completion(.finished))])
    scheduler.resume()
  }

  @Test("A second subscription is cancelled (rule 1)")
  func secondSubscription() {
    let scheduler = TestScheduler()
    let subscriber = scheduler.createTestableSubscriber(Int.self, TestError.self)
    let upstream = ScriptedPublisher<Int, TestError>()
    upstream.subscribe(subscriber)
    upstream.sendSubscription()
    expectEqual(upstream.cancelCount, 1)
    expectEqual(subscriber.recordedOutput, [(0, .subscription)])
  }
}
