internal import StreamCore

/// The publishers of objects without `@Published` properties, which have no storage for one.
///
/// References are weak: a publisher lives while it is retained or subscribed to. A later access may create another,
/// which cannot be observed.
enum UnpublishedObjects {
  // Sendable: accessed under the lock.
  private struct Entry: @unchecked Sendable {
    weak var object: AnyObject?
    weak var publisher: ObservableObjectPublisher?
  }

  private struct Table {
    var entries: [ObjectIdentifier: Entry] = [:]

    /// The number of entries at which stale ones are removed.
    var limit = 64
  }

  private static let table = Locked(Table())

  /// The number of entries.
  static var count: Int { table.withLock { $0.entries.count } }

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let made = ObservableObjectPublisher()
    let key = ObjectIdentifier(object)
    // Reading a weak reference may yield the last strong one: release it outside the lock.
    var read: [AnyObject?] = []
    let publisher = table.withLock { table in
      if let entry = table.entries[key], entry.object === object, let present = entry.publisher { return present }
      table.entries[key] = Entry(object: object, publisher: made)
      if table.entries.count > table.limit {
        table.entries = table.entries.filter { _, entry in
          let (object, publisher) = (entry.object, entry.publisher)
          read += [object, publisher]
          return object != nil && publisher != nil
        }
        table.limit = max(64, table.entries.count * 2)
      }
      return made
    }
    withExtendedLifetime(read) {}
    return publisher
  }
}
