import GRDB

/// What a sensor has measured.
struct Reading: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
  /// Its place in the order of all readings; `nil` until it is stored.
  var id: Int64?
  var sensor: String
  var celsius: Double
}

extension Reading {
  /// Opens the database, and creates its table if it has none.
  static func open(_ path: String) throws -> DatabasePool {
    let database = try DatabasePool(path: path)
    try database.write { db in
      try db.create(table: databaseTableName, options: .ifNotExists) { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("sensor", .text).notNull()
        table.column("celsius", .double).notNull()
      }
    }
    return database
  }
}
