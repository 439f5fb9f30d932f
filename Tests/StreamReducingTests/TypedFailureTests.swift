import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("Typed failures of reducing")
struct TypedFailureTests {
  private struct Odd: Error, Equatable {
    var number: Int
  }

  private static let isSmall: @Sendable (Int) throws(Odd) -> Bool = { number throws(Odd) in
    guard number != 5 else { throw Odd(number: number) }
    return number < 3
  }

  private static let isLess: @Sendable (Int, Int) throws(Odd) -> Bool = { (one, other) throws(Odd) in
    guard one != 5, other != 5 else { throw Odd(number: 5) }
    return one < other
  }

  private static let add: @Sendable (Int, Int) throws(Odd) -> Int = { (sum, number) throws(Odd) in
    guard number != 5 else { throw Odd(number: number) }
    return sum + number
  }

  @Test("An error thrown becomes a failure of its type where upstream cannot fail")
  func thrown() {
    let numbers = [1, 2, 5, 4].publisher
    let reduce: RecordingSubscriber<Int, Odd> = numbers.tryReduce(0, Self.add).record()
    let max: RecordingSubscriber<Int, Odd> = numbers.tryMax(by: Self.isLess).record()
    let min: RecordingSubscriber<Int, Odd> = numbers.tryMin(by: Self.isLess).record()
    let all: RecordingSubscriber<Bool, Odd> = numbers.tryAllSatisfy(Self.isSmall).record()
    let contains: RecordingSubscriber<Bool, Odd> =
      numbers.tryContains { number throws(Odd) in try !Self.isSmall(number) }.record()
    for failure in [reduce.failure, max.failure, min.failure, all.failure, contains.failure] {
      expectEqual(failure, Odd(number: 5))
    }
  }

  @Test("The result comes where nothing is thrown")
  func results() {
    let numbers = Publishers.Sequence<[Int], Odd>(sequence: [4, 1, 2])
    expectEqual(numbers.tryReduce(0, Self.add).record().values, [7])
    expectEqual(numbers.tryMax(by: Self.isLess).record().values, [4])
    expectEqual(numbers.tryMin(by: Self.isLess).record().values, [1])
    expectEqual(numbers.tryAllSatisfy(Self.isSmall).record().values, [false])
    expectEqual(numbers.tryContains(where: Self.isSmall).record().values, [true])
  }

  @Test("Upstream's failure keeps its type beside a closure that throws the same")
  func upstream() {
    let failing = Fail(outputType: Int.self, failure: Odd(number: 7))
    let reduce: RecordingSubscriber<Int, Odd> = failing.tryReduce(0, Self.add).record()
    let max: RecordingSubscriber<Int, Odd> = failing.tryMax(by: Self.isLess).record()
    let all: RecordingSubscriber<Bool, Odd> = failing.tryAllSatisfy(Self.isSmall).record()
    let contains: RecordingSubscriber<Bool, Odd> = failing.tryContains(where: Self.isSmall).record()
    for failure in [reduce.failure, max.failure, all.failure, contains.failure] {
      expectEqual(failure, Odd(number: 7))
    }
  }

  // Case XA-227.
  @Test("An error thrown cancels upstream before the send of its element returns")
  func cancels() {
    let upstreams = (0..<5).map { _ in ScriptedPublisher<Int, Never>() }
    let numbers: [RecordingSubscriber<Int, Odd>] = [
      upstreams[0].tryReduce(0, Self.add).record(), upstreams[1].tryMax(by: Self.isLess).record(),
      upstreams[2].tryMin(by: Self.isLess).record(),
    ]
    let answers: [RecordingSubscriber<Bool, Odd>] = [
      upstreams[3].tryAllSatisfy(Self.isSmall).record(), upstreams[4].tryContains(where: Self.isOne).record(),
    ]
    for upstream in upstreams {
      upstream.send(2)
      upstream.send(5)
    }
    expectEqual(upstreams.map(\.cancelCount), [1, 1, 1, 1, 1])
    for failure in numbers.map(\.failure) + answers.map(\.failure) { expectEqual(failure, Odd(number: 5)) }
  }

  private static let isOne: @Sendable (Int) throws(Odd) -> Bool = { number throws(Odd) in
    guard number != 5 else { throw Odd(number: number) }
    return number == 1
  }
}
