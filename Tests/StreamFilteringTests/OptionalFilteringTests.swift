import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("Filtering an optional's publisher: simple types where the context asks for them")
struct OptionalFilteringTests {
  private typealias Maybe = Optional<Int>.Publisher

  private let kept = Maybe(7)
  private let none = Maybe(nil)

  @Test("Operators with a predicate call it once, when they are applied")
  func predicates() {
    for isHeld in [true, false] {
      var asked = 0
      func predicate(_ number: Int) -> Bool {
        asked += number
        return isHeld
      }
      #expect(kept.filter(predicate) == (isHeld ? kept : none))
      #expect(kept.first(where: predicate) == (isHeld ? kept : none))
      #expect(kept.last(where: predicate) == (isHeld ? kept : none))
      #expect(kept.prefix(while: predicate) == (isHeld ? kept : none))
      #expect(kept.drop(while: predicate) == (isHeld ? none : kept))
      #expect(asked == 35)
      #expect(none.filter(predicate) == none)
      #expect(none.first(where: predicate) == none)
      #expect(none.last(where: predicate) == none)
      #expect(none.prefix(while: predicate) == none)
      #expect(none.drop(while: predicate) == none)
      #expect(asked == 35)
    }
  }

  @Test("Operators with a count or a position give the value or none")
  func positions() {
    #expect(kept.dropFirst() == none)
    #expect(kept.dropFirst(0) == kept)
    #expect(kept.prefix(0) == none)
    #expect(kept.prefix(.max) == kept)
    #expect(kept.output(at: 0) == kept)
    #expect(kept.output(at: 1) == none)
    #expect(kept.output(in: ..<1) == kept)
    #expect(kept.output(in: 0..<0) == none)
    #expect(kept.output(in: 1...) == none)
    #expect(none.dropFirst(0) == none)
    #expect(none.prefix(1) == none)
    #expect(none.output(at: 0) == none)
    #expect(none.output(in: 0...) == none)
  }

  @Test("Operators that cannot change the value give the same publisher", arguments: [7, nil])
  func unchanged(value: Int?) {
    let publisher = Maybe(value)
    #expect(publisher.first() == publisher)
    #expect(publisher.last() == publisher)
    #expect(publisher.removeDuplicates() == publisher)
    #expect(publisher.removeDuplicates { _, _ in true } == publisher)
    let ignored: Empty<Int, Never> = publisher.ignoreOutput()
    #expect(ignored == Empty())
  }

  @Test("Without a value, the replacement gives a Just")
  func replacesEmpty() {
    #expect(kept.replaceEmpty(with: 9) == Just(7))
    #expect(none.replaceEmpty(with: 9) == Just(9))
  }

  @Test("Without a type from the context, the operator is the same as on any publisher")
  func favoursGeneral() {
    let first = kept.first()
    let filter = kept.filter { $0 > 5 }
    #expect(type(of: first) == Publishers.First<Maybe>.self)
    #expect(type(of: filter) == Publishers.Filter<Maybe>.self)
  }

  @Test("Negative counts and positions trap, even without a value")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = Int?.none.publisher.dropFirst(-1) as Optional<Int>.Publisher }
    await #expect(processExitsWith: .failure) { _ = Int?.none.publisher.prefix(-1) as Optional<Int>.Publisher }
    await #expect(processExitsWith: .failure) { _ = Int?.none.publisher.output(at: -1) as Optional<Int>.Publisher }
  }
}
