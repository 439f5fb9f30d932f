import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("asyncConcatMap")
struct AsyncConcatMapTests {
  private typealias Child = ScriptedPublisher<Int, TestError>

  let upstream = ScriptedPublisher<Int, TestError>()
  let calls = AnsweredCalls()

  /// Publishers, and what happens when each receives demand.
  private func makeChildren(_ count: Int) -> (children: [Child], areAsked: [Event]) {
    let children = (0..<count).map { _ in Child() }
    let areAsked = (0..<count).map { _ in Event() }
    for (child, event) in zip(children, areAsked) { child.onRequest = { _ in event.happen() } }
    return (children, areAsked)
  }

  /// The stream in which the answered call of an element makes the child of its number.
  private func stream(of children: [Child], maxConcurrent: Int) -> some Publisher<Int, TestError> {
    upstream.asyncConcatMap(maxConcurrent: maxConcurrent) { [calls] number in
      _ = await calls.call(number)
      return children[number]
    }
  }

  @Test("The values come in the order of the elements, however long the closures take", .timeLimit(.generous))
  func inOrder() async {
    for maxConcurrent in [1, 2, 8, .max] {
      let listener = Listener(
        (1...5).publisher.asyncConcatMap(maxConcurrent: maxConcurrent) { number in
          for _ in number..<5 { await Task.yield() }
          return [number, number * 10].publisher
        })
      #expect(await listener.untilEnd() == [1, 10, 2, 20, 3, 30, 4, 40, 5, 50])
      expect(listener.recorder.isFinished)
    }
  }

  @Test("The closure runs ahead, and each publisher is subscribed to when the one before has finished")
  func runsAhead() async {
    let (children, areAsked) = makeChildren(3)
    let listener = Listener(stream(of: children, maxConcurrent: 3))
    for number in 0..<3 { upstream.send(number) }
    await calls.untilRunning(0, 1, 2)
    calls.answer(1, 2)
    await calls.untilOver(1, 2)
    expect(children.allSatisfy { $0.requests.isEmpty })
    calls.answer(0)
    await areAsked[0].wait()
    children[0].send(1)
    expect(children[1].requests.isEmpty)
    children[0].send(completion: .finished)
    await areAsked[1].wait()
    expect(children[2].requests.isEmpty)
    children[1].send(2)
    children[1].send(completion: .finished)
    await areAsked[2].wait()
    upstream.send(completion: .finished)
    children[2].send(3)
    children[2].send(completion: .finished)
    #expect(await listener.untilEnd() == [1, 2, 3])
    expectEqual(listener.recorder.completions, [.finished])
  }

  @Test("The bound counts closures that run, and publishers that wait or are active", .timeLimit(.generous))
  func bound() async {
    let (children, areAsked) = makeChildren(3)
    let listener = Listener(stream(of: children, maxConcurrent: 2))
    expectEqual(upstream.requests, [.demand(.max(2))])
    upstream.send(0)
    upstream.send(1)
    calls.answer(0, 1, 2)
    await areAsked[0].wait()
    await calls.untilOver(1)
    expectEqual(upstream.demand, .max(2))
    let demands = upstream.demands()
    children[0].send(completion: .finished)
    for await demand in demands {
      expectEqual(demand, .max(1))
      break
    }
    upstream.send(2)
    await calls.untilOver(2)
    expect(calls.most <= 2)
    await areAsked[1].wait()
    expect(children[2].requests.isEmpty)
    listener.recorder.cancel()
  }

  @Test("A publisher is asked for what downstream has requested, the next one for the rest", .timeLimit(.generous))
  func demand() async {
    let (children, areAsked) = makeChildren(2)
    let listener = Listener(stream(of: children, maxConcurrent: 2), demand: .max(3))
    upstream.send(0)
    upstream.send(1)
    calls.answer(0, 1)
    await areAsked[0].wait()
    expectEqual(children[0].requests, [.demand(.max(3))])
    children[0].send(1)
    children[0].send(completion: .finished)
    await areAsked[1].wait()
    expectEqual(children[1].requests, [.demand(.max(2))])
    children[1].send(2)
    listener.recorder.request(.max(5))
    expectEqual(children[1].requests, [.demand(.max(2)), .demand(.max(5))])
    listener.recorder.cancel()
  }

  @Test("Without demand the closure runs ahead, and no publisher is asked for a value", .timeLimit(.generous))
  func withoutDemand() async {
    let (children, areAsked) = makeChildren(2)
    let listener = Listener(stream(of: children, maxConcurrent: 2), demand: .none)
    upstream.send(0)
    upstream.send(1)
    calls.answer(0, 1)
    await calls.untilOver(0, 1)
    expect(children.allSatisfy { $0.requests.isEmpty })
    listener.recorder.request(.max(1))
    await areAsked[0].wait()
    expectEqual(children[0].requests, [.demand(.max(1))])
    listener.recorder.cancel()
  }

  @Test("A cancel cancels the publisher and the tasks, and drops the publishers that wait", .timeLimit(.generous))
  func cancels() async {
    let (children, areAsked) = makeChildren(3)
    let listener = Listener(stream(of: children, maxConcurrent: 3))
    for number in 0..<3 { upstream.send(number) }
    calls.answer(0, 1)
    await areAsked[0].wait()
    await calls.untilOver(1)
    await calls.untilRunning(2)
    listener.recorder.cancel()
    await calls.untilOver(2)
    expectEqual(calls.cancelled, [2])
    expect(children.map(\.cancelCount) == [1, 0, 0] && upstream.cancelCount == 1)
    expect(children[1].requests.isEmpty)
    children[0].send(1)
    children[0].send(completion: .finished)
    expect(listener.recorder.values.isEmpty && listener.recorder.completions.isEmpty)
  }

  @Test("The closure of a later element fails the stream at once", .timeLimit(.generous))
  func throwFails() async {
    let (children, areAsked) = makeChildren(3)
    let listener = Listener(
      upstream.asyncConcatMap(maxConcurrent: 3) { [calls] number async throws(TestError) in
        _ = await calls.call(number)
        if number == 2 { throw TestError("closure") }
        return children[number]
      })
    for number in 0..<3 { upstream.send(number) }
    calls.answer(0)
    await areAsked[0].wait()
    await calls.untilRunning(1, 2)
    calls.answer(2)
    _ = await listener.untilEnd()
    expectEqual(listener.recorder.failure, TestError("closure"))
    await calls.untilOver(1)
    expectEqual(calls.cancelled, [1])
    expect(children[0].cancelCount == 1 && upstream.cancelCount == 1)
    expect(children[1].requests.isEmpty)
  }

  @Test("A publisher that fails cancels the closures, and drops the publishers that wait", .timeLimit(.generous))
  func childFails() async {
    let (children, areAsked) = makeChildren(3)
    let listener = Listener(stream(of: children, maxConcurrent: 3))
    for number in 0..<3 { upstream.send(number) }
    calls.answer(0, 1)
    await areAsked[0].wait()
    await calls.untilOver(1)
    await calls.untilRunning(2)
    children[0].send(completion: .failure(TestError("child")))
    _ = await listener.untilEnd()
    expectEqual(listener.recorder.failure, TestError("child"))
    await calls.untilOver(2)
    expect(calls.cancelled == [2] && upstream.cancelCount == 1)
    expect(children[1].requests.isEmpty)
  }

  @Test("Publishers that fail follow an upstream that cannot", .timeLimit(.generous))
  func widens() async {
    let listener = Listener(Just(1).asyncConcatMap { _ in Fail<Int, TestError>(error: TestError("child")) })
    _ = await listener.untilEnd()
    let failure: TestError? = listener.recorder.failure
    expectEqual(failure, TestError("child"))
    let throwing = Listener(
      Just(1).asyncConcatMap { number async throws(TestError) in
        if number == 1 { throw TestError("closure") }
        return Result<Int, TestError>.success(number).publisher
      })
    _ = await throwing.untilEnd()
    let thrown: TestError? = throwing.recorder.failure
    expectEqual(thrown, TestError("closure"))
  }

  @Test("Very many publishers that finish at once do not grow the stack", .timeLimit(.generous))
  func depth() async {
    let listener = Listener((0..<20_000).publisher.asyncConcatMap(maxConcurrent: 64) { Just($0) })
    #expect(await listener.untilEnd() == Array(0..<20_000))
  }
}
