/// The stored properties of a class, inherited ones first, from the runtime's metadata.
///
/// The three entry points are part of the runtime's stable interface: the standard library's own `Mirror` calls them.
struct StoredProperties: Sequence, IteratorProtocol {
  private let type: AnyClass
  private let count: Int
  private var index = 0

  init(of type: AnyClass) {
    self.type = type
    count = storedPropertyCount(type)
  }

  /// The next property's byte offset in the object, and its type.
  mutating func next() -> (offset: Int, type: Any.Type)? {
    guard index < count else { return nil }
    defer { index += 1 }
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

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func storedPropertyCount(_: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func storedPropertyType(
  _: Any.Type, _ index: Int, _ details: UnsafeMutablePointer<StoredProperties.Details>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func storedPropertyOffset(_: Any.Type, _ index: Int) -> Int
