import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("Mapping keeps a simple type, if the context asks for it")
struct ConcreteMappingTests {
  private static func refuse(_ number: Int) throws -> String {
    guard number != 7 else { throw TestError("refused") }
    return "\(number)"
  }

  @Test("Mapping a Just gives a Just")
  func just() {
    let mapped: Just<String> = Just(7).map { "\($0)" }
    expectEqual(mapped, Just("7"))
    let compacted: Optional<String>.Publisher = Just(7).compactMap { $0 < 5 ? "\($0)" : nil }
    expectEqual(compacted, Optional.Publisher(nil))
    let scanned: Result<String, Never>.Publisher = Just(7).scan("a") { $0 + "\($1)" }
    expectEqual(scanned, Result.Publisher("a7"))
    let typed: Result<Int, TestError>.Publisher = Just(7).setFailureType(to: TestError.self)
    expectEqual(typed, Result.Publisher(7))
    let tried: Result<String, any Error>.Publisher = Just(8).tryMap(Self.refuse)
    expectEqual(tried.record().values, ["8"])
    let refused: Result<String, any Error>.Publisher = Just(7).tryMap(Self.refuse)
    expectEqual(refused.record().failure as? TestError, TestError("refused"))
    let triedScan: Result<String, any Error>.Publisher = Just(8).tryScan("a") { $0 + (try Self.refuse($1)) }
    expectEqual(triedScan.record().values, ["a8"])
    let refusedScan: Result<String, any Error>.Publisher = Just(7).tryScan("a") { $0 + (try Self.refuse($1)) }
    expectEqual(refusedScan.record().failure as? TestError, TestError("refused"))
  }

  @Test("Mapping an Optional.Publisher gives an Optional.Publisher")
  func optional() {
    for (number, text) in [(7, "7"), (nil, nil)] as [(Int?, String?)] {
      let mapped: Optional<String>.Publisher = number.publisher.map { "\($0)" }
      expectEqual(mapped, Optional.Publisher(text))
      let compacted: Optional<String>.Publisher = number.publisher.compactMap { $0 == 7 ? "\($0)" : nil }
      expectEqual(compacted, Optional.Publisher(text))
      let dropped: Optional<String>.Publisher = number.publisher.compactMap { $0 == 8 ? "\($0)" : nil }
      expectEqual(dropped, Optional.Publisher(nil))
      let scanned: Optional<String>.Publisher = number.publisher.scan("a") { $0 + "\($1)" }
      expectEqual(scanned, Optional.Publisher(text.map { "a" + $0 }))
    }
  }

  @Test("Mapping a Result.Publisher gives a Result.Publisher")
  func result() {
    let success = Result<Int, TestError>.Publisher(7)
    let failure = Result<Int, TestError>.Publisher(TestError("broken"))
    for (source, text) in [(success, .success("7")), (failure, .failure(TestError("broken")))]
      as [(Result<Int, TestError>.Publisher, Result<String, TestError>)]
    {
      let mapped: Result<String, TestError>.Publisher = source.map { "\($0)" }
      expectEqual(mapped.result, text)
      let scanned: Result<String, TestError>.Publisher = source.scan("a") { $0 + "\($1)" }
      expectEqual(scanned.result, text.map { "a" + $0 })
      let tried: Result<String, any Error>.Publisher = source.tryMap { "\($0)" }
      expectEqual(tried.result.mapError { $0 as? TestError ?? TestError("another") }, text)
      let triedScan: Result<String, any Error>.Publisher = source.tryScan("a") { $0 + "\($1)" }
      expectEqual(triedScan.result.mapError { $0 as? TestError ?? TestError("another") }, text.map { "a" + $0 })
    }
    let refused: Result<String, any Error>.Publisher = success.tryMap(Self.refuse)
    expectEqual(refused.record().failure as? TestError, TestError("refused"))
    let refusedScan: Result<String, any Error>.Publisher = success.tryScan("a") { $0 + (try Self.refuse($1)) }
    expectEqual(refusedScan.record().failure as? TestError, TestError("refused"))
    let typed: Result<Int, TestError>.Publisher = Result<Int, Never>.Publisher(7).setFailureType(to: TestError.self)
    expectEqual(typed, success)
  }

  @Test("Mapping a Publishers.Sequence gives a Publishers.Sequence")
  func sequence() {
    let source = [1, 2, 7, 3].publisher
    let mapped: Publishers.Sequence<[String], Never> = source.map { "\($0)" }
    expectEqual(mapped.sequence, ["1", "2", "7", "3"])
    let compacted: Publishers.Sequence<[String], Never> = source.compactMap { $0 < 5 ? "\($0)" : nil }
    expectEqual(compacted.sequence, ["1", "2", "3"])
    let scanned: Publishers.Sequence<[String], Never> = source.scan("") { $0 + "\($1)" }
    expectEqual(scanned.sequence, ["1", "12", "127", "1273"])
    let typed: Publishers.Sequence<[Int], TestError> = source.setFailureType(to: TestError.self)
    expectEqual(typed.sequence, [1, 2, 7, 3])
  }

  @Test("Mapping an Empty gives an Empty")
  func empty() {
    let typed: Empty<Int, TestError> =
      Empty<Int, Never>(completeImmediately: false).setFailureType(to: TestError.self)
    expectEqual(typed, Empty(completeImmediately: false))
  }

  @Test("Without a type from the context, the general forms are chosen")
  func general() {
    let source = [1, 2].publisher
    #expect(type(of: Just(1).map { $0 }) == Publishers.Map<Just<Int>, Int>.self)
    #expect(type(of: Just(1).tryMap { $0 }) == Publishers.TryMap<Just<Int>, Int>.self)
    #expect(type(of: Just(1).scan(0, +)) == Publishers.Scan<Just<Int>, Int>.self)
    #expect(type(of: Just(1).tryScan(0, +)) == Publishers.TryScan<Just<Int>, Int>.self)
    #expect(
      type(of: Just(1).setFailureType(to: TestError.self)) == Publishers.SetFailureType<Just<Int>, TestError>.self)
    #expect(type(of: source.map { $0 }) == Publishers.Map<Publishers.Sequence<[Int], Never>, Int>.self)
    #expect(type(of: source.compactMap { $0 }) == Publishers.CompactMap<Publishers.Sequence<[Int], Never>, Int>.self)
    #expect(type(of: source.scan(0, +)) == Publishers.Scan<Publishers.Sequence<[Int], Never>, Int>.self)
  }
}
