import TestSupport
import Testing

@testable import StreamObservableProperties

private struct Wide {
  let first = 1
  let second = 2
  let third = 3
}

private class Base {
  var flag = true
  var wide = Wide()
}

private class Derived<Value>: Base {
  var value: Value
  weak var other: AnyObject?
  lazy var late = "late"
  var computed: Int { 0 }
  static var shared: Int { 0 }

  init(_ value: Value) {
    self.value = value
  }
}

private final class Empty {}

@Suite("StoredProperties")
struct StoredPropertiesTests {
  private func read<Value>(_ type: Value.Type, at offset: Int, of object: AnyObject) -> Value {
    withExtendedLifetime(object) {
      let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      return (address + offset).assumingMemoryBound(to: type).pointee
    }
  }

  @Test("A class without stored properties has none")
  func empty() {
    expect(Array(StoredProperties(of: Empty.self)).isEmpty)
  }

  @Test("Those of the superclass come first, and computed and static ones not at all")
  func order() {
    let types = StoredProperties(of: Derived<[Int]>.self).map { "\($0.type)" }
    expectEqual(types.prefix(3), ["Bool", "Wide", "Array<Int>"])
    expectEqual(types.count, 5)
  }

  @Test("At the offset of a property is its value, of generic classes too")
  func offsets() {
    let object = Derived("text")
    object.flag = false
    let offsets = StoredProperties(of: Derived<String>.self).map(\.offset)
    expectEqual(read(Bool.self, at: offsets[0], of: object), false)
    expectEqual(read(Wide.self, at: offsets[1], of: object).third, 3)
    expectEqual(read(String.self, at: offsets[2], of: object), "text")
    object.value = "a text that is too long to be kept in two words"
    expectEqual(read(String.self, at: offsets[2], of: object), object.value)
  }

  @Test("Offsets grow, and keep the alignment of the types")
  func alignment() {
    let offsets = StoredProperties(of: Derived<UInt16>.self).map(\.offset)
    expectEqual(offsets, offsets.sorted())
    expect(offsets[1].isMultiple(of: MemoryLayout<Wide>.alignment))
    expect(offsets[2].isMultiple(of: MemoryLayout<UInt16>.alignment))
  }
}
