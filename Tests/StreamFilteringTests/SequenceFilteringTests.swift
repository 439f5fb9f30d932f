import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("Filtering a sequence's publisher: simple types where the context asks for them")
struct SequenceFilteringTests {
  private typealias Numbers = Publishers.Sequence<[Int], Never>

  private let numbers = [1, 2, 7, 3].publisher

  @Test("Filtered elements are a sequence's publisher again")
  func filtered() {
    expectEqual(numbers.filter { $0 > 2 }, [7, 3].publisher)
    expectEqual(numbers.prefix { $0 < 5 }, [1, 2].publisher)
    expectEqual([1, 1, 2, 2, 1].publisher.removeDuplicates(), [1, 2, 1].publisher)
    expectEqual([Int?.none, nil, 1, nil].publisher.removeDuplicates(), [nil, 1, nil].publisher)
    expectEqual([Int]().publisher.removeDuplicates(), [Int]().publisher)
  }

  @Test("Leading elements of any sequence are dropped or kept")
  func leading() {
    let dropped: Publishers.Sequence<DropFirstSequence<[Int]>, Never> = numbers.dropFirst()
    expectEqual(dropped.record().values, [2, 7, 3])
    let droppedAll: Publishers.Sequence<DropFirstSequence<[Int]>, Never> = numbers.dropFirst(.max)
    expect(droppedAll.record().isFinished)
    let open: Publishers.Sequence<DropWhileSequence<[Int]>, Never> = numbers.drop { $0 < 5 }
    expectEqual(open.record().values, [7, 3])
    let prefix: Publishers.Sequence<PrefixSequence<PartialRangeFrom<Int>>, Never> = (1...).publisher.prefix(3)
    expectEqual(prefix.record().values, [1, 2, 3])
    let whole: Publishers.Sequence<PrefixSequence<[Int]>, Never> = numbers.prefix(.max)
    expectEqual(whole.record().values, [1, 2, 7, 3])
  }

  @Test("ignoreOutput gives an Empty")
  func ignored() {
    let ignored: Empty<Int, Never> = numbers.ignoreOutput()
    expectEqual(ignored, Empty())
  }

  @Test("Operators for one element give an optional's publisher")
  func one() {
    typealias Maybe = Optional<Int>.Publisher
    expectEqual(numbers.first(), Maybe(1))
    expectEqual(numbers.last(), Maybe(3))
    expectEqual(numbers.first { $0 > 1 }, Maybe(2))
    expectEqual(numbers.last { $0 < 3 }, Maybe(2))
    expectEqual(numbers.output(at: 2), Maybe(7))
    expectEqual(numbers.output(at: 4), Maybe(nil))
    expectEqual(numbers.output(at: -1), Maybe(nil))
    expectEqual(numbers.first { $0 > 9 }, Maybe(nil))
    expectEqual(numbers.last { $0 > 9 }, Maybe(nil))
    expectEqual([Int]().publisher.first(), Maybe(nil))
    expectEqual([Int]().publisher.last(), Maybe(nil))
  }

  @Test("A range of indices is limited to the existing ones")
  func range() {
    expectEqual(numbers.output(in: 1..<3), [2, 7].publisher)
    expectEqual(numbers.output(in: 2..<99), [7, 3].publisher)
    expectEqual(numbers.output(in: 2..<2), [Int]().publisher)
  }

  @Test("Indices are those of the collection")
  func indices() {
    let slice = [1, 2, 7, 3][2...].publisher
    expectEqual(slice.output(at: 2), Optional<Int>.Publisher(7))
    #expect(slice.output(in: 0..<3) == Publishers.Sequence<[Int], Never>(sequence: [7]))
    let text = "abc"
    expectEqual(text.publisher.output(at: text.index(after: text.startIndex)), Optional<Character>.Publisher("b"))
  }

  @Test("The failure type is kept, though nothing fails")
  func failureType() {
    let publisher = Publishers.Sequence<[Int], TestError>(sequence: [1, 1, 2])
    let withoutDuplicates: Publishers.Sequence<[Int], TestError> = publisher.removeDuplicates()
    expectEqual(withoutDuplicates, Publishers.Sequence(sequence: [1, 2]))
    let ignored: Empty<Int, TestError> = publisher.ignoreOutput()
    expectEqual(ignored, Empty())
  }

  @Test("Without a type from the context, the operator is the same as on any publisher, and lazy")
  func favoursGeneral() {
    let asked = Box(0)
    let first = (1...9).publisher.first { number in
      asked.increment()
      return number > 5
    }
    let prefix = numbers.prefix(2)
    expectEqual(asked.value, 0)
    #expect(type(of: first) == Publishers.FirstWhere<Publishers.Sequence<ClosedRange<Int>, Never>>.self)
    expect(type(of: prefix) == Publishers.Output<Numbers>.self)
  }
}
