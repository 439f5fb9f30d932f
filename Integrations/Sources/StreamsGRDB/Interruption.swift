internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// Has a connection give up its query, or the next one, once it is set.
///
/// SQLite's own interrupt is lost on a connection that is not open yet, or whose query has not begun its first step. It
/// asks this one while it steps.
final class Interruption: Sendable {
  private let isRaised = Atomic(false)

  /// Whether it has been set.
  var isSet: Bool { isRaised.load(ordering: .relaxed) }

  /// Sets it for ever; on any thread.
  func set() {
    isRaised.store(true, ordering: .relaxed)
  }

  /// Has the connections of a configuration ask.
  func add(to configuration: inout Configuration) {
    // The connection retains its configuration, which retains this object.
    configuration.prepareDatabase { database in
      // A hundred steps of SQLite's machine take microseconds.
      sqlite3_progress_handler(
        database.sqliteConnection, 100,
        { $0.map { Unmanaged<Interruption>.fromOpaque($0).takeUnretainedValue().isSet } == true ? 1 : 0 },
        Unmanaged.passUnretained(self).toOpaque())
    }
  }
}
