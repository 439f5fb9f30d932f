import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("tryReduce(into:)")
struct TryReduceIntoTests {
  private struct Odd: Error, Equatable {
    var number: Int
  }

  private static let append: @Sendable (inout [Int], Int) throws(Odd) -> Void = { (list, number) throws(Odd) in
    guard number != 5 else { throw Odd(number: number) }
    list.append(number)
  }

  private static let appendBelowTen: @Sendable (inout [Int], Int) throws -> Void = { list, number in
    guard number < 10 else { throw TestError("too much") }
    list.append(number)
  }

  // Cases XA-133, XA-134
  @Test("Delivers the accumulated value at the end, the initial one if there is no element")
  func accumulates() {
    let numbers = [1, 2, 3].publisher
    expectEqual(numbers.tryReduce(into: [], Self.appendBelowTen).record().values, [[1, 2, 3]])
    #expect(Empty<Int, Never>().tryReduce(into: [], Self.appendBelowTen).record().values == [[]])
  }

  // Case XA-135
  @Test("The result waits for demand, and a failure drops it")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.tryReduce(into: [], Self.appendBelowTen).record(demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    upstream.send(completion: .finished)
    expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1]])
    expect(recorder.isFinished)
    let failing = PassthroughSubject<Int, TestError>()
    let failed = failing.tryReduce(into: [], Self.appendBelowTen).record()
    failing.send(1)
    failing.send(completion: .failure(TestError("e")))
    expect(failed.values.isEmpty)
    expectEqual(failed.failure as? TestError, TestError("e"))
  }

  @Test("An error thrown cancels upstream before the send of its element returns, and is the failure")
  func throwing() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.tryReduce(into: [], Self.appendBelowTen).record()
    upstream.send(1)
    upstream.send(10)
    expectEqual(upstream.cancelCount, 1)
    expect(recorder.values.isEmpty)
    expectEqual(recorder.failure as? TestError, TestError("too much"))
  }

  @Test("Two subscriptions do not share the value")
  func subscriptionsAreIndependent() {
    let lists = [1, 2].publisher.tryReduce(into: [0], Self.appendBelowTen)
    for _ in 1...2 { expectEqual(lists.record().values, [[0, 1, 2]]) }
  }

  @Test("An error of one type becomes the failure where upstream cannot fail, or fails with the same type")
  func typedFailures() {
    let thrown: RecordingSubscriber<[Int], Odd> = [1, 5].publisher.tryReduce(into: [], Self.append).record()
    expectEqual(thrown.failure, Odd(number: 5))
    let result: RecordingSubscriber<[Int], Odd> = [1, 2].publisher.tryReduce(into: [], Self.append).record()
    expectEqual(result.values, [[1, 2]])
    let failing = Fail(outputType: Int.self, failure: Odd(number: 7))
    let passed: RecordingSubscriber<[Int], Odd> = failing.tryReduce(into: [], Self.append).record()
    expectEqual(passed.failure, Odd(number: 7))
  }

  @Test("A closure that does not throw, and one of a publisher of any error, give any error")
  func untypedFailures() {
    let numbers = (1...3).publisher.eraseToAnyPublisher()
    let sum = numbers.tryReduce(into: 0) { $0 += $1 }
    #expect(type(of: sum) == Publishers.TryReduceInto<AnyPublisher<Int, Never>, Int>.self)
    expectEqual(sum.record().values, [6])
    let failing = Publishers.Sequence<ClosedRange<Int>, any Error>(sequence: 1...3)
    let recorder: RecordingSubscriber<[Int], any Error> = failing.tryReduce(into: [], Self.appendBelowTen).record()
    expectEqual(recorder.values, [[1, 2, 3]])
  }

  @Test("Releases downstream, closure and result, however the stream ends (rule 7)")
  func release() {
    expectEqual(leaks { source, token in source.tryReduce(into: 0) { $0 = token.pass($0 + $1) } }, [])
    expectEqual(leaks { source, token in source.tryReduce(into: token) { _, _ in } }, [])
  }
}
