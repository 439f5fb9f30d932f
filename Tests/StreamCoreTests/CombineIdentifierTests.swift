import StreamCore
import TestSupport
import Testing

@Suite("CombineIdentifier")
struct CombineIdentifierTests {
  @Test("No two new ones are equal, on whatever threads they are made")
  func unique() {
    let all = Box<Set<CombineIdentifier>>([])
    concurrently(8) { _ in
      let own = (0..<1_000).map { _ in CombineIdentifier() }
      all.update { $0.formUnion(own) }
    }
    expectEqual(all.value.count, 8_000)
  }

  @Test("Each object has one, different from that of every other object")
  func ofObjects() {
    let (first, second) = (Token(), Token())
    expectEqual(CombineIdentifier(first), CombineIdentifier(first))
    expectEqual(CombineIdentifier(first).hashValue, CombineIdentifier(first).hashValue)
    expect(CombineIdentifier(first) != CombineIdentifier(second))
    expect(CombineIdentifier(first) != CombineIdentifier())
  }

  @Test("A class has the identity of its instance without code of its own")
  func defaultForClasses() {
    final class Convertible: CustomCombineIdentifierConvertible {}
    let object = Convertible()
    expectEqual(object.combineIdentifier, CombineIdentifier(object))
    expect(object.combineIdentifier != Convertible().combineIdentifier)
  }

  @Test("It prints in hexadecimal")
  func description() throws {
    let token = Token()
    let address = UInt(bitPattern: ObjectIdentifier(token))
    expectEqual("\(CombineIdentifier(token))", "0x" + String(address, radix: 16))
    let digits = try #require("\(CombineIdentifier())".split(separator: "x").last)
    expect("\(CombineIdentifier())".hasPrefix("0x"))
    expect(UInt(digits, radix: 16) != nil)
  }
}
