import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("append and prepend of simple publishers")
struct ConcreteConcatenationTests {
  @Test("Elements added to a Just give a sequence's publisher, if the context asks for it")
  func just() {
    let appended: Publishers.Sequence<[Int], Never> = Just(1).append(2, 3)
    let appendedSequence: Publishers.Sequence<[Int], Never> = Just(1).append(2...3)
    let prepended: Publishers.Sequence<[Int], Never> = Just(1).prepend(2, 3)
    let prependedSequence: Publishers.Sequence<[Int], Never> = Just(1).prepend(2...3)
    expectEqual([appended, appendedSequence].map(\.sequence), [[1, 2, 3], [1, 2, 3]])
    expectEqual([prepended, prependedSequence].map(\.sequence), [[2, 3, 1], [2, 3, 1]])
  }

  @Test("Elements added to a sequence give a sequence's publisher, if the context asks for it")
  func sequence() {
    let numbers = Publishers.Sequence<[Int], TestError>(sequence: [1, 2])
    let appended: Publishers.Sequence<[Int], TestError> = numbers.append(3, 4)
    let appendedSequence: Publishers.Sequence<[Int], TestError> = numbers.append(3...4)
    let appendedPublisher: Publishers.Sequence<[Int], TestError> = numbers.append(numbers)
    let prepended: Publishers.Sequence<[Int], TestError> = numbers.prepend(3, 4)
    let prependedSequence: Publishers.Sequence<[Int], TestError> = numbers.prepend(3...4)
    let prependedPublisher: Publishers.Sequence<[Int], TestError> = numbers.prepend(appended)
    expectEqual(appended.sequence, [1, 2, 3, 4])
    expectEqual(appendedSequence.sequence, [1, 2, 3, 4])
    expectEqual(appendedPublisher.sequence, [1, 2, 1, 2])
    expectEqual(prepended.sequence, [3, 4, 1, 2])
    expectEqual(prependedSequence.sequence, [3, 4, 1, 2])
    expectEqual(prependedPublisher.sequence, [1, 2, 3, 4, 1, 2])
    expect(prependedPublisher.record().isFinished)
  }
}
