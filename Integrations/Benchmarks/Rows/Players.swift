internal import GRDB

/// A record of the databases that are read and written.
struct Player: FetchableRecord, PersistableRecord, Sendable {
  static let databaseTableName = "player"

  let id: Int
  let name: String
  let score: Int

  init(id: Int, name: String, score: Int) {
    (self.id, self.name, self.score) = (id, name, score)
  }

  init(row: GRDB.Row) {
    (id, name, score) = (row[0], row[1], row[2])
  }

  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["name"] = name
    container["score"] = score
  }
}

extension Database {
  /// Makes the table, with some players in it.
  func fill(_ count: Int) throws {
    try execute(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL)")
    guard count > 0 else { return }
    try execute(
      sql: """
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
        INSERT INTO player SELECT n, 'Player ' || n, n % 1000 FROM number
        """)
  }
}
