import Dispatch
import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("StepVerifier")
struct StepVerifierTests {
  @Test("Verifies the steps of a stream without time")
  func plain() throws {
    try StepVerifier((1...6).publisher, initialDemand: .none)
      .expectSubscription()
      .expectNoEvent()
      .request(2)
      .expect(1, 2)
      .expectNoEvent()
      .request(.max(3))
      .expect(matching: { $0 == 3 })
      .expect(count: 1)
      .expect(contentsOf: 5...5)
      .request(.unlimited)
      .expect(6)
      .expectFinished()
      .check()
  }

  @Test("Verifies the steps of a stream in virtual time, several times")
  func virtualTime() throws {
    let scheduler = TestScheduler()
    let source: TestablePublisher<String, TestError> = scheduler.createRelativeTestablePublisher([
      (5, .input("a")), (60, .input("b")), (61, .completion(.failure(TestError("late")))),
    ])
    let verifier = StepVerifier(source, scheduler: scheduler)
      .expectNoEvent(for: 4.5)
      .advance(by: 0.5)
      .expect("a")
      .expectNoEvent(for: 54)
      .advance(by: 2)
      .expect("b")
      .expectFailure(TestError("late"))
    try verifier.check()
    try verifier.check()
    expectEqual(scheduler.now, 122)
  }

  @Test("Steps feed a subject; cancelling releases it")
  func subject() throws {
    let subject = ScriptedPublisher<Int, TestError>()
    try StepVerifier(subject)
      .then("send 1") { subject.send(1) }
      .expect(1)
      .then("send 2") { subject.send(2) }
      .cancel()
      .expectNoEvent()
      .check()
    expect(subject.isCancelled)
  }

  @Test("A publisher that delivers on another thread is waited for, including its subscription")
  func otherThread() throws {
    let subject = PassthroughSubject<Int, TestError>()
    let elsewhere = DispatchQueue(label: "elsewhere")
    let began = ContinuousClock.now
    try StepVerifier(Elsewhere(upstream: subject, queue: elsewhere), timeout: 30)
      .expectSubscription()
      .then { elsewhere.async { subject.send(1) } }
      .expect(1)
      .then { elsewhere.async { subject.send(completion: .finished) } }
      .expectFinished()
      .check()
    try StepVerifier(Elsewhere(upstream: Just(1), queue: elsewhere), timeout: 30).expect(1).expectFinished().check()
    // No longer than it takes: none of the waits has timed out.
    expect(.now - began < .seconds(30))
  }

  @Test("An event that comes while a step waits for it counts")
  func whileWaiting() throws {
    let subject = PassthroughSubject<Int, TestError>()
    try StepVerifier(subject, timeout: 120)
      .then { DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { subject.send(1) } }
      .expect(1)
      .check()
  }

  @Test("Failures of every kind pass where they are expected")
  func failures() throws {
    let failing = Fail<Int, TestError>(error: TestError("e"))
    try StepVerifier(failing).expectFailure().check()
    try StepVerifier(failing).expectFailure(TestError("e")).check()
    try StepVerifier(failing).expectFailure(matching: { $0 == TestError("e") }).check()
  }

  @Test("A script that is never verified does nothing, and one that fails leaves no subscription behind")
  func leavesNothingBehind() {
    let subject = ScriptedPublisher<Int, TestError>()
    let verifier = StepVerifier(subject).expect(1)
    expect(!subject.isCancelled)
    #expect(throws: StepFailure.self) { try verifier.check() }
    expect(subject.isCancelled)
  }

  @Test("A step that moves a clock needs one")
  func needsClock() async {
    await #expect(processExitsWith: .failure) { _ = StepVerifier(Just(1)).advance(by: 1) }
    await #expect(processExitsWith: .failure) { _ = StepVerifier(Just(1)).expectNoEvent(for: 1) }
    await #expect(processExitsWith: .failure) { _ = StepVerifier(Just(1)).expect(count: -1) }
  }
}

@Suite("StepVerifier's failures")
struct StepVerifierFailureTests {
  /// What a script says that must break.
  private func broken<P>(_ verifier: StepVerifier<P>) -> StepFailure? {
    do throws(StepFailure) {
      try verifier.check()
      return nil
    } catch {
      return error
    }
  }

  @Test("The message has the step, its line, what was expected, what came, and the steps so far")
  func message() throws {
    let verifier = StepVerifier((1...3).publisher)
      .expectSubscription()
      .expect(1)
    let step = #line + 1
    let failure = try #require(broken(verifier.expect(2, 4)))
    expectEqual(failure.site.line, UInt(step))
    expectEqual(
      failure.description,
      """
      Step 3 of 3, expect(2, 4), at StreamTestingTests/StepVerifierTests.swift:\(step)
        expected  the value 4
        came      the value 3
        so far    subscription, 1, 2, 3, finished
      """)
  }

  @Test("The message says that nothing came by the virtual time")
  func nothing() throws {
    let scheduler = TestScheduler()
    let source: TestablePublisher<Int, TestError> = scheduler.createRelativeTestablePublisher([(5, .input(1))])
    let failure = try #require(
      broken(StepVerifier(source, scheduler: scheduler).advance(by: 4.5).expect(1)))
    expectEqual(failure.expected, "the value 1")
    expectEqual(failure.came, "nothing, until 4.5")
    expect(failure.description.hasSuffix("  so far    subscription"))
  }

  @Test("The message says that nothing came within the real time")
  func timeout() throws {
    let failure = try #require(
      broken(StepVerifier(Empty<Int, TestError>(completeImmediately: false), timeout: 0.01).expect(1)))
    expectEqual(failure.came, "nothing, within 0.01 s")
  }

  @Test("The message says what came where nothing was expected")
  func something() throws {
    let scheduler = TestScheduler()
    let source: TestablePublisher<Int, TestError> = scheduler.createRelativeTestablePublisher([(5, .input(1))])
    let failure = try #require(
      broken(StepVerifier(source, scheduler: scheduler).expectNoEvent(for: 10)))
    expectEqual(failure.step, "expectNoEvent(for: 10)")
    expectEqual(failure.expected, "no event until 10")
    expectEqual(failure.came, "the value 1, at 5")
  }

  @Test("What is left over at the end is reported at the line of the verification")
  func leftOver() throws {
    let verifier = StepVerifier([1, 2].publisher).expect(1)
    do throws(StepFailure) {
      try verifier.check()
      Issue.record("The script must break.")
    } catch {
      expectEqual(error.site.line, #line - 3)
      expectEqual(error.stepNumber, 2)
      expectEqual(
        error.description,
        """
        After the last of 1 steps, at StreamTestingTests/StepVerifierTests.swift:\(error.site.line)
          expected  no more events
          came      the value 2
          so far    subscription, 1, 2, finished
        """)
    }
  }

  @Test("Each expectation fails at a signal that it does not expect")
  func each() {
    let failing = Fail<Int, TestError>(error: TestError("e"))
    func expectation<P>(_ verifier: StepVerifier<P>) -> String {
      broken(verifier).map { "\($0.step): \($0.expected), not \($0.came)" } ?? "nothing wrong"
    }
    expect(
      expectation(StepVerifier(Just(1)).expectSubscription().expectSubscription())
        == "expectSubscription(): the subscription, not the value 1")
    expectEqual(expectation(StepVerifier(Just(1)).expectFinished()), "expectFinished(): the finish, not the value 1")
    expectEqual(expectation(StepVerifier(failing).expectFinished()), "expectFinished(): the finish, not the failure e")
    expect(
      expectation(StepVerifier(failing).expectFailure(TestError("f")))
        == "expectFailure(f): the failure f, not the failure e")
    expectEqual(
      expectation(StepVerifier(Just(1)).expect(1).expectFailure()), "expectFailure(): a failure, not the finish")
    expect(
      expectation(StepVerifier(failing).expectFailure("a late one") { _ in false })
        == "expectFailure(matching:): a late one, not the failure e")
    expect(
      expectation(StepVerifier(Empty<Int, TestError>()).expectFailure(matching: { _ in true }))
        == "expectFailure(matching:): a failure that matches, not the finish")
    expect(
      expectation(StepVerifier(Just(1)).expect("an even value") { $0.isMultiple(of: 2) })
        == "expect(matching:): an even value, not the value 1")
    expectEqual(expectation(StepVerifier(Just(1)).expect(count: 2)), "expect(count: 2): value 2 of 2, not the finish")
    expect(
      expectation(StepVerifier(Just(1)).expect(contentsOf: [1, 2]))
        == "expect(contentsOf: 2 values): the value 2, 2 of 2, not the finish")
    expectEqual(expectation(StepVerifier(Just(1)).expectNoEvent()), "expectNoEvent(): no event, not the value 1")
  }

  @Test("A publisher that breaks the contract is reported, whatever it sends")
  func contract() {
    func expectation<P>(_ verifier: StepVerifier<P>) -> String? { broken(verifier)?.came }
    let greedy = ScriptedPublisher<Int, TestError>()
    expect(
      expectation(
        StepVerifier(greedy, initialDemand: .max(1)).then { (1...2).forEach { _ = greedy.send($0) } }.expect(1, 2))
        == "the value 2, without demand")
    let undead = Unruly()
    expectEqual(
      expectation(
        StepVerifier(undead).then {
          undead.send(completion: .finished)
          undead.send(1)
        }.expectFinished()), "the value 1, though the stream had ended")
    let double = ScriptedPublisher<Int, TestError>()
    expect(
      expectation(StepVerifier(double).then { double.sendSubscription() })
        == "the subscription, though there was one already")
    let deaf = Unruly()
    expect(
      expectation(StepVerifier(deaf).cancel().then { deaf.send(1) })
        == "the value 1, though it had been cancelled")
  }
}

/// Subscribes on a queue.
private struct Elsewhere<Upstream: Publisher & Sendable>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let queue: DispatchQueue

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let box = Box<(() -> Void)?>({ upstream.subscribe(subscriber) })
    queue.async { box.value?() }
  }
}

/// A publisher that sends what it is told, whatever came before, and hears no cancel.
private struct Unruly: Publisher {
  typealias Output = Int
  typealias Failure = TestError

  private let subscriber = Box<AnySubscriber<Int, TestError>?>(nil)

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    let subscriber = AnySubscriber(subscriber)
    self.subscriber.value = subscriber
    subscriber.receive(subscription: Subscriptions.empty)
  }

  func send(_ value: Int) {
    _ = subscriber.value?.receive(value)
  }

  func send(completion: Subscribers.Completion<TestError>) {
    subscriber.value?.receive(completion: completion)
  }
}
