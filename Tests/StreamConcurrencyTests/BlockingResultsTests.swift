import Foundation
import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("waitForFirst, waitForLast, waitForAll, waitForCompletion", .timeLimit(.generous))
struct BlockingResultsTests {
  /// What a blocking call returns or throws.
  private func outcome<Value: Sendable>(
    _ call: @escaping @Sendable () throws -> Value
  ) async -> Result<Value, any Error> {
    await onThread { Result { try call() } }
  }

  /// Sends from a thread of its own once a subscriber has come.
  private func late(
    _ values: [Int], _ completion: Subscribers.Completion<TestError>?
  ) -> (ScriptedPublisher<Int, TestError>, JoinableThread) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let sender = JoinableThread {
      while upstream.requests.isEmpty { Thread.sleep(forTimeInterval: 0.001) }
      for value in values { upstream.send(value) }
      if let completion { upstream.send(completion: completion) }
    }
    return (upstream, sender)
  }

  // Case XA-344.
  @Test("The first, the last and all values of a publisher that delivers on another thread are returned")
  func values() async throws {
    let (first, firstSender) = late([1, 2], nil)
    #expect(try await outcome { try first.waitForFirst() }.get() == 1)
    firstSender.join()
    expectEqual(first.requests, [.demand(.max(1)), .cancel])
    let (last, lastSender) = late([1, 2], .finished)
    #expect(try await outcome { try last.waitForLast(timeout: .seconds(1_000)) }.get() == 2)
    lastSender.join()
    expectEqual(last.requests, [.demand(.unlimited)])
    let (all, allSender) = late([1, 2], .finished)
    #expect(try await outcome { try all.waitForAll() }.get() == [1, 2])
    allSender.join()
    expectEqual(all.requests, [.demand(.unlimited)])
    let (end, endSender) = late([1, 2], .finished)
    try await outcome { try end.waitForCompletion() }.get()
    endSender.join()
  }

  // Case XA-345.
  @Test("A failure is thrown")
  func failure() async {
    let calls: [@Sendable (ScriptedPublisher<Int, TestError>) throws -> Void] = [
      { _ = try $0.waitForFirst() }, { _ = try $0.waitForLast() }, { _ = try $0.waitForAll() },
      { try $0.waitForCompletion(timeout: .seconds(1_000)) },
    ]
    for call in calls {
      let (upstream, sender) = late([], .failure(TestError("broken")))
      let result = await outcome { try call(upstream) }
      sender.join()
      #expect(throws: TestError("broken")) { try result.get() }
      expect(!upstream.isCancelled)
    }
  }

  // Case XA-346.
  @Test("After the timeout an error is thrown, and upstream has been cancelled")
  func timeout() async {
    let upstream = ScriptedPublisher<Int, TestError>()
    for timeout in [Duration.milliseconds(10), .zero, .seconds(-1)] {
      let result = await outcome { try upstream.waitForLast(timeout: timeout) }
      #expect(throws: StreamWaitTimeout(timeout: timeout)) { try result.get() }
    }
    expectEqual(upstream.cancelCount, 3)
    expectEqual(upstream.livingSubscriptionCount, 0)
    let never = Empty<Int, Never>(completeImmediately: false)
    let result = await outcome { try never.waitForCompletion(timeout: .milliseconds(10)) }
    #expect(throws: StreamWaitTimeout(timeout: .milliseconds(10))) { try result.get() }
  }

  @Test("What is there at once is returned, whatever the timeout; of nothing, nil or an empty array")
  func atOnce() async throws {
    let list = [1, 2, 3].publisher
    #expect(try await outcome { try list.waitForFirst(timeout: .zero) }.get() == 1)
    #expect(try await outcome { try list.waitForLast(timeout: .seconds(-1)) }.get() == 3)
    #expect(try await outcome { try list.waitForAll(timeout: .seconds(Int64.max)) }.get() == [1, 2, 3])
    let empty = Empty<Int, Never>()
    #expect(try await outcome { try empty.waitForFirst() }.get() == nil)
    #expect(try await outcome { try empty.waitForLast() }.get() == nil)
    #expect(try await outcome { try empty.waitForAll() }.get() == [])
  }

  @Test("A bound of the values is requested, and cancels upstream when it is reached; none at all cancels at once")
  func maxCount() async throws {
    let (upstream, sender) = late([1, 2, 3], nil)
    #expect(try await outcome { try upstream.waitForAll(maxCount: 2) }.get() == [1, 2])
    sender.join()
    expectEqual(upstream.requests, [.demand(.max(2)), .cancel])
    let unasked = ScriptedPublisher<Int, TestError>()
    #expect(try await outcome { try unasked.waitForAll(maxCount: 0) }.get() == [])
    expectEqual(unasked.requests, [.cancel])
    await #expect(processExitsWith: .failure) {
      _ = await onThread { Result { try Just(1).waitForAll(maxCount: -1) } }
    }
  }

  @Test("Values beyond the bound, which upstream sends unasked, are ignored")
  func beyondMaxCount() async throws {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    upstream.onRequest = { [unowned upstream] _ in
      for value in 1...3 { upstream.send(value) }
    }
    #expect(try await outcome { try upstream.waitForAll(maxCount: 2) }.get() == [1, 2])
    expectEqual(upstream.requests, [.demand(.max(2)), .cancel])
  }

  @Test("A subscription that comes after the timeout is cancelled, and what it sends is ignored")
  func lateSubscription() async {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let result = await outcome { try upstream.waitForFirst(timeout: .zero) }
    #expect(throws: StreamWaitTimeout.self) { try result.get() }
    upstream.sendSubscription()
    upstream.send(1)
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("The values of a thread that waits are released with its result")
  func releases() async {
    let upstream = ScriptedPublisher<Token, Never>(letsGo: false)
    let isReleased = await onThread {
      upstream.onRequest = { [unowned upstream] _ in
        upstream.send(Token())
        upstream.send(Token())
        upstream.send(completion: .finished)
      }
      weak var value: Token?
      value = try? upstream.waitForLast()
      return value == nil
    }
    expect(isReleased)
    expectEqual(upstream.livingSubscriptionCount, 0)
  }

  @Test("The error is a sentence")
  func describes() {
    expectEqual(StreamWaitTimeout(timeout: .seconds(1)).description, "The publisher has not ended within 1.0 seconds.")
  }
}
