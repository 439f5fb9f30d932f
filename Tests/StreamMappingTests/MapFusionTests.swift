import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("Two transformations in a row")
struct MapFusionTests {
  private typealias Source = Publishers.Sequence<[Int], Never>

  private static let source = [1, 2, 3].publisher

  @Test("Are fused into one if the context asks for that type")
  func fused() {
    let mapMap: Publishers.Map<Source, String> = Self.source.map { $0 * 2 }.map { "\($0)" }
    expectEqual(mapMap.record().values, ["2", "4", "6"])
    let mapTry: Publishers.TryMap<Source, String> = Self.source.map { $0 * 2 }.tryMap { number in
      if number == 6 { throw TestError("six") }
      return "\(number)"
    }
    expectEqual(mapTry.record().values, ["2", "4"])
    expectEqual(mapTry.record().failure as? TestError, TestError("six"))
    let tryThenMap: Publishers.TryMap<Source, String> = Self.source.tryMap { number in
      if number == 2 { throw TestError("two") }
      return number
    }.map { "\($0)" }
    expectEqual(tryThenMap.record().values, ["1"])
    expectEqual(tryThenMap.record().failure as? TestError, TestError("two"))
    let tryTry: Publishers.TryMap<Source, String> = Self.source.tryMap { $0 * 2 }.tryMap { number in
      if number == 6 { throw TestError("six") }
      return "\(number)"
    }
    expectEqual(tryTry.record().values, ["2", "4"])
    expectEqual(tryTry.record().failure as? TestError, TestError("six"))
  }

  @Test("Stay two without a type from the context")
  func stayTwo() {
    let publisher = Self.source.map { $0 * 2 }.map { "\($0)" }
    #expect(type(of: publisher) == Publishers.Map<Publishers.Map<Source, Int>, String>.self)
  }
}
