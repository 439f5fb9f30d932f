import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("asyncMapUnordered, asyncCompactMap and asyncFilter")
struct AsyncMapVariantsTests {
  let upstream = ScriptedPublisher<Int, TestError>()
  let calls = AnsweredCalls()

  // Case XA-096.
  @Test("Unordered results come as they are there", .timeLimit(.generous))
  func unordered() async {
    let listener = Listener(upstream.asyncMapUnordered(maxConcurrent: 2) { [calls] in await calls.call($0) })
    upstream.send(1)
    upstream.send(2)
    await calls.untilRunning(1, 2)
    calls.answer(2)
    #expect(await listener.first(1) == [20])
    calls.answer(1)
    #expect(await listener.first(1) == [20, 10])
    expectEqual(calls.most, 2)
    listener.recorder.cancel()
  }

  @Test("Unordered, a throw fails the stream", .timeLimit(.generous))
  func unorderedFails() async {
    let listener = Listener(
      (1...9).publisher.asyncMapUnordered(maxConcurrent: 2) { number async throws(TestError) -> Int in
        throw TestError("failed")
      })
    _ = await listener.untilEnd()
    let failure: TestError? = listener.recorder.failure
    expectEqual(failure, TestError("failed"))
  }

  @Test("Results that are nil are dropped, and upstream is asked for others", .timeLimit(.generous))
  func compactMap() async {
    let listener = Listener(
      (0..<100).publisher.asyncCompactMap(maxConcurrent: 3) { [calls] number in
        calls.answer(number)
        return await calls.call(number).isMultiple(of: 30) ? number : nil
      }, demand: .max(2))
    #expect(await listener.first(2) == [0, 3])
    listener.recorder.request(.unlimited)
    _ = await listener.untilEnd()
    expectEqual(listener.recorder.values, (0..<100).filter { $0.isMultiple(of: 3) })
  }

  @Test("A result behind a nil that waited is delivered, and both places are free again", .timeLimit(.generous))
  func nilInTheMiddle() async {
    let listener = Listener(
      upstream.asyncCompactMap(maxConcurrent: 3) { [calls] number in
        let result = await calls.call(number)
        return number == 2 ? nil : result
      })
    for number in 1...3 { upstream.send(number) }
    await calls.untilRunning(1, 2, 3)
    calls.answer(3)
    await calls.untilOver(3)
    calls.answer(2)
    await calls.untilOver(2)
    let demands = upstream.demands()
    calls.answer(1)
    #expect(await listener.first(2) == [10, 30])
    var asked = Subscribers.Demand.none
    for await demand in demands {
      asked += demand
      if asked == .max(3) { break }
    }
    upstream.send(completion: .finished)
    _ = await listener.untilEnd()
    expect(listener.recorder.isFinished)
  }

  @Test("A stream without any result finishes", .timeLimit(.generous), arguments: [1, 2, .max])
  func nothing(maxConcurrent: Int) async {
    let dropped = Listener((1...50).publisher.asyncCompactMap(maxConcurrent: maxConcurrent) { _ in Int?.none })
    #expect(await dropped.untilEnd() == [])
    let filtered = Listener((1...50).publisher.asyncFilterUnordered(maxConcurrent: maxConcurrent) { _ in false })
    #expect(await filtered.untilEnd() == [])
    expect(dropped.recorder.isFinished && filtered.recorder.isFinished)
  }

  @Test("Dropped unordered results make room for others", .timeLimit(.generous))
  func compactMapUnordered() async {
    let listener = Listener(
      (1...20).publisher.asyncCompactMapUnordered(maxConcurrent: 4) { number in
        await Task.yield()
        return number.isMultiple(of: 5) ? number : nil
      }, demand: .max(4))
    #expect(await Set(listener.untilEnd()) == [5, 10, 15, 20])
  }

  @Test("Elements for which the closure returns false are left out", .timeLimit(.generous))
  func filter() async {
    let isEven: @Sendable (Int) async -> Bool = { number in
      await Task.yield()
      return number.isMultiple(of: 2)
    }
    let ordered = Listener((1...20).publisher.asyncFilter(maxConcurrent: 3, isEven), demand: .max(10))
    #expect(await ordered.untilEnd() == Array(stride(from: 2, through: 20, by: 2)))
    let unordered = Listener((1...20).publisher.asyncFilterUnordered(maxConcurrent: 3, isEven))
    #expect(await unordered.untilEnd().sorted() == Array(stride(from: 2, through: 20, by: 2)))
  }

  @Test("A filter and a compactMap that throw fail the stream", .timeLimit(.generous))
  func fails() async {
    let filtered = Listener(
      upstream.asyncFilter { _ async throws(TestError) -> Bool in throw TestError("filter") })
    upstream.send(1)
    _ = await filtered.untilEnd()
    expectEqual(filtered.recorder.failure, TestError("filter"))
    let mapped = Listener(Just(1).asyncCompactMap { _ async throws(TestError) -> Int? in throw TestError("map") })
    _ = await mapped.untilEnd()
    let failure: TestError? = mapped.recorder.failure
    expectEqual(failure, TestError("map"))
  }

  @Test("The subscriptions say what they are of")
  func descriptions() {
    func description<P: Publisher>(_ publisher: P) -> String { publisher.record().subscription.map { "\($0)" } ?? "" }
    expectEqual(description(upstream.asyncMapUnordered(maxConcurrent: 1) { $0 }), "AsyncMapUnordered")
    expectEqual(description(upstream.asyncMapLatest { $0 }), "AsyncMapLatest")
    expectEqual(description(upstream.asyncCompactMap { $0 }), "AsyncCompactMap")
    expectEqual(description(upstream.asyncCompactMapUnordered(maxConcurrent: 1) { $0 }), "AsyncCompactMapUnordered")
    expectEqual(description(upstream.asyncFilter { _ in true }), "AsyncFilter")
    expectEqual(description(upstream.asyncFilterUnordered(maxConcurrent: 1) { _ in true }), "AsyncFilterUnordered")
    expectEqual(description(upstream.asyncFlatMap { Result<Int, TestError>.success($0).publisher }), "AsyncFlatMap")
    expectEqual(description(upstream.asyncConcatMap { Result<Int, TestError>.success($0).publisher }), "AsyncConcatMap")
  }
}

@Suite("Asynchronous closures whose bound is left out")
struct DefaultConcurrencyTests {
  /// What a stage asks of an upstream that may fail, and of one that cannot.
  private func asks<P: Publisher>(_ stage: (ScriptedPublisher<Int, TestError>) -> P) -> [Subscribers.Demand] {
    asked(stage)
  }

  private func asksUnfailing<P: Publisher>(_ stage: (ScriptedPublisher<Int, Never>) -> P) -> [Subscribers.Demand] {
    asked(stage)
  }

  private func asked<Failure: Error, P: Publisher>(
    _ stage: (ScriptedPublisher<Int, Failure>) -> P
  ) -> [Subscribers.Demand] {
    let upstream = ScriptedPublisher<Int, Failure>()
    let recorder = stage(upstream).record()
    defer { recorder.cancel() }
    return upstream.requests.compactMap { if case .demand(let demand) = $0 { demand } else { nil } }
  }

  @Test("One runs at a time, so that one element is asked for, in each form")
  func one() {
    expectEqual(asks { $0.asyncMap { $0 } }, [.max(1)])
    #expect(asksUnfailing { $0.asyncMap { try await Self.failing($0) } } == [.max(1)])
    expectEqual(asks { $0.asyncFilter { _ in true } }, [.max(1)])
    #expect(asksUnfailing { $0.asyncFilter { try await Self.failing($0) > 0 } } == [.max(1)])
    expectEqual(asks { $0.asyncCompactMap { $0 } }, [.max(1)])
    #expect(asksUnfailing { $0.asyncCompactMap { try await Self.failing($0) } } == [.max(1)])
  }

  @Test("One publisher runs at a time, in each form")
  func onePublisher() {
    let child = Result<Int, TestError>.success(1).publisher
    expectEqual(asks { $0.asyncFlatMap { _ in child } }, [.max(1)])
    expectEqual(asksUnfailing { $0.asyncFlatMap { _ in child } }, [.max(1)])
    #expect(asksUnfailing { $0.asyncFlatMap { _ async throws(TestError) in try Self.failed(child) } } == [.max(1)])
    expectEqual(asks { $0.asyncConcatMap { _ in child } }, [.max(1)])
    expectEqual(asksUnfailing { $0.asyncConcatMap { _ in child } }, [.max(1)])
    #expect(asksUnfailing { $0.asyncConcatMap { _ async throws(TestError) in try Self.failed(child) } } == [.max(1)])
  }

  @Sendable
  private static func failing(_ number: Int) async throws -> Int { throw TestError() }

  @Sendable
  private static func failed<Value>(_ value: Value) throws(TestError) -> Value { throw TestError() }
}

@Suite("asyncFlatMap")
struct AsyncFlatMapTests {
  let upstream = ScriptedPublisher<Int, TestError>()
  let calls = AnsweredCalls()

  @Test("The values of the publishers are merged, one publisher at a time", .timeLimit(.generous))
  func merges() async {
    let listener = Listener(
      (1...3).publisher.asyncFlatMap { number in
        await Task.yield()
        return [number, number * 10].publisher
      })
    #expect(await listener.untilEnd() == [1, 10, 2, 20, 3, 30])
  }

  @Test("The bound counts publishers as well as closures that run", .timeLimit(.generous))
  func bound() async {
    let children = (0..<4).map { _ in ScriptedPublisher<Int, TestError>() }
    let isSubscribed = (0..<4).map { _ in Event() }
    for (child, event) in zip(children, isSubscribed) { child.onRequest = { _ in event.happen() } }
    let listener = Listener(
      upstream.asyncFlatMap(maxConcurrent: 2) { [calls] number in
        _ = await calls.call(number)
        return children[number]
      })
    expectEqual(upstream.requests, [.demand(.max(2))])
    upstream.send(0)
    upstream.send(1)
    calls.answer(0, 1, 2)
    await isSubscribed[0].wait()
    await isSubscribed[1].wait()
    children[1].send(11)
    expectEqual(listener.recorder.values, [11])
    expectEqual(upstream.demand, .max(2))
    children[0].send(completion: .finished)
    expectEqual(upstream.demand, .max(3))
    upstream.send(2)
    await isSubscribed[2].wait()
    upstream.send(completion: .finished)
    children[2].send(22)
    children[1].send(completion: .finished)
    children[2].send(completion: .finished)
    #expect(await listener.untilEnd() == [11, 22])
    expectEqual(listener.recorder.completions, [.finished])
  }

  @Test("A throw cancels the publishers, and a failing publisher the closures", .timeLimit(.generous))
  func fails() async {
    let child = ScriptedPublisher<Int, TestError>()
    let isSubscribed = Event()
    child.onRequest = { _ in isSubscribed.happen() }
    func listen(throwing: Bool) -> Listener<Int, TestError> {
      Listener(
        upstream.asyncFlatMap(maxConcurrent: 2) { [calls] number async throws(TestError) in
          if number.isMultiple(of: 2) { return child }
          _ = await calls.call(number)
          if throwing { throw TestError("closure") }
          return child
        })
    }
    let first = listen(throwing: true)
    upstream.send(2)
    await isSubscribed.wait()
    upstream.send(1)
    calls.answer(1)
    _ = await first.untilEnd()
    expectEqual(first.recorder.failure, TestError("closure"))
    expect(child.cancelCount == 1 && upstream.cancelCount == 1)

    let second = listen(throwing: false)
    let isAgain = Event()
    child.onRequest = { _ in isAgain.happen() }
    upstream.send(4)
    await isAgain.wait()
    upstream.send(3)
    await calls.untilRunning(3)
    child.send(completion: .failure(TestError("child")))
    _ = await second.untilEnd()
    expectEqual(second.recorder.failure, TestError("child"))
    await calls.untilOver(3)
    expect(calls.cancelled == [3] && upstream.cancelCount == 2)
  }

  @Test("Publishers that fail follow an upstream that cannot", .timeLimit(.generous))
  func widens() async {
    let listener = Listener(Just(1).asyncFlatMap { _ in Fail<Int, TestError>(error: TestError("child")) })
    _ = await listener.untilEnd()
    let failure: TestError? = listener.recorder.failure
    expectEqual(failure, TestError("child"))
    let throwing = Listener(
      Just(1).asyncFlatMap { number async throws(TestError) in
        if number == 1 { throw TestError("closure") }
        return Result<Int, TestError>.success(number).publisher
      })
    _ = await throwing.untilEnd()
    let thrown: TestError? = throwing.recorder.failure
    expectEqual(thrown, TestError("closure"))
  }
}
