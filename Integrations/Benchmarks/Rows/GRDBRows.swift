internal import Foundation
internal import GRDB
internal import StreamCore
internal import StreamsGRDB

/// Reading and writing a database.
func grdbRows(quick: Bool, in folder: URL) throws -> [Row] {
  let count = quick ? 200_000 : 1_000_000
  let written = quick ? 20_000 : 100_000
  let pool = try DatabasePool(path: folder.appendingPathComponent("read.sqlite").path)
  try pool.write { try $0.fill(count) }
  return [
    Row(
      name: "values of one column", library: "GRDB", unit: "row", count: count, goal: 0.9,
      ours: {
        let (number, sum) = (Count(), Count())
        let ending = Ending()
        let cancellable = pool.rowsPublisher { try Int.fetchCursor($0, sql: scores) }
          .sink(receiveCompletion: ending.arrive) { value in
            number.value += 1
            sum.value &+= value
          }
        try await ending.wait()
        cancellable.cancel()
        return number.value
      },
      bare: {
        try await pool.read { database in
          var (number, sum) = (0, 0)
          let cursor = try Int.fetchCursor(database, sql: scores)
          while let value = try cursor.next() {
            number += 1
            sum &+= value
          }
          return sum == 0 ? 0 : number
        }
      }),
    Row(
      name: "records", library: "GRDB", unit: "row", count: count, goal: 0.9,
      ours: {
        let number = Count()
        let ending = Ending()
        let cancellable = pool.rowsPublisher { try Player.fetchCursor($0) }
          .sink(receiveCompletion: ending.arrive) { player in
            if player.score >= 0 { number.value += 1 }
          }
        try await ending.wait()
        cancellable.cancel()
        return number.value
      },
      bare: {
        try await pool.read { database in
          var number = 0
          let cursor = try Player.fetchCursor(database)
          while let player = try cursor.next() {
            if player.score >= 0 { number += 1 }
          }
          return number
        }
      }),
    Row(
      name: "copied rows", library: "GRDB", unit: "row", count: count, goal: 0.9,
      ours: {
        let number = Count()
        let ending = Ending()
        let cancellable = pool.rowsPublisher { try GRDB.Row.fetchCursor($0, sql: players) }
          .sink(receiveCompletion: ending.arrive) { row in
            if row[2] >= 0 { number.value += 1 }
          }
        try await ending.wait()
        cancellable.cancel()
        return number.value
      },
      bare: {
        try await pool.read { database in
          var number = 0
          let cursor = try GRDB.Row.fetchCursor(database, sql: players)
          while let row = try cursor.next()?.copy() {
            if row[2] >= 0 { number += 1 }
          }
          return number
        }
      }),
    try writing(written, 500, in: folder),
  ]
}

private let scores = "SELECT score FROM player"
private let players = "SELECT id, name, score FROM player"

private func writing(_ count: Int, _ size: Int, in folder: URL) throws -> Row {
  let pool = try DatabasePool(path: folder.appendingPathComponent("write.sqlite").path)
  try pool.write { try $0.fill(0) }
  let players = (1...count).map { Player(id: $0, name: "Player \($0)", score: $0) }
  return Row(
    name: "written records, \(size) in a transaction", library: "GRDB", unit: "row", count: count, goal: 0.9,
    ours: {
      _ = try await pool.write { try Player.deleteAll($0) }
      let number = Count()
      let batches = players.publisher.writeBatches(to: pool, upTo: size) { database, player in
        try player.insert(database)
      }
      let ending = Ending()
      let cancellable = batches.sink(receiveCompletion: ending.arrive) { number.value += $0.count }
      try await ending.wait()
      cancellable.cancel()
      return number.value
    },
    bare: {
      _ = try await pool.write { try Player.deleteAll($0) }
      var number = 0
      for start in stride(from: 0, to: count, by: size) {
        let part = players[start..<min(count, start + size)]
        try await pool.write { database in
          for player in part { try player.insert(database) }
        }
        number += part.count
      }
      return number
    })
}
