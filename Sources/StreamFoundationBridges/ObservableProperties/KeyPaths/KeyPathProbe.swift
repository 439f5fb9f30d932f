public import StreamCore
public import Synchronization

/// Records which properties a key path reads.
///
/// A key path cannot be inspected for the properties on its way. So it is read once, and the properties record the
/// access. When no probe is open, a property access pays for reading one word.
@usableFromInline
struct KeyPathProbe: ~Copyable, Sendable {
  @usableFromInline let openings = SharedWord(0)

  /// The probing threads, by identifier, with the cells recorded for each; a stack, because a probe may open another.
  static let seen = Locked<[UInt: [Set<ObjectIdentifier>]]>([:])

  @usableFromInline
  init() {}

  // Relaxed: only reads on the thread that opened the probe are recorded, and that thread sees its own addition.
  @inlinable var isSet: Bool { openings.load(ordering: .relaxed) != 0 }

  borrowing func open() { openings.wrappingAdd(1, ordering: .relaxed) }

  borrowing func close() { openings.wrappingSubtract(1, ordering: .relaxed) }

  @usableFromInline
  borrowing func note(_ cell: AnyObject) {
    let (thread, cell) = (currentThread(), ObjectIdentifier(cell))
    Self.seen.withLock { seen in
      guard let last = seen[thread]?.indices.last else { return }
      seen[thread]?[last].insert(cell)
    }
  }

  /// Returns the properties of an object that `body` reads.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - body: Called once.
  /// - Returns: The cells of those properties.
  static func cells(of object: AnyObject, readBy body: () -> Void) -> [any AnyPropertyCell] {
    let cells = PublishedFields.of(type(of: object)).cells(in: object)
    let thread = currentThread()
    for cell in cells { cell.openProbe() }
    seen.withLock { $0[thread, default: []].append([]) }
    body()
    let found = seen.withLock { seen in
      let found = seen[thread]?.popLast()
      if seen[thread]?.isEmpty == true { seen[thread] = nil }
      return found ?? []
    }
    for cell in cells { cell.closeProbe() }
    return cells.filter { found.contains(ObjectIdentifier($0)) }
  }
}
