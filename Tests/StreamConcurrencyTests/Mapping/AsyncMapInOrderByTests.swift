import StreamConcurrency
import StreamCore
import TestSupport
import Testing

/// The key of a number is its tens: 11 and 12 have one, 21 has another.
@Suite("asyncMap, in order by a key")
struct AsyncMapInOrderByTests {
  typealias Upstream = ScriptedPublisher<Int, TestError>

  let upstream = Upstream()
  let calls = AnsweredCalls()

  private func listener(
    maxConcurrent: Int, demand: Subscribers.Demand = .unlimited
  ) -> Listener<Int, TestError> {
    Listener(
      upstream.asyncMap(maxConcurrent: maxConcurrent, inOrderBy: { $0 / 10 }) { [calls] in await calls.call($0) },
      demand: demand)
  }

  private func send(_ numbers: Int...) {
    for number in numbers { upstream.send(number) }
  }

  @Test("Elements of one key run one after the other, beside those of others; results keep upstream's order")
  func ordered() async {
    let listener = listener(maxConcurrent: 4)
    send(11, 12, 13, 21)
    await calls.untilRunning(11, 21)
    calls.answer(21, 12)
    await calls.untilOver(21)
    expectEqual(Set(calls.started), [11, 21])
    calls.answer(11)
    await calls.untilOver(12)
    await calls.untilRunning(13)
    #expect(await listener.first(2) == [110, 120])
    calls.answer(13)
    #expect(await listener.first(2) == [110, 120, 130, 210])
    expectEqual(calls.started.filter { $0 < 20 }, [11, 12, 13])
    upstream.send(completion: .finished)
    _ = await listener.untilEnd()
    expectEqual(listener.recorder.completions, [.finished])
    expectEqual(listener.recorder.overlaps, 0)
  }

  @Test("An element whose key is free overtakes one that waits for its key", .timeLimit(.generous))
  func overtakes() async {
    let listener = listener(maxConcurrent: 3)
    send(11, 12)
    await calls.untilRunning(11)
    send(21)
    await calls.untilRunning(21)
    expectEqual(calls.started, [11, 21])
    listener.recorder.cancel()
  }

  @Test("With one key for all, one closure runs at a time", .timeLimit(.generous))
  func oneKey() async {
    for number in 0..<100 { calls.answer(number) }
    let listener = Listener(
      (0..<100).publisher.asyncMap(maxConcurrent: 7, inOrderBy: { _ in 0 }) { [calls] in await calls.call($0) })
    #expect(await listener.untilEnd() == (0..<100).map { $0 * 10 })
    expectEqual(calls.most, 1)
    expectEqual(calls.started, Array(0..<100))
  }

  @Test("With a key for each, closures run up to the bound, and no more", .timeLimit(.generous))
  func keyForEach() async {
    let listener = Listener(
      (0..<9).publisher.asyncMap(maxConcurrent: 3, inOrderBy: { $0 }) { [calls] in await calls.call($0) })
    for first in [0, 3, 6] {
      await calls.untilRunning(first, first + 1, first + 2)
      calls.answer(first, first + 1, first + 2)
    }
    #expect(await listener.untilEnd() == (0..<9).map { $0 * 10 })
    expectEqual(calls.most, 3)
    expect(calls.taskCount <= 3)
  }

  @Test("A bound of one runs one closure at a time, whatever the keys", .timeLimit(.generous))
  func one() async {
    for number in 0..<30 { calls.answer(number) }
    let listener = Listener(
      (0..<30).publisher.asyncMap(maxConcurrent: 1, inOrderBy: { $0 % 3 }) { [calls] in await calls.call($0) })
    #expect(await listener.untilEnd() == (0..<30).map { $0 * 10 })
    expectEqual(calls.most, 1)
    expectEqual(calls.started, Array(0..<30))
  }

  @Test("With demand and bound unlimited, upstream is asked for everything, and all keys run", .timeLimit(.generous))
  func unbounded() async {
    let listener = listener(maxConcurrent: .max)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    for number in 0..<100 { upstream.send(number) }
    upstream.send(completion: .finished)
    for unit in 0..<10 {
      for ten in 0..<10 { await calls.untilRunning(ten * 10 + unit) }
      expectEqual(calls.started.count, unit * 10 + 10)
      for ten in 0..<10 { calls.answer(ten * 10 + unit) }
    }
    #expect(await listener.untilEnd() == (0..<100).map { $0 * 10 })
    expectEqual(calls.most, 10)
    expectEqual(upstream.requests, [.demand(.unlimited)])
  }

  @Test("Elements that wait for their key count towards the bound", .timeLimit(.generous))
  func demand() async {
    let listener = listener(maxConcurrent: 3, demand: .max(5))
    expectEqual(upstream.requests, [.demand(.max(3))])
    let demands = upstream.demands()
    var next = demands.makeAsyncIterator()
    send(11, 12, 21)
    await calls.untilRunning(11, 21)
    calls.answer(21)
    await calls.untilOver(21)
    // It waits for the results of the others, and keeps its place.
    expectEqual(upstream.demand, .max(3))
    calls.answer(11)
    #expect(await next.next() == .max(1))
    calls.answer(12)
    #expect(await next.next() == .max(1))
    #expect(await listener.first(3) == [110, 120, 210])
    expectEqual(upstream.demand, .max(5))
    listener.recorder.cancel()
  }

  @Test("Demand of one, twice, runs the closure twice, though the keys differ", .timeLimit(.generous))
  func oneByOne() async {
    let listener = Listener(
      (1...9).publisher.asyncMap(maxConcurrent: 4, inOrderBy: { $0 }) { [calls] in await calls.call($0) },
      demand: .max(1))
    calls.answer(1, 2)
    #expect(await listener.first(1) == [10])
    listener.recorder.request(.max(1))
    #expect(await listener.first(1) == [10, 20])
    expectEqual(calls.started, [1, 2])
    listener.recorder.cancel()
  }

  @Test("Elements that upstream sends unasked wait for demand, and none takes that of an earlier one")
  func unasked() async {
    let listener = listener(maxConcurrent: 4, demand: .none)
    send(11, 12, 21)
    upstream.send(completion: .finished)
    expect(calls.started.isEmpty)
    listener.recorder.request(.max(2))
    await calls.untilRunning(11)
    calls.answer(11)
    await calls.untilRunning(12)
    calls.answer(12)
    #expect(await listener.first(2) == [110, 120])
    expectEqual(calls.started, [11, 12])
    expect(listener.recorder.completions.isEmpty)
    calls.answer(21)
    listener.recorder.request(.max(1))
    _ = await listener.untilEnd()
    expectEqual(listener.recorder.values, [110, 120, 210])
  }

  @Test("The completion comes after the results of elements that still wait for their key", .timeLimit(.generous))
  func finishesLast() async {
    let listener = listener(maxConcurrent: 3)
    send(11, 12, 13)
    upstream.send(completion: .finished)
    calls.answer(11, 12)
    #expect(await listener.first(2) == [110, 120])
    expect(listener.recorder.completions.isEmpty)
    calls.answer(13)
    _ = await listener.untilEnd()
    expectEqual(listener.recorder.completions, [.finished])
    expectEqual(upstream.cancelCount, 0)
  }

  @Test("A failure of upstream cancels the closures, and drops the elements that wait", .timeLimit(.generous))
  func upstreamFails() async {
    let listener = listener(maxConcurrent: 3)
    send(11, 12, 21)
    await calls.untilRunning(11, 21)
    upstream.send(completion: .failure(TestError("upstream")))
    expectEqual(listener.recorder.failure, TestError("upstream"))
    await calls.untilOver(11, 21)
    expectEqual(calls.cancelled, [11, 21])
    expectEqual(Set(calls.started), [11, 21])
    expect(listener.recorder.values.isEmpty)
  }

  @Test("After an error that the closure throws it runs for no later element of the key", .timeLimit(.generous))
  func closureFails() async {
    let listener = Listener(
      upstream.asyncMap(maxConcurrent: 4, inOrderBy: { $0 / 10 }) { [calls] number async throws(TestError) in
        let result = await calls.call(number)
        if number == 11 { throw TestError("eleven") }
        return result
      })
    send(11, 12, 21)
    await calls.untilRunning(11, 21)
    calls.answer(11, 12)
    _ = await listener.untilEnd()
    expectEqual(listener.recorder.failure, TestError("eleven"))
    expectEqual(upstream.cancelCount, 1)
    await calls.untilOver(21)
    expectEqual(calls.cancelled, [21])
    expectEqual(Set(calls.started), [11, 21])
    expect(listener.recorder.values.isEmpty && listener.recorder.completions.count == 1)
  }

  @Test("However a failure meets the tasks that are idle, the closure does not run for the next element of its key")
  func failsBeforeNext() async {
    let runs = Box(0)
    for _ in 0..<repetitions(500, full: 20_000) {
      let listener = Listener(
        (0..<3).publisher.asyncMap(maxConcurrent: 3, inOrderBy: { $0 / 2 }) { number async throws(TestError) in
          if number == 1 { runs.increment() }
          await Task.yield()
          if number == 0 { throw TestError() }
          return number
        })
      #expect(await listener.untilEnd().isEmpty)
    }
    expectEqual(runs.value, 0)
  }

  @Test("A cancel cancels the closures and upstream, and releases the elements that wait", .timeLimit(.generous))
  func cancel() async {
    let upstream = ScriptedPublisher<Token, TestError>()
    let isRunning = Event()
    weak var waiting: Token?
    let listener = Listener(
      upstream.asyncMap(maxConcurrent: 2, inOrderBy: { _ in 0 }) { _ in
        isRunning.happen()
        await untilCancelled()
        return 0
      })
    upstream.send(Token())
    do {
      let token = Token()
      waiting = token
      upstream.send(token)
    }
    await isRunning.wait()
    expect(waiting != nil)
    listener.recorder.cancel()
    expect(waiting == nil)
    expectEqual(upstream.cancelCount, 1)
    expect(listener.recorder.values.isEmpty && listener.recorder.completions.isEmpty)
  }

  @Test("After a cancel inside a delivery nothing comes, and no element that waits runs", .timeLimit(.generous))
  func cancelInDelivery() async {
    let listener = listener(maxConcurrent: 4)
    let isDelivered = Event()
    listener.recorder.onValue = { [recorder = listener.recorder] _ in
      recorder.cancel()
      isDelivered.happen()
      return .none
    }
    send(11, 12, 13)
    calls.answer(11)
    await isDelivered.wait()
    expectEqual(listener.recorder.values, [110])
    expect(!calls.started.contains(13))
    listener.recorder.onValue = nil
  }

  @Test("Requests from inside a delivery are served after it, on a flat stack", .timeLimit(.generous))
  func reentrant() async {
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1))
    let end = Event()
    recorder.onValue = { [weak recorder] _ in
      recorder?.request(.max(1))
      return .none
    }
    recorder.onCompletion = { _ in end.happen() }
    (0..<manyTimes).publisher.asyncMap(maxConcurrent: 3, inOrderBy: { $0 % 2 }) { $0 }.subscribe(recorder)
    await end.wait()
    expectEqual(recorder.values, Array(0..<manyTimes))
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A closure may throw any kind of error, if upstream cannot fail", .timeLimit(.generous))
  func anyError() async {
    let typed = Listener(
      Just(1).asyncMap(maxConcurrent: 2, inOrderBy: \.self) { _ async throws(TestError) -> Int in
        throw TestError("typed")
      })
    _ = await typed.untilEnd()
    let failure: TestError? = typed.recorder.failure
    expectEqual(failure, TestError("typed"))
    let untyped = Listener(
      Just(1).asyncMap(maxConcurrent: 2, inOrderBy: \.self) { _ -> Int in
        try Task.checkCancellation()
        throw TestError("untyped")
      })
    _ = await untyped.untilEnd()
    expectEqual(untyped.recorder.failure as? TestError, TestError("untyped"))
  }

  @Test("Each subscription has keys of its own", .timeLimit(.generous))
  func independent() async {
    let publisher = upstream.asyncMap(maxConcurrent: 2, inOrderBy: { _ in 0 }) { [calls] in await calls.call($0) }
    let listeners = [Listener(publisher), Listener(publisher)]
    upstream.send(1)
    await calls.untilRunning(1)
    calls.answer(1)
    for listener in listeners {
      #expect(await listener.first(1) == [10])
      listener.recorder.cancel()
    }
    expectEqual(calls.started, [1, 1])
  }

  @Test("Signals out of order are ignored, without a key asked for", .timeLimit(.generous))
  func misbehavingUpstream() async {
    let upstream = Upstream(sendsSubscription: false, letsGo: false)
    let asked = Locked<[Int]>([])
    let listener = Listener(
      upstream.asyncMap(
        maxConcurrent: 2,
        inOrderBy: { number in
          asked.withLock { $0.append(number) }
          return 0
        }
      ) { $0 })
    upstream.send(1)
    upstream.sendSubscription()
    upstream.send(2)
    upstream.send(completion: .finished)
    upstream.send(3)
    #expect(await listener.untilEnd() == [2])
    expectEqual(asked.value, [2])
  }

  @Test("The subscription says what it is of")
  func description() {
    expectEqual(
      names { $0.asyncMap(maxConcurrent: 2, inOrderBy: { $0 }) { $0 } },
      NamesReport(subscriber: "AsyncMap", subscription: "AsyncMap"))
  }

  @Test("A bound of zero ends the process")
  func zero() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).asyncMap(maxConcurrent: 0, inOrderBy: { $0 }) { $0 }
    }
  }
}
