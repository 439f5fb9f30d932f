import GRDB
import IntegrationTestSupport
import StreamCore
import StreamFiltering
import StreamTesting
import StreamsGRDB
import Testing

@Suite("The page of StreamsGRDB", .generous)
struct GRDBExampleTests {
  @Test("Its example writes, reads and observes")
  func example() async throws {
    let folder = try TestFolder()
    let database = try DatabasePool(path: folder.path)
    try await database.write { db in try db.execute(sql: "CREATE TABLE number (n INTEGER PRIMARY KEY)") }

    let observing =
      database
      .changesPublisher(of: Table("number")) { db in try Table("number").fetchCount(db) }
      .record()
    let writing = (1...1_000).publisher
      .writeBatches(to: database, upTo: 100) { db, n in
        try db.execute(sql: "INSERT INTO number (n) VALUES (?)", arguments: [n])
      }
      .record()
    try await eventually { writing.isFinished }
    let reading =
      database
      .rowsPublisher { db in try Int.fetchCursor(db, sql: "SELECT n FROM number ORDER BY n") }
      .prefix(10)
      .record()
    try await eventually { reading.isFinished }
    #expect(reading.values == Array(1...10))
    try await eventually { observing.values.last == 1_000 }
    observing.cancel()
  }
}
