internal import StreamCore

/// The publishers of objects that have no property marked `@Published`, and so no place to keep one.
///
/// Nothing is kept alive here: a publisher lives for as long as somebody has it or is subscribed to it. Until then, that
/// it is another one each time cannot be told.
enum UnpublishedObjects {
  // Sendable: reached under the lock.
  private struct Entry: @unchecked Sendable {
    weak var object: AnyObject?
    weak var publisher: ObservableObjectPublisher?
  }

  private struct Table {
    var entries: [ObjectIdentifier: Entry] = [:]

    /// How many entries there may be before those are sought that are of no use any more.
    var limit = 64
  }

  private static let table = Locked(Table())

  /// How many entries there are.
  static var count: Int { table.withLock { $0.entries.count } }

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let made = ObservableObjectPublisher()
    let key = ObjectIdentifier(object)
    // What is read from a weak reference may be its last owner by the time that it is let go of: not under the lock.
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
