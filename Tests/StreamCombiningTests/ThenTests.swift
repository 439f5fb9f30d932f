import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("then")
struct ThenTests {
  @Test("Only the elements of the second publisher are delivered")
  func deliversTheSecond() {
    let recorder = [1, 2, 3].publisher.then { ["A", "B", "C"].publisher }.record()
    expectEqual(recorder.events, [.subscription("Then"), .value("A"), .value("B"), .value("C"), .finished])
  }

  @Test("A failure of the first is passed on, and the closure is not called")
  func failureOfTheFirst() {
    let calls = Box(0)
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.then {
      calls.increment()
      return Result<String, TestError>.Publisher("A")
    }.record()
    upstream.send(1)
    upstream.send(completion: .failure(TestError("e")))
    expectEqual(recorder.failure, TestError("e"))
    expectEqual(recorder.values, [])
    expectEqual(calls.value, 0)
  }

  @Test("A failure of the second is passed on")
  func failureOfTheSecond() {
    let recorder = Empty<Int, TestError>().then { Fail<String, TestError>(error: TestError("late")) }.record()
    expectEqual(recorder.failure, TestError("late"))
  }

  @Test("The second is made when the first has finished, once for each subscriber")
  func madeWhenFinished() {
    let calls = Box(0)
    let upstream = ScriptedPublisher<Int, TestError>()
    let publisher = Publishers.Then(upstream: upstream, maxDemand: .unlimited) {
      Result<Int, TestError>.Publisher(calls.increment())
    }
    let first = publisher.record()
    upstream.send(7)
    expectEqual(calls.value, 0)
    upstream.send(completion: .finished)
    expectEqual(first.values, [1])
    let second = publisher.record()
    upstream.send(completion: .finished)
    expectEqual(second.values, [2])
    expectEqual(calls.value, 2)
  }

  // MARK: Demand

  @Test("The demand of the first never exceeds maxDemand", arguments: [1, 2, 5])
  func maxDemand(allowed: Int) {
    let asked = Box(0)
    let delivered = Box(0)
    let greatest = Box(0)
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.then(maxDemand: .max(allowed)) { Result<Int, TestError>.Publisher(9) }.record()
    asked.value = upstream.requests.reduce(0) { sum, request in
      if case .demand(let demand) = request { sum + (demand.max ?? 0) } else { sum }
    }
    for value in 1...20 {
      greatest.value = max(greatest.value, asked.value - delivered.value)
      delivered.increment()
      asked.value += upstream.send(value).max ?? 0
    }
    expectEqual(greatest.value, allowed)
    expectEqual(asked.value - delivered.value, allowed)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [9])
  }

  @Test("Without maxDemand, unlimited demand is requested of the first")
  func unlimited() {
    let upstream = ScriptedPublisher<Int, TestError>()
    _ = upstream.then { Result<Int, TestError>.Publisher(9) }.record(demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
  }

  @Test("Demand of downstream is for the second publisher only, which gets all of it")
  func demandWaits() {
    let first = ScriptedPublisher<Int, TestError>()
    let second = ScriptedPublisher<String, TestError>()
    let recorder = first.then(maxDemand: .max(1)) { second }.record(demand: .max(2))
    recorder.request(.max(3))
    expectEqual(first.requests, [.demand(.max(1))])
    first.send(completion: .finished)
    expectEqual(second.requests, [.demand(.max(5))])
    recorder.request(.max(1))
    expectEqual(second.requests, [.demand(.max(5)), .demand(.max(1))])
    expectEqual(first.requests, [.demand(.max(1))])
  }

  @Test("Without demand, a completion of the second is delivered, and elements wait")
  func noDemand() {
    let upstream = Empty<Int, TestError>()
    expect(upstream.then { Empty<Int, TestError>() }.record(demand: .none).isFinished)
    let recorder = upstream.then { Publishers.Sequence<_, TestError>(sequence: 1...3) }.record(demand: .none)
    expectEqual(recorder.events, [.subscription("Then")])
    recorder.request(.max(2))
    expectEqual(recorder.values, [1, 2])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2, 3])
    expect(recorder.isFinished)
  }

  @Test("A maxDemand of none traps")
  func zeroDemand() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).then(maxDemand: .none) { Just(2) } }
  }

  // MARK: Cancel

  @Test("A cancel reaches the current publisher, and the closure is not called afterwards")
  func cancel() {
    let calls = Box(0)
    let first = ScriptedPublisher<Int, TestError>(letsGo: false)
    let second = ScriptedPublisher<String, TestError>(letsGo: false)
    let makePipeline = {
      first.then {
        calls.increment()
        return second
      }
    }
    let early = makePipeline().record()
    early.cancel()
    first.send(completion: .finished)
    expectEqual(first.cancelCount, 1)
    expectEqual(calls.value, 0)

    let late = makePipeline().record()
    first.send(completion: .finished)
    late.cancel()
    second.send("x")
    second.send(completion: .finished)
    expectEqual(calls.value, 1)
    expectEqual(second.cancelCount, 1)
    expectEqual(late.values, [])
    expectEqual(late.completions, [])
  }

  @Test("A cancel inside receive(subscription:) cancels the first")
  func cancelAtOnce() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { $0.cancel() }
    upstream.then { Result<Int, TestError>.Publisher(9) }.subscribe(recorder)
    upstream.send(completion: .finished)
    expectEqual(upstream.requests, [.cancel])
    expectEqual(recorder.values, [])
  }

  @Test("Many of them around each other do not grow the stack at the values")
  func manyElements() {
    let recorder = (0..<manyTimes).publisher.then(maxDemand: .max(1)) { Just(true) }.record()
    expectEqual(recorder.values, [true])
  }
}
