internal import StreamCore

/// Where the objects of a class keep their properties marked `@Published`, those of its superclasses included.
///
/// Found once for each class, from what the runtime knows of its stored properties: a `Mirror` would show what the class
/// chooses to show.
///
/// Invariant: a wrapper is read as the type that the runtime says is at its offset, in an object of the class, or of a subclass,
/// that is kept alive meanwhile. The runtime's word is checked once, by ``StoredProperties``.
struct PublishedFields: Sendable {
  private let fields: [(offset: Int, wrapper: any PublishedWrapper.Type)]

  var isEmpty: Bool { fields.isEmpty }

  private static let known = Locked<[ObjectIdentifier: PublishedFields]>([:])

  static func of(_ type: AnyClass) -> PublishedFields {
    let key = ObjectIdentifier(type)
    if let fields = known.withLock({ $0[key] }) { return fields }
    // Whoever comes at the same time finds the same.
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

  /// The publisher that the properties of `object` tell of their changes.
  func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    let present = withExtendedLifetime(object) { fields.first.map { $0.wrapper.cell(at: address + $0.offset) }?.linked }
    return present ?? link(cells(in: object))
  }

  /// One thread links, so that all properties get the same publisher. The value is nobody's.
  private static let linking = Locked(false)

  private func link(_ cells: [any AnyPropertyCell]) -> ObservableObjectPublisher {
    let made = ObservableObjectPublisher()
    return Self.linking.withLock { _ in
      let publisher = cells.first?.linked ?? made
      // The first one last: who finds it linked finds them all.
      for cell in cells.reversed() { cell.link(publisher) }
      return publisher
    }
  }
}

/// `Published`, of whatever type of value.
protocol PublishedWrapper: SendableMetatype {
  /// The cell of the wrapper that an object keeps at an address.
  static func cell(at address: UnsafeRawPointer) -> any AnyPropertyCell
}

extension Published: PublishedWrapper {
  static func cell(at address: UnsafeRawPointer) -> any AnyPropertyCell {
    address.assumingMemoryBound(to: Self.self).pointee.cell
  }
}
