public import StreamCore
public import Synchronization

/// Notes that a property is read by a thread that looks which properties a key path leads to.
///
/// Key paths cannot be asked where they lead. So the key path is read once, and the properties tell whether they were.
/// It costs the reading of a property the look at one word.
@usableFromInline
struct KeyPathProbe: ~Copyable, Sendable {
  @usableFromInline let openings = SharedWord(0)

  /// Threads that look, by their names, and for each what it has seen; one that looks may be made to look again.
  static let seen = Locked<[UInt: [Set<ObjectIdentifier>]]>([:])

  @usableFromInline
  init() {}

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

  /// The properties of an object that are read by `body`.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - body: Runs once.
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
