import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("asyncMap")
struct AsyncMapTests {
  typealias Upstream = ScriptedPublisher<Int, TestError>

  let upstream = Upstream()
  let calls = AnsweredCalls()

  // Case XA-093.
  @Test("Results come in the order of the elements, though the second is there first", .timeLimit(.generous))
  func ordered() async {
    let listener = Listener(upstream.asyncMap(maxConcurrent: 2) { [calls] in await calls.call($0) })
    upstream.send(1)
    upstream.send(2)
    await calls.untilRunning(1, 2)
    calls.answer(2)
    await calls.untilOver(2)
    expect(listener.recorder.values.isEmpty)
    calls.answer(1)
    #expect(await listener.first(2) == [10, 20])
    upstream.send(completion: .finished)
    _ = await listener.untilEnd()
    expectEqual(listener.recorder.overlaps, 0)
  }

  // Case XA-094.
  @Test("Demand of one, twice, runs the closure twice, one after the other", .timeLimit(.generous))
  func oneByOne() async {
    let listener = Listener(
      (1...9).publisher.asyncMap(maxConcurrent: 4) { [calls] in await calls.call($0) }, demand: .max(1))
    await calls.untilRunning(1)
    calls.answer(1)
    #expect(await listener.first(1) == [10])
    listener.recorder.request(.max(1))
    await calls.untilRunning(2)
    calls.answer(2)
    #expect(await listener.first(1) == [10, 20])
    expectEqual(calls.started, [1, 2])
    expectEqual(calls.most, 1)
    listener.recorder.cancel()
  }

  // Case XA-095.
  @Test("A cancel cancels the running closures and upstream, and nothing arrives", .timeLimit(.generous))
  func cancel() async {
    let listener = Listener(upstream.asyncMap(maxConcurrent: 2) { [calls] in await calls.call($0) })
    upstream.send(1)
    upstream.send(2)
    await calls.untilRunning(1, 2)
    listener.recorder.cancel()
    expectEqual(upstream.cancelCount, 1)
    await calls.untilOver(1, 2)
    expectEqual(calls.cancelled, [1, 2])
    upstream.send(3)
    upstream.send(completion: .finished)
    expect(listener.recorder.values.isEmpty && listener.recorder.completions.isEmpty)
    expectEqual(calls.started.sorted(), [1, 2])
  }

  @Test("Upstream is asked for what downstream has requested, at most the bound, and one more for each result")
  func demand() async {
    let listener = Listener(
      upstream.asyncMap(maxConcurrent: 2) { [calls] in await calls.call($0) }, demand: .max(3))
    expectEqual(upstream.requests, [.demand(.max(2))])
    upstream.send(1)
    upstream.send(2)
    await calls.untilRunning(1, 2)
    listener.recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.max(2))])
    let demands = upstream.demands()
    calls.answer(1, 2)
    var next = demands.makeAsyncIterator()
    #expect(await next.next() == .max(1))
    #expect(await next.next() == .max(1))
    expectEqual(upstream.demand, .max(4))
    upstream.send(3)
    upstream.send(4)
    calls.answer(3, 4)
    #expect(await listener.first(4) == [10, 20, 30, 40])
    listener.recorder.request(.max(9))
    expectEqual(upstream.demand, .max(6))
    listener.recorder.cancel()
  }

  @Test("With demand and bound unlimited, upstream is asked for everything", .timeLimit(.generous))
  func unbounded() async {
    let listener = Listener(upstream.asyncMap(maxConcurrent: .max) { [calls] in await calls.call($0) })
    expectEqual(upstream.requests, [.demand(.unlimited)])
    for number in 0..<50 { upstream.send(number) }
    for number in 0..<50 { await calls.untilRunning(number) }
    upstream.send(completion: .finished)
    for number in 0..<50 { calls.answer(49 - number) }
    #expect(await listener.untilEnd() == (0..<50).map { $0 * 10 })
    expectEqual(calls.most, 50)
    expectEqual(upstream.requests, [.demand(.unlimited)])
  }

  @Test("Values that upstream sends unasked wait for demand", .timeLimit(.generous))
  func unasked() async {
    let listener = Listener(upstream.asyncMap(maxConcurrent: 4) { [calls] in await calls.call($0) }, demand: .none)
    calls.answer(1, 2, 3)
    for number in 1...3 { upstream.send(number) }
    upstream.send(completion: .finished)
    listener.recorder.request(.max(1))
    #expect(await listener.first(1) == [10])
    expectEqual(calls.started, [1])
    listener.recorder.request(.max(2))
    _ = await listener.untilEnd()
    expectEqual(listener.recorder.values, [10, 20, 30])
  }

  @Test("Requests inside receive(subscription:) are passed on after it", .timeLimit(.generous))
  func handover() async {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { [upstream] subscription in
      subscription.request(.max(1))
      expect(upstream.requests.isEmpty)
    }
    upstream.asyncMap { $0 }.subscribe(recorder)
    expectEqual(upstream.requests, [.demand(.max(1))])
    recorder.cancel()
  }

  @Test("A cancel inside receive(subscription:) cancels upstream, of which nothing is asked")
  func cancelInHandover() {
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onSubscription = { $0.cancel() }
    upstream.asyncMap { $0 }.subscribe(recorder)
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("The completion comes after the results of closures that still run", .timeLimit(.generous))
  func finishesLast() async {
    let listener = Listener(upstream.asyncMap(maxConcurrent: 2) { [calls] in await calls.call($0) })
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    await calls.untilRunning(1, 2)
    expect(listener.recorder.completions.isEmpty)
    calls.answer(2, 1)
    #expect(await listener.untilEnd() == [10, 20])
    expectEqual(listener.recorder.completions, [.finished])
    expectEqual(upstream.cancelCount, 0)
  }

  @Test("An empty upstream finishes at once")
  func empty() {
    let recorder = Empty<Int, Never>().asyncMap { $0 }.record(demand: .none)
    expectEqual(recorder.completions, [.finished])
  }

  @Test("A failure of upstream cancels the running closures, and is passed on at once", .timeLimit(.generous))
  func upstreamFails() async {
    let listener = Listener(upstream.asyncMap(maxConcurrent: 2) { [calls] in await calls.call($0) })
    upstream.send(1)
    upstream.send(2)
    await calls.untilRunning(1, 2)
    upstream.send(completion: .failure(TestError("upstream")))
    expectEqual(listener.recorder.failure, TestError("upstream"))
    await calls.untilOver(1, 2)
    expectEqual(calls.cancelled, [1, 2])
    expect(listener.recorder.values.isEmpty)
  }

  @Test("An error that the closure throws fails the stream, and cancels upstream and the others", .timeLimit(.generous))
  func closureFails() async {
    let listener = Listener(
      upstream.asyncMap(maxConcurrent: 3) { [calls] number async throws(TestError) in
        let result = await calls.call(number)
        if number == 2 { throw TestError("two") }
        return result
      })
    for number in 1...3 { upstream.send(number) }
    await calls.untilRunning(1, 2, 3)
    calls.answer(2)
    _ = await listener.untilEnd()
    expectEqual(listener.recorder.failure, TestError("two"))
    expectEqual(upstream.cancelCount, 1)
    await calls.untilOver(1, 3)
    expectEqual(calls.cancelled, [1, 3])
    expect(listener.recorder.values.isEmpty && listener.recorder.completions.count == 1)
  }

  @Test("A closure may throw any kind of error, if upstream cannot fail", .timeLimit(.generous))
  func anyError() async {
    let typed = Listener(Just(1).asyncMap { _ async throws(TestError) -> Int in throw TestError("typed") })
    _ = await typed.untilEnd()
    let failure: TestError? = typed.recorder.failure
    expectEqual(failure, TestError("typed"))
    let untyped = Listener(Just(1).asyncMap { _ in try await failing() })
    _ = await untyped.untilEnd()
    expectEqual(untyped.recorder.failure as? TestError, TestError("untyped"))
  }

  @Test("A CancellationError is a failure if the closure throws it by itself", .timeLimit(.generous))
  func ownCancellationError() async {
    let listener = Listener(Just(1).asyncMap { _ -> Int in throw CancellationError() })
    _ = await listener.untilEnd()
    expect(listener.recorder.failure is CancellationError)
  }

  @Test("A CancellationError is not delivered if downstream has cancelled", .timeLimit(.generous))
  func causedCancellationError() async {
    let isOver = Event()
    let upstream = ScriptedPublisher<Int, any Error>()
    let listener = Listener(
      upstream.asyncMap { [calls] number in
        defer { isOver.happen() }
        _ = await calls.call(number)
        try Task.checkCancellation()
      })
    upstream.send(1)
    await calls.untilRunning(1)
    listener.recorder.cancel()
    await isOver.wait()
    expect(listener.recorder.completions.isEmpty && listener.recorder.values.isEmpty)
  }

  @Test("After a cancel inside a delivery nothing comes, though other results are there", .timeLimit(.generous))
  func cancelInDelivery() async {
    let listener = Listener(upstream.asyncMap(maxConcurrent: 3) { [calls] in await calls.call($0) })
    let isDelivered = Event()
    listener.recorder.onValue = { [recorder = listener.recorder] _ in
      recorder.cancel()
      // It may have work of its own to do: its task is not the closure's.
      expect(!Task.isCancelled)
      isDelivered.happen()
      return .none
    }
    for number in 1...3 { upstream.send(number) }
    await calls.untilRunning(1, 2, 3)
    calls.answer(2)
    await calls.untilOver(2)
    calls.answer(1)
    await isDelivered.wait()
    await calls.untilOver(3)
    expect(listener.recorder.values == [10] && listener.recorder.completions.isEmpty)
    expectEqual(calls.cancelled, [3])
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
    (0..<manyTimes).publisher.asyncMap { $0 }.subscribe(recorder)
    await end.wait()
    expectEqual(recorder.values, Array(0..<manyTimes))
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A closure that does not suspend runs for all elements in one task", .timeLimit(.generous))
  func oneTask() async {
    let tasks = Locked<Set<Int>>([])
    let listener = Listener(
      (0..<1_000).publisher.asyncMap { number in
        withUnsafeCurrentTask { task in tasks.withLock { _ = $0.insert(task.hashValue) } }
        return number
      })
    #expect(await listener.untilEnd() == Array(0..<1_000))
    expectEqual(tasks.value.count, 1)
  }

  @Test("Closures that suspend run in as many tasks as the bound", .timeLimit(.generous))
  func fewTasks() async {
    for number in 0..<100 { calls.answer(number) }
    let listener = Listener((0..<100).publisher.asyncMap(maxConcurrent: 3) { [calls] in await calls.call($0) })
    #expect(await listener.untilEnd() == (0..<100).map { $0 * 10 })
    expect(calls.most <= 3 && calls.taskCount <= 3)
  }

  @TaskLocal static var local = 0

  @Test("All closures have the task-local values and the priority of the subscribing task", .timeLimit(.generous))
  func inheritsContext() async {
    let listener = await Task(priority: .low) { [upstream, calls] in
      Self.$local.withValue(7) {
        Listener(
          upstream.asyncMap(maxConcurrent: 3) { number in
            _ = await calls.call(number)
            return [Self.local, Int(Task.basePriority?.rawValue ?? 0)]
          })
      }
    }.value
    await onThread { [upstream] in
      for number in 1...3 { upstream.send(number) }
    }
    await calls.untilRunning(1, 2, 3)
    calls.answer(1, 2, 3)
    let expected = [7, Int(TaskPriority.low.rawValue)]
    #expect(await listener.first(3) == [expected, expected, expected])
    listener.recorder.cancel()
  }

  @Test("The tasks have the given priority", .timeLimit(.generous))
  func priority() async {
    for number in 0..<3 { calls.answer(number) }
    let listener = Listener(
      (0..<3).publisher.asyncMap(maxConcurrent: 3, priority: .high) { [calls] number in
        _ = await calls.call(number)
        return Task.basePriority
      })
    #expect(await listener.untilEnd() == [.high, .high, .high])
  }

  @Test("Each subscription runs the closure anew", .timeLimit(.generous))
  func independent() async {
    let runs = Locked(0)
    let publisher = Just(1).asyncMap { number in
      runs.withLock { $0 += 1 }
      return number
    }
    for _ in 1...2 { #expect(await Listener(publisher).untilEnd() == [1]) }
    expectEqual(runs.value, 2)
  }

  @Test("Another subscription is cancelled, and signals out of order are ignored", .timeLimit(.generous))
  func misbehavingUpstream() async {
    let upstream = Upstream(sendsSubscription: false, letsGo: false)
    let listener = Listener(upstream.asyncMap { $0 })
    upstream.send(1)
    upstream.send(completion: .finished)
    upstream.sendSubscription()
    upstream.sendSubscription(description: "Second")
    expectEqual(upstream.requests, [.demand(.max(1)), .cancel])
    upstream.send(2)
    upstream.send(completion: .finished)
    upstream.send(3)
    upstream.send(completion: .failure(TestError()))
    #expect(await listener.untilEnd() == [2])
    expectEqual(listener.recorder.completions, [.finished])
  }

  @Test("The subscription says what it is of")
  func description() {
    expectEqual(names { $0.asyncMap { $0 } }, NamesReport(subscriber: "AsyncMap", subscription: "AsyncMap"))
  }

  @Test("A bound of zero ends the process")
  func zero() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).asyncMap(maxConcurrent: 0) { $0 } }
  }
}

private func failing() async throws -> Int { throw TestError("untyped") }
