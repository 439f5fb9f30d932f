import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("Filtering a Just: simple types where the context asks for them")
struct JustFilteringTests {
  private typealias Maybe = Optional<Int>.Publisher

  private let kept = Maybe(7)
  private let none = Maybe(nil)

  @Test("Operators with a predicate call it once, when they are applied")
  func predicates() {
    for isHeld in [true, false] {
      // Not sendable, and not escaping: it is asked here and now.
      var asked = 0
      func predicate(_ number: Int) -> Bool {
        asked += number
        return isHeld
      }
      expectEqual(Just(7).filter(predicate), (isHeld ? kept : none))
      expectEqual(Just(7).first(where: predicate), (isHeld ? kept : none))
      expectEqual(Just(7).last(where: predicate), (isHeld ? kept : none))
      expectEqual(Just(7).prefix(while: predicate), (isHeld ? kept : none))
      expectEqual(Just(7).drop(while: predicate), (isHeld ? none : kept))
      expectEqual(asked, 35)
    }
  }

  @Test("Operators with a count or a position give the value or none")
  func positions() {
    expectEqual(Just(7).dropFirst(), none)
    expectEqual(Just(7).dropFirst(0), kept)
    expectEqual(Just(7).dropFirst(.max), none)
    expectEqual(Just(7).prefix(0), none)
    expectEqual(Just(7).prefix(.max), kept)
    expectEqual(Just(7).output(at: 0), kept)
    expectEqual(Just(7).output(at: .max), none)
    expectEqual(Just(7).output(in: 0...), kept)
    expectEqual(Just(7).output(in: 0...Int.max), kept)
    expectEqual(Just(7).output(in: 1...), none)
  }

  @Test("An empty range gives no value, unlike in Combine")
  func emptyRange() {
    expectEqual(Just(7).output(in: 0..<0), none)
    expectEqual(Just(7).output(in: ..<0), none)
  }

  @Test("Operators that cannot change the value give a Just")
  func justs() {
    expectEqual(Just(7).first(), Just(7))
    expectEqual(Just(7).last(), Just(7))
    expectEqual(Just(7).removeDuplicates(), Just(7))
    expectEqual(Just(7).removeDuplicates { _, _ in true }, Just(7))
    expectEqual(Just(7).replaceEmpty(with: 9), Just(7))
    let tried: Result<Int, any Error>.Publisher = Just(7).tryRemoveDuplicates { _, _ in true }
    expectEqual(tried.record().values, [7])
    let ignored: Empty<Int, Never> = Just(7).ignoreOutput()
    expectEqual(ignored.record().events, [.subscription("Empty"), .finished])
  }

  @Test("Without a type from the context, the operator is the same as on any publisher")
  func favoursGeneral() {
    let first = Just(7).first()
    let filter = Just(7).filter { $0 > 5 }
    let ignored = Just(7).ignoreOutput()
    expect(type(of: first) == Publishers.First<Just<Int>>.self)
    expect(type(of: filter) == Publishers.Filter<Just<Int>>.self)
    expect(type(of: ignored) == Publishers.IgnoreOutput<Just<Int>>.self)
  }

  @Test("A range that begins below zero gives no value, as in Combine, though zero lies in it")
  func rangeFromBelowZero() {
    expectEqual(Just(7).output(in: -10..<10), none)
    expectEqual(Just(7).output(in: -1...3), none)
    expectEqual(Just(7).output(in: (-1)...), none)
    expectEqual(Just(7).output(in: -10..<0), none)
    expectEqual(Just(7).output(in: 0..<10), kept)
  }

  @Test("A comparison that throws fails the stream, though there is nothing to compare the value with")
  func thrownError() {
    let asked = Box<[[Int]]>([])
    let tried: Result<Int, any Error>.Publisher = Just(7).tryRemoveDuplicates { first, second in
      asked.update { $0.append([first, second]) }
      throw TestError("thrown")
    }
    expectEqual(asked.value, [[7, 7]])
    expectEqual(tried.record(demand: .none).failure as? TestError, TestError("thrown"))
  }

  @Test("In the general form, too, the closure is called for a single value, and the error it throws fails the stream")
  func thrownErrorWithoutContext() {
    let just = Just(7).tryRemoveDuplicates { _, _ in throw TestError("thrown") }
    expectEqual(just.record().failure as? TestError, TestError("thrown"))
    let result = Result<Int, TestError>.Publisher(7).tryRemoveDuplicates { _, _ in throw TestError("thrown") }
    expectEqual(result.record().failure as? TestError, TestError("thrown"))
    expectEqual(Just(7).tryRemoveDuplicates { _, _ in true }.record().values, [7])
    let first = Publishers.First(upstream: Just(7)).tryRemoveDuplicates { _, _ in throw TestError("thrown") }
    expectEqual(first.record().failure as? TestError, TestError("thrown"))
  }

  @Test("Negative counts and positions trap")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = Just(7).dropFirst(-1) as Optional<Int>.Publisher }
    await #expect(processExitsWith: .failure) { _ = Just(7).prefix(-1) as Optional<Int>.Publisher }
    await #expect(processExitsWith: .failure) { _ = Just(7).output(at: -1) as Optional<Int>.Publisher }
  }
}
