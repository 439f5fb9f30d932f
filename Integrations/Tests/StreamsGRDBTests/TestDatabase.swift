import Foundation
import GRDB

/// A folder for the database of one test, removed with everything in it.
final class TestFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("streams-grdb-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.appendingPathComponent("test.sqlite").path }

  /// A pool with the numbers 1 to `count` in the table `number`.
  func pool(count: Int = 0, _ configure: (inout Configuration) -> Void = { _ in }) throws -> DatabasePool {
    var configuration = Configuration()
    configure(&configuration)
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.fill(count)
    return pool
  }

  /// A queue with the numbers 1 to `count` in the table `number`.
  func queue(count: Int = 0, _ configure: (inout Configuration) -> Void = { _ in }) throws -> DatabaseQueue {
    var configuration = Configuration()
    configure(&configuration)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.fill(count)
    return queue
  }

  /// Locks the database of a queue, until what is returned is closed.
  func lock() throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; UPDATE number SET note = 'x'") }
    return queue
  }

  /// Overwrites the pages of the table.
  func damage() throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0x5A, count: 8_192))
    try handle.close()
  }

  #if os(Linux)
    /// How many descriptors of this process are open on files of the folder whose names end so.
    func openDescriptors(suffix: String = "") throws -> Int {
      let folder = "/proc/self/fd"
      let prefix = url.resolvingSymlinksInPath().path
      return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return target.map { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) } ?? false
      }
    }
  #endif
}

extension DatabaseWriter {
  func fill(_ count: Int) throws {
    try write { database in
      try database.execute(sql: "CREATE TABLE IF NOT EXISTS number (n INTEGER PRIMARY KEY, note TEXT)")
      for n in 1...max(count, 1) where n <= count {
        try database.execute(sql: "INSERT INTO number (n) VALUES (?)", arguments: [n])
      }
    }
  }

  func insert(_ n: Int) throws {
    try write { try $0.execute(sql: "INSERT INTO number (n) VALUES (?)", arguments: [n]) }
  }

  func numbers() throws -> [Int] {
    try read { try Int.fetchAll($0, sql: "SELECT n FROM number ORDER BY n") }
  }
}

let allNumbers: @Sendable (Database) throws -> FastDatabaseValueCursor<Int> = { database in
  try Int.fetchCursor(database, sql: "SELECT n FROM number ORDER BY n")
}
