import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("forEach, as a part of the task")
struct ForEachTests {
  @Test("The closure runs with each value in turn, and may change local variables")
  func values() async {
    var received: [Int] = []
    await (1...100).publisher.forEach { received.append($0) }
    expectEqual(received, Array(1...100))
  }

  @Test("The next value is requested when the closure has returned")
  func backPressure() async {
    let upstream = ScriptedPublisher<Int, Never>()
    upstream.onRequest = { [unowned upstream] _ in
      let count = upstream.requests.count
      if count == 4 { upstream.send(completion: .finished) } else { upstream.send(count) }
    }
    var requests: [Int] = []
    await upstream.forEach { value in
      await Task.yield()
      requests.append(upstream.requests.count)
      expectEqual(value, upstream.requests.count)
    }
    expectEqual(requests, [1, 2, 3])
  }

  @Test("An error of the closure is thrown with its type, and cancels upstream")
  func closureFails() async {
    let upstream = ScriptedPublisher<Int, Never>()
    upstream.onRequest = { [unowned upstream] _ in upstream.send(upstream.requests.count) }
    var received: [Int] = []
    do throws(TestError) {
      try await upstream.forEach { (value) throws(TestError) in
        received.append(value)
        if value == 2 { throw TestError("two") }
      }
      Issue.record("It has not thrown.")
    } catch {
      expectEqual(error, TestError("two"))
    }
    expectEqual(received, [1, 2])
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(1)), .cancel])
  }

  @Test("The publisher's failure is thrown with its type, after its values")
  func failure() async {
    let failing = Record<Int, TestError>(output: [1, 2], completion: .failure(TestError("end")))
    var received: [Int] = []
    do throws(TestError) {
      try await failing.forEach { received.append($0) }
      Issue.record("It has not failed.")
    } catch {
      expectEqual(error, TestError("end"))
    }
    expectEqual(received, [1, 2])
  }

  @Test("The closure of a publisher that fails may throw the same type, or any error if the failure is any")
  func closureOfFailing() async {
    let typed = Result<Int, TestError>.success(1).publisher
    await #expect(throws: TestError("body")) {
      try await typed.forEach { (_) throws(TestError) in throw TestError("body") }
    }
    let erased = Result<Int, any Error>.success(1).publisher
    await #expect(throws: TestError("any")) {
      try await erased.forEach { _ in throw TestError("any") }
    }
  }

  @Test("It runs on the actor of the caller")
  @MainActor
  func actor() async {
    var isOnActor: [Bool] = []
    await (1...3).publisher.forEach { _ in
      MainActor.assertIsolated()
      isOnActor.append(true)
      await Task.yield()
    }
    expectEqual(isOnActor.count, 3)
  }

  @Test("A cancel of the task ends the loop, and cancels upstream")
  func cancel() async {
    let upstream = ScriptedPublisher<Int, Never>()
    let requests = upstream.demands()
    let task = Task {
      await upstream.forEach { _ in }
      return upstream.isCancelled
    }
    for await _ in requests { break }
    task.cancel()
    #expect(await task.value)
  }
}
