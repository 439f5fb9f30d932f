import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("asyncMapLatest")
struct AsyncMapLatestTests {
  let upstream = ScriptedPublisher<Int, TestError>()
  let calls = AnsweredCalls()

  @Test("An element cancels the closure of the one before, whose result is not delivered", .timeLimit(.generous))
  func supersedes() async {
    let listener = Listener(upstream.asyncMapLatest { [calls] in await calls.call($0) })
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    await calls.untilRunning(1)
    upstream.send(2)
    await calls.untilOver(1)
    await calls.untilRunning(2)
    calls.answer(2)
    #expect(await listener.first(1) == [20])
    expectEqual(calls.cancelled, [1])
    upstream.send(3)
    calls.answer(3)
    upstream.send(completion: .finished)
    #expect(await listener.untilEnd() == [30])
    expectEqual(listener.recorder.values, [20, 30])
    expectEqual(upstream.requests, [.demand(.unlimited)])
  }

  @Test(
    "A closure that does not heed the cancel holds up nothing, and its late result is dropped", .timeLimit(.generous))
  func stubborn() async {
    let (isRunning, mayReturn, isOver) = (Event(), Event(), Event())
    let listener = Listener(
      upstream.asyncMapLatest { number in
        guard number == 1 else { return number }
        isRunning.happen()
        // A task of its own is not cancelled.
        await Task { await mayReturn.wait() }.value
        isOver.happen()
        return number
      })
    upstream.send(1)
    await isRunning.wait()
    upstream.send(2)
    #expect(await listener.first(1) == [2])
    mayReturn.happen()
    await isOver.wait()
    upstream.send(3)
    upstream.send(completion: .finished)
    #expect(await listener.untilEnd() == [3])
    expectEqual(listener.recorder.values, [2, 3])
  }

  @Test("A CancellationError of a closure that has been superseded is not delivered", .timeLimit(.generous))
  func causedCancellationError() async {
    let upstream = ScriptedPublisher<Int, any Error>()
    let listener = Listener(
      upstream.asyncMapLatest { [calls] number in
        let result = await calls.call(number)
        try Task.checkCancellation()
        return result
      })
    upstream.send(1)
    await calls.untilRunning(1)
    upstream.send(2)
    await calls.untilOver(1)
    calls.answer(2)
    #expect(await listener.first(1) == [20])
    expect(listener.recorder.completions.isEmpty)
    listener.recorder.cancel()
  }

  @Test("Without demand no closure runs, and the newest element waits", .timeLimit(.generous))
  func withoutDemand() async {
    let listener = Listener(upstream.asyncMapLatest { [calls] in await calls.call($0) }, demand: .none)
    for number in 1...4 { calls.answer(number) }
    for number in 1...3 { upstream.send(number) }
    listener.recorder.request(.max(1))
    #expect(await listener.first(1) == [30])
    upstream.send(4)
    upstream.send(completion: .finished)
    expectEqual(calls.started, [3])
    listener.recorder.request(.max(1))
    #expect(await listener.untilEnd() == [40])
    expectEqual(calls.started, [3, 4])
  }

  @Test("An element inherits the demand of the one that it supersedes", .timeLimit(.generous))
  func demandIsInherited() async {
    let listener = Listener(upstream.asyncMapLatest { [calls] in await calls.call($0) }, demand: .max(1))
    for number in 1...5 {
      upstream.send(number)
      await calls.untilRunning(number)
    }
    calls.answer(5)
    #expect(await listener.first(1) == [50])
    expect(calls.cancelled.isSubset(of: [1, 2, 3, 4]))
    listener.recorder.cancel()
  }

  @Test("The closure for the next element waits until the result before has been delivered", .timeLimit(.generous))
  func waitsForDelivery() async {
    let listener = Listener(upstream.asyncMapLatest { [calls] in await calls.call($0) })
    for number in 1...3 { calls.answer(number) }
    let isDelivered = Event()
    let values = Locked<[Int]>([])
    listener.recorder.onValue = { [upstream, calls] value in
      values.withLock { $0.append(value) }
      if value == 10 {
        upstream.send(2)
        upstream.send(3)
        expectEqual(calls.started, [1])
      } else {
        isDelivered.happen()
      }
      return .none
    }
    upstream.send(1)
    await isDelivered.wait()
    expectEqual(values.value, [10, 30])
    listener.recorder.cancel()
  }

  @Test("A closure of another kind of error fails a stream that could not fail", .timeLimit(.generous))
  func fails() async {
    let upstream = ScriptedPublisher<Int, Never>()
    let listener = Listener(
      upstream.asyncMapLatest { number async throws(TestError) -> Int in throw TestError("\(number)") })
    upstream.send(1)
    _ = await listener.untilEnd()
    let failure: TestError? = listener.recorder.failure
    expectEqual(failure, TestError("1"))
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("The closures have the task-local values of the subscribing task, also after cancels", .timeLimit(.generous))
  func inheritsContext() async {
    let listener = Self.$local.withValue(7) {
      Listener(
        upstream.asyncMapLatest { [calls] number in
          _ = await calls.call(number)
          return Self.local
        })
    }
    _ = await onThread { [upstream] in upstream.send(1) }
    await calls.untilRunning(1)
    _ = await onThread { [upstream] in upstream.send(2) }
    await calls.untilRunning(2)
    _ = await onThread { [upstream] in upstream.send(3) }
    calls.answer(3)
    #expect(await listener.first(1) == [7])
    listener.recorder.cancel()
  }

  @TaskLocal static var local = 0

  @Test("A cancel cancels upstream and the closure", .timeLimit(.generous))
  func cancel() async {
    let listener = Listener(upstream.asyncMapLatest { [calls] in await calls.call($0) })
    upstream.send(1)
    await calls.untilRunning(1)
    listener.recorder.cancel()
    await calls.untilOver(1)
    expect(calls.cancelled == [1] && upstream.cancelCount == 1)
    expect(listener.recorder.values.isEmpty && listener.recorder.completions.isEmpty)
  }
}
