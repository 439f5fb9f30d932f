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
      expectEqual(kept.filter(predicate), (isHeld ? kept : none))
      expectEqual(kept.first(where: predicate), (isHeld ? kept : none))
      expectEqual(kept.last(where: predicate), (isHeld ? kept : none))
      expectEqual(kept.prefix(while: predicate), (isHeld ? kept : none))
      expectEqual(kept.drop(while: predicate), (isHeld ? none : kept))
      expectEqual(asked, 35)
      expectEqual(none.filter(predicate), none)
      expectEqual(none.first(where: predicate), none)
      expectEqual(none.last(where: predicate), none)
      expectEqual(none.prefix(while: predicate), none)
      expectEqual(none.drop(while: predicate), none)
      expectEqual(asked, 35)
    }
  }

  @Test("Operators with a count or a position give the value or none")
  func positions() {
    expectEqual(kept.dropFirst(), none)
    expectEqual(kept.dropFirst(0), kept)
    expectEqual(kept.prefix(0), none)
    expectEqual(kept.prefix(.max), kept)
    expectEqual(kept.output(at: 0), kept)
    expectEqual(kept.output(at: 1), none)
    expectEqual(kept.output(in: ..<1), kept)
    expectEqual(kept.output(in: 0..<0), none)
    expectEqual(kept.output(in: 1...), none)
    expectEqual(none.dropFirst(0), none)
    expectEqual(none.prefix(1), none)
    expectEqual(none.output(at: 0), none)
    expectEqual(none.output(in: 0...), none)
  }

  @Test("Operators that cannot change the value give the same publisher", arguments: [7, nil])
  func unchanged(value: Int?) {
    let publisher = Maybe(value)
    expectEqual(publisher.first(), publisher)
    expectEqual(publisher.last(), publisher)
    expectEqual(publisher.removeDuplicates(), publisher)
    expectEqual(publisher.removeDuplicates { _, _ in true }, publisher)
    let ignored: Empty<Int, Never> = publisher.ignoreOutput()
    expectEqual(ignored, Empty())
  }

  @Test("Without a value, the replacement gives a Just")
  func replacesEmpty() {
    expectEqual(kept.replaceEmpty(with: 9), Just(7))
    expectEqual(none.replaceEmpty(with: 9), Just(9))
  }

  @Test("Without a type from the context, the operator is the same as on any publisher")
  func favoursGeneral() {
    let first = kept.first()
    let filter = kept.filter { $0 > 5 }
    expect(type(of: first) == Publishers.First<Maybe>.self)
    expect(type(of: filter) == Publishers.Filter<Maybe>.self)
  }

  @Test("Negative counts and positions trap, even without a value")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = Int?.none.publisher.dropFirst(-1) as Optional<Int>.Publisher }
    await #expect(processExitsWith: .failure) { _ = Int?.none.publisher.prefix(-1) as Optional<Int>.Publisher }
    await #expect(processExitsWith: .failure) { _ = Int?.none.publisher.output(at: -1) as Optional<Int>.Publisher }
  }
}
