/// The stored properties of a class, inherited ones first, from the runtime's metadata.
///
/// The three entry points are part of the runtime's stable interface: the standard library's own `Mirror` calls them.
///
/// Invariant: they take and return what the declarations below say, and an offset is counted from the address of the
/// object. The first use checks this with a class whose properties are known.
struct StoredProperties: Sequence, IteratorProtocol {
  private let type: AnyClass
  private var indices: Range<Int>

  init(of type: AnyClass) {
    precondition(
      type == Sample.self || Sample.isAsAssumed,
      "The runtime is assumed to list the stored properties of a class in order, with their offsets.")
    self.type = type
    indices = 0..<storedPropertyCount(type)
  }

  /// The next property's byte offset in the object, and its type.
  mutating func next() -> (offset: Int, type: Any.Type)? {
    guard let index = indices.popFirst() else { return nil }
    var details = Details()
    let property = storedPropertyType(type, index, &details)
    if let name = details.name { details.release?(name) }
    return (storedPropertyOffset(type, index), property)
  }

  /// The runtime's details of a property, besides its type.
  fileprivate struct Details {
    var name: UnsafePointer<CChar>?
    var release: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVar = false
  }
}

private class SampleBase {
  let first = UInt8(0xA5)
}

/// A class whose stored properties are known, to check what the runtime reports about them.
private final class Sample: SampleBase {
  let second = 0x5A_5A5A
  let third = UInt16(0xBEEF)

  static let isAsAssumed: Bool = {
    let properties = Array(StoredProperties(of: Sample.self))
    let types: [Any.Type] = [UInt8.self, Int.self, UInt16.self]
    guard properties.map({ ObjectIdentifier($0.type) }) == types.map({ ObjectIdentifier($0) }) else { return false }
    let offsets = properties.map(\.offset)
    let sample = Sample()
    return withExtendedLifetime(sample) {
      let address = UnsafeRawPointer(Unmanaged.passUnretained(sample).toOpaque())
      return address.load(fromByteOffset: offsets[0], as: UInt8.self) == sample.first
        && address.load(fromByteOffset: offsets[1], as: Int.self) == sample.second
        && address.load(fromByteOffset: offsets[2], as: UInt16.self) == sample.third
    }
  }()
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func storedPropertyCount(_: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func storedPropertyType(
  _: Any.Type, _ index: Int, _ details: UnsafeMutablePointer<StoredProperties.Details>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func storedPropertyOffset(_: Any.Type, _ index: Int) -> Int
