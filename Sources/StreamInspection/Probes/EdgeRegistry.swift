internal import StreamCore

/// The edges that are alive.
final class EdgeRegistry: Sendable {
  static let shared = EdgeRegistry()

  // Sendable: the weak reference is only read.
  private struct Entry: @unchecked Sendable {
    weak var edge: Edge?
  }

  private let entries = Locked<[Edge.ID: Entry]>([:])

  func add(_ edge: Edge) {
    entries.withLock { $0[edge.id] = Entry(edge: edge) }
  }

  func forget(_ id: Edge.ID) {
    _ = entries.withLock { $0.removeValue(forKey: id) }
  }

  func edge(_ id: Edge.ID) -> Edge? {
    entries.withLock { $0[id]?.edge }
  }

  /// The living edges, in the order in which they were made. Looking at one retains it for that moment; none is
  /// released under the lock.
  var living: [Edge] {
    entries.withLock { entries in entries.values.compactMap(\.edge) }.sorted { $0.id < $1.id }
  }
}
