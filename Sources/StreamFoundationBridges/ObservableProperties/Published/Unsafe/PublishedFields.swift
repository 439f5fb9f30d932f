internal import StreamCore

/// The offsets of a class's `@Published` properties, including inherited ones.
///
/// Computed once per class from the runtime's metadata of stored properties: a `Mirror` can be customised by the class.
///
/// Invariant: a wrapper is read as the type that the runtime reports for its offset, in an object of the class, or of a
/// subclass, that is kept alive during the read. ``StoredProperties`` checks once that the runtime's offsets are right.
struct PublishedFields: Sendable {
  private let fields: [(offset: Int, wrapper: any PublishedWrapper.Type)]

  var isEmpty: Bool { fields.isEmpty }

  private static let known = Locked<[ObjectIdentifier: PublishedFields]>([:])

  static func of(_ type: AnyClass) -> PublishedFields {
    let key = ObjectIdentifier(type)
    if let fields = known.withLock({ $0[key] }) { return fields }
    // A concurrent lookup computes the same result.
    let fields = PublishedFields(
      fields: StoredProperties(of: type).compactMap { offset, property in
        (property as? any PublishedWrapper.Type).map { (offset, $0) }
      })
    known.withLock { $0[key] = fields }
    return fields
  }

  func cells(in object: AnyObject) -> [any AnyPropertyCell] {
    withExtendedLifetime(object) {
      let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      return fields.map { $0.wrapper.cell(at: address + $0.offset) }
    }
  }

  /// The publisher of an object's changes, shared by its properties.
  func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    let present = withExtendedLifetime(object) { fields.first.map { $0.wrapper.cell(at: address + $0.offset) }?.linked }
    return present ?? link(cells(in: object))
  }

  /// Serialises linking, so that all properties get the same publisher. The Bool is a placeholder: a zero-sized value
  /// would alias the lock word (see `Locked.init`).
  private static let linking = Locked(false)

  private func link(_ cells: [any AnyPropertyCell]) -> ObservableObjectPublisher {
    let made = ObservableObjectPublisher()
    return Self.linking.withLock { _ in
      let publisher = cells.first?.linked ?? made
      // The first cell last: once it is linked, all are.
      for cell in cells.reversed() { cell.link(publisher) }
      return publisher
    }
  }
}

/// The type-erased `Published`.
protocol PublishedWrapper: SendableMetatype {
  /// The cell of the wrapper stored at an address inside an object.
  static func cell(at address: UnsafeRawPointer) -> any AnyPropertyCell
}

extension Published: PublishedWrapper {
  static func cell(at address: UnsafeRawPointer) -> any AnyPropertyCell {
    address.assumingMemoryBound(to: Self.self).pointee.cell
  }
}
