import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("scan(into:)")
struct ScanIntoTests {
  // Cases XA-039, XA-040.
  @Test("Delivers the accumulated value after each element")
  func accumulates() {
    marbles("-1--2--3--|") { $0.scan(into: 0) { $0 += $1 } }.expect("-1--3--6--|", value: { $0.wholeNumberValue ?? 0 })
    marbles("-|") { $0.scan(into: 7) { $0 += $1 } }.expect("-|")
    marbles("-1-#") { $0.scan(into: 0) { $0 += $1 } }.expect("-1-#")
  }

  // Case XA-041.
  @Test("An array grows in place if downstream does not keep it")
  func growsInPlace() {
    let copies = Box(0)
    let counted = (0..<100_000).publisher.scan(into: Watched(copies)) { $0.append($1) }.map(\.count)
    expectEqual(counted.record().values.last, 100_000)
    // Once, from the initial value, which the publisher keeps.
    expectEqual(copies.value, 1)
  }

  @Test("What downstream keeps does not change")
  func keptValuesStay() {
    expectEqual([1, 2, 3].publisher.scan(into: []) { $0.append($1) }.record().values, [[1], [1, 2], [1, 2, 3]])
  }

  @Test("Each subscription begins with the initial value")
  func subscriptionsAreIndependent() {
    let sums = [1, 2].publisher.scan(into: 10) { $0 += $1 }
    for _ in 1...2 { expectEqual(sums.record().values, [11, 13]) }
  }

  @Test("An upstream that sends inside the closure, against the rules, cannot reach the value that is being changed")
  func reentrantUpstream() {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    let recorder = upstream.scan(into: 0) { sum, value in
      if value == 1 { upstream.send(2) }
      sum += value
    }.record()
    upstream.send(1)
    upstream.send(3)
    expectEqual(recorder.values, [1, 4])
  }

  @Test("It is a ScanInto, which a chain need not name")
  func staticType() {
    #expect(
      type(of: Just(1).eraseToAnyPublisher().scan(into: "") { $0 += "\($1)" })
        == Publishers.ScanInto<AnyPublisher<Int, Never>, String>.self)
  }

  /// A list that counts how often it is copied to be changed.
  private struct Watched {
    private final class Storage {
      var elements: [Int]
      init(_ elements: [Int]) { self.elements = elements }
    }

    private var storage = Storage([])
    private let copies: Box<Int>

    init(_ copies: Box<Int>) { self.copies = copies }

    var count: Int { storage.elements.count }

    mutating func append(_ element: Int) {
      if !isKnownUniquelyReferenced(&storage) {
        copies.increment()
        storage = Storage(storage.elements)
      }
      storage.elements.append(element)
    }
  }
}
