import Dispatch
import Foundation
import StreamCore
import StreamTesting
import TestSupport
import XCTest

/// Runs a body as a test case of its own.
///
/// - Returns: The line and the message of each failure that XCTest recorded in it.
private func recorded(_ body: @escaping () throws -> Void) -> [String] {
  InnerTestCase.failures(of: body).map { failure in
    XCTAssertEqual(failure.file, #filePath)
    return "\(failure.line): \(failure.message)"
  }
}

final class BlockingExpectationTests: XCTestCase {
  private var failed: Fail<Int, TestError> { Fail(error: TestError("offline")) }
  private var silent: PassthroughSubject<Int, TestError> { PassthroughSubject() }
  private var holding: CurrentValueSubject<Int, TestError> { CurrentValueSubject(1) }

  func testExpectsCompletion() {
    [1, 2].publisher.expectsCompletion(timeout: 5, on: self)
    let wish = "failed - expectsCompletion: expected the publisher to finish, but"
    let failure = recorded { self.failed.expectsCompletion(timeout: 5, on: self) }
    XCTAssertEqual(failure, ["\(#line - 1): \(wish) it failed with offline. No values came."])
    let late = recorded { self.holding.expectsCompletion(timeout: 0.01) }
    XCTAssertEqual(late, ["\(#line - 1): \(wish) timed out after 0.01 s. 1 value came: 1."])
  }

  func testExpectsFailure() {
    XCTAssertEqual(failed.expectsFailure(timeout: 5, on: self), TestError("offline"))
    let wish = "failed - expectsFailure: expected the publisher to fail, but"
    let finish = recorded { [1].publisher.expectsFailure(timeout: 5, on: self) }
    XCTAssertEqual(finish, ["\(#line - 1): \(wish) it finished. 1 value came: 1."])
    let late = recorded { self.silent.expectsFailure(timeout: 0.01) }
    XCTAssertEqual(late, ["\(#line - 1): \(wish) timed out after 0.01 s. No values came."])
  }

  func testExpectsOne() {
    XCTAssertEqual(Just("a").expectsOne(timeout: 5, on: self), "a")
    let wish = "failed - expectsOne: expected one value and the finish, but"
    let second = recorded { XCTAssertNil([1, 2, 3].publisher.expectsOne(timeout: 5, on: self)) }
    XCTAssertEqual(second, ["\(#line - 1): \(wish) a second value came. 2 values came: 1, 2."])
    let none = recorded { Empty<Int, Never>().expectsOne(timeout: 5) }
    XCTAssertEqual(none, ["\(#line - 1): \(wish) it finished without a value. No values came."])
    let failure = recorded { self.failed.expectsOne(timeout: 5) }
    XCTAssertEqual(failure, ["\(#line - 1): \(wish) it failed with offline. No values came."])
    let late = recorded { self.holding.expectsOne(timeout: 0.01) }
    XCTAssertEqual(late, ["\(#line - 1): \(wish) timed out after 0.01 s. 1 value came: 1."])
  }

  func testExpectsAll() {
    XCTAssertEqual([1, 2, 3].publisher.expectsAll(timeout: 5, on: self), [1, 2, 3])
    XCTAssertEqual(Empty<Int, Never>().expectsAll(timeout: 5), [])
    let wish = "failed - expectsAll: expected values and the finish, but"
    let failure = recorded { XCTAssertEqual(self.failed.expectsAll(timeout: 5, on: self), []) }
    XCTAssertEqual(failure, ["\(#line - 1): \(wish) it failed with offline. No values came."])
    let late = recorded { XCTAssertEqual(self.holding.expectsAll(timeout: 0.01), [1]) }
    XCTAssertEqual(late, ["\(#line - 1): \(wish) timed out after 0.01 s. 1 value came: 1."])
  }

  func testExpectsAtLeast() {
    let endless = Publishers.Sequence<PartialRangeFrom<Int>, Never>(sequence: 1...)
    var checked: [Int] = []
    let values = endless.expectsAtLeast(values: 5, timeout: 5, on: self) { checked.append($0) }
    XCTAssertEqual(values, [1, 2, 3, 4, 5])
    XCTAssertEqual(checked, values)
    let wish = "failed - expectsAtLeast: expected at least 3 values, but"
    let early = recorded { XCTAssertEqual([1, 2].publisher.expectsAtLeast(values: 3, on: self), [1, 2]) }
    XCTAssertEqual(early, ["\(#line - 1): \(wish) it finished. 2 values came: 1, 2."])
    let failure = recorded { self.failed.expectsAtLeast(values: 3) }
    XCTAssertEqual(failure, ["\(#line - 1): \(wish) it failed with offline. No values came."])
    let late = recorded { self.holding.expectsAtLeast(values: 3, timeout: 0.01) }
    XCTAssertEqual(late, ["\(#line - 1): \(wish) timed out after 0.01 s. 1 value came: 1."])
  }

  func testNoSubscriptionIsLeftBehind() {
    let failures = FailureReporter.failures {
      let silent = ScriptedPublisher<Int, TestError>()
      silent.expectsAll(timeout: 0.01)
      XCTAssertEqual(silent.requests, [.demand(.unlimited), .cancel])
      XCTAssertEqual(silent.livingSubscriptionCount + silent.subscriberCount, 0)

      let finished = ScriptedPublisher<Int, TestError>()
      finished.onRequest = { [unowned finished] _ in finished.send(completion: .finished) }
      finished.expectsAll(timeout: 5)
      XCTAssertEqual(finished.requests, [.demand(.unlimited)])
      XCTAssertEqual(finished.livingSubscriptionCount + finished.subscriberCount, 0)
    }
    XCTAssertEqual(failures.count, 1)
  }

  func testMainQueueAndMainRunLoopGoOnWhileTheMainThreadWaits() {
    XCTAssertTrue(Thread.isMainThread)
    let start = ContinuousClock.now
    let subject = PassthroughSubject<Int, Never>()
    DispatchQueue.main.async {
      subject.send(1)
      let timer = Timer(timeInterval: 0.01, repeats: false) { _ in
        subject.send(2)
        subject.send(completion: .finished)
      }
      RunLoop.main.add(timer, forMode: .default)
    }
    XCTAssertEqual(subject.expectsAll(timeout: 600, on: self), [1, 2])
    XCTAssertLessThan(.now - start, .seconds(300))
  }

  func testAnotherThreadEndsTheWaitOfTheMainThreadAtOnce() {
    XCTAssertTrue(Thread.isMainThread)
    let start = ContinuousClock.now
    for _ in 0..<100 {
      let subject = PassthroughSubject<Int, Never>()
      let thread = JoinableThread { subject.send(completion: .finished) }
      // The finish may come before the subscription, which then finishes by itself.
      subject.expectsCompletion(timeout: 600, on: self)
      thread.join()
    }
    XCTAssertLessThan(.now - start, .seconds(300))
  }

  func testAnyThreadMayWait() {
    let thread = JoinableThread {
      let subject = PassthroughSubject<Int, Never>()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { subject.send(completion: .finished) }
      subject.expectsCompletion(timeout: 600)
      let late = FailureReporter.failures { PassthroughSubject<Int, Never>().expectsAll(timeout: 0.01) }
      XCTAssertEqual(late.count, 1)
    }
    thread.join()
  }

  func testWaitSeconds() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    let start = ContinuousClock.now
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) { subject.send(1) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { subject.send(2) }
    repeat { StreamTesting.wait(seconds: 0.05) } while recorder.values.count < 2
    XCTAssertEqual(recorder.values.sorted(), [1, 2])
    XCTAssertGreaterThanOrEqual(.now - start, .seconds(0.05))
  }

  func testAsynchronousFormInXCTest() async {
    let values = await [1, 2].publisher.expectsAll(timeout: 5)
    XCTAssertEqual(values, [1, 2])
    let failures = await FailureReporter.failures { await Just(1).expectsFailure(timeout: 5) }
    XCTAssertEqual(failures.count, 1)
  }
}
