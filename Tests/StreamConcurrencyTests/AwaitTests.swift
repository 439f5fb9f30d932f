import Foundation
import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("await (property)")
struct AwaitTests {
  @Test("Blocks the thread until a late publisher has delivered its value")
  func waitsForLateValue() async {
    let (value, seconds) = await onThread {
      let start = ContinuousClock.now
      let late = Future<String, Never> { promise in
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: 0.2)
          promise(.success("Hello"))
        }
      }
      return (late.await, ContinuousClock.now - start)
    }
    expectEqual(value, "Hello")
    expect(seconds >= .milliseconds(200))
  }

  @Test("Returns the value of a publisher that delivers at once, and the last of several")
  func returnsAtOnce() async {
    #expect(await onThread { Just("Hello").await } == "Hello")
    #expect(await onThread { [1, 2, 3].publisher.await } == 3)
    #expect(await onThread { Result<Int, TestError>.success(1).publisher.await } == 1)
  }

  @Test("Traps with a message if the publisher finishes without a value")
  func trapsWithoutValue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await onThread { Empty<Int, Never>().await }
    }
    #expect(text(of: result).contains("await: the publisher finished without a value."))
  }

  @Test("Traps with a message if the publisher fails")
  func trapsAtFailure() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await onThread { Fail<Int, TestError>(error: TestError("broken")).await }
    }
    #expect(text(of: result).contains("await: the publisher failed: broken"))
  }

  private func text(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("Cancels a second subscription, and retains nothing after the end")
  func keepsRules() async {
    let upstream = ScriptedPublisher<Token, Never>(letsGo: false)
    let isReleased = await onThread {
      upstream.onRequest = { [unowned upstream] _ in
        upstream.sendSubscription(description: "Second")
      }
      let sender = JoinableThread {
        while upstream.cancelCount == 0 { Thread.sleep(forTimeInterval: 0.001) }
        upstream.send(Token())
        upstream.send(completion: .finished)
      }
      weak var value: Token?
      value = upstream.await
      sender.join()
      return value == nil
    }
    expect(isReleased)
    expectEqual(upstream.livingSubscriptionCount, 0)
  }
}
