import Dispatch
import Foundation
import GRDB
import IntegrationTestSupport
import StreamCore
import StreamTesting
import StreamsGRDB
import Synchronization
import Testing

private let insertNumber: @Sendable (Database, Int) throws -> Void = { database, n in
  try database.execute(sql: "INSERT INTO number (n) VALUES (?)", arguments: [n])
}

/// Counts transactions.
private final class Commits: TransactionObserver, Sendable {
  let count = Mutex(0)
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ database: Database) { count.withLock { $0 += 1 } }
  func databaseDidRollback(_ database: Database) {}
}

@Suite("writeBatches", .generous)
struct WriteBatchesTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  @Test("Writes all values in order, in transactions of the size at most, and finishes after the last")
  func writesAll() async throws {
    let pool = try folder.pool()
    let commits = Commits()
    pool.add(transactionObserver: commits)
    let recorder = (1...1_000).publisher.writeBatches(to: pool, upTo: 100, insertNumber).record()
    try await eventually { recorder.isFinished }
    #expect(recorder.values.flatMap(\.self) == Array(1...1_000))
    #expect(recorder.values.allSatisfy { (1...100).contains($0.count) })
    #expect(recorder.values.count <= 20)
    #expect(commits.count.withLock { $0 } == recorder.values.count)
    #expect(try pool.numbers() == Array(1...1_000))
    #expect(recorder.overlaps == 0)
  }

  @Test("The closure of the last of many transactions is called as directly as that of the first")
  func callsDirectly() async throws {
    let frames = Mutex<[Int]>([])
    let recorder = (1...200).publisher.writeBatches(to: try DatabaseQueue(), upTo: 1) { _, _ in
      frames.withLock { $0.append(Thread.callStackReturnAddresses.count) }
    }
    .record()
    try await eventually { recorder.isFinished }
    #expect(frames.withLock { Set($0.dropFirst(100)).count } == 1)
    #expect(frames.withLock { $0[2] == $0[199] })
  }

  @Test("A batch is delivered after its transaction has committed")
  func acknowledges() async throws {
    let pool = try folder.pool()
    let missing = Mutex<[Int]>([])
    let recorder = (1...200).publisher.writeBatches(to: pool, upTo: 30, insertNumber).record { batch in
      // Another connection sees what is committed.
      let written = Set((try? pool.numbers()) ?? [])
      missing.withLock { $0 += batch.filter { !written.contains($0) } }
      return .none
    }
    try await eventually { recorder.isFinished }
    #expect(missing.withLock { $0 } == [])
  }

  @Test("Asks for the window at the first demand, then for as many as have been committed and delivered")
  func demand() async throws {
    let pool = try folder.pool()
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.writeBatches(to: pool, upTo: 3, insertNumber).record(demand: .none)
    #expect(upstream.requests == [])
    recorder.request(.max(1))
    #expect(upstream.requests == [.demand(.max(6))])
    upstream.send(1)
    try await eventually { recorder.values == [[1]] }
    try await eventually { upstream.requests == [.demand(.max(6)), .demand(.max(1))] }
    // No batch is asked for: what comes waits unwritten.
    for n in 2...5 { upstream.send(n) }
    #expect(try pool.numbers() == [1])
    recorder.request(.max(1))
    try await eventually { recorder.values == [[1], [2, 3, 4]] }
    #expect(try pool.numbers() == [1, 2, 3, 4])
    upstream.send(completion: .finished)
    recorder.request(.max(1))
    try await eventually { recorder.isFinished }
    #expect(recorder.values == [[1], [2, 3, 4], [5]])
  }

  @Test("Upstream's failure comes after what arrived before it has been written")
  func upstreamFails() async throws {
    let pool = try folder.pool()
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.writeBatches(to: pool, upTo: 10, insertNumber).record(demand: .none)
    recorder.request(.max(1))
    upstream.send(1)
    upstream.send(completion: .failure(TestError("torn")))
    recorder.request(.unlimited)
    try await eventually { recorder.failure != nil }
    guard case .upstream(let error) = recorder.failure else {
      Issue.record("\(recorder.completions)")
      return
    }
    #expect(error == TestError("torn"))
    #expect(recorder.values == [[1]])
    #expect(try pool.numbers() == [1])
  }

  @Test("A constraint violation rolls its batch back, keeps those before, and cancels upstream")
  func constraint() async throws {
    let pool = try folder.pool()
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.writeBatches(to: pool, upTo: 10, insertNumber).record(demand: .max(1))
    upstream.send(1)
    try await eventually { recorder.values == [[1]] }
    for n in [2, 3, 1, 4] { upstream.send(n) }
    recorder.request(.max(5))
    try await eventually { recorder.failure != nil }
    #expect(recorder.databaseFailure() == "constraint")
    #expect(try pool.numbers() == [1])
    #expect(upstream.isCancelled)
    #expect(recorder.values == [[1]])
  }

  @Test("A full database fails as full, with the batches before it written")
  func full() async throws {
    let queue = try folder.queue { configuration in
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA max_page_count = 12") }
    }
    let recorder = (1...1_000).publisher.writeBatches(to: queue, upTo: 10) { database, n in
      try database.execute(
        sql: "INSERT INTO number (n, note) VALUES (?, ?)", arguments: [n, String(repeating: "x", count: 1_000)])
    }
    .record()
    try await eventually { recorder.failure != nil }
    #expect(recorder.databaseFailure() == "full")
    let written = recorder.values.flatMap(\.self)
    #expect(!written.isEmpty && written.count < 100)
    #expect(try queue.numbers() == written)
  }

  @Test("A locked database is tried again as often as allowed")
  func locked() async throws {
    let queue = try folder.queue()
    let other = try folder.lock()
    let attempts = Mutex(0)
    let insert: @Sendable (Database, Int) throws -> Void = { database, n in
      attempts.withLock { $0 += 1 }
      try insertNumber(database, n)
    }
    try other.insert(99)

    let fails = [1, 2].publisher.writeBatches(to: queue, retries: 0, insert).record()
    try await eventually { fails.failure != nil }
    #expect(fails.databaseFailure() == "locked")

    let gives = [1, 2].publisher.writeBatches(to: queue, retries: 2, delay: .milliseconds(1), insert).record()
    try await eventually { gives.failure != nil }
    #expect(gives.databaseFailure() == "locked")

    let cancelled = [1, 2].publisher.writeBatches(to: queue, retries: 1, delay: .seconds(3_600), insert).record()
    cancelled.cancel()

    let succeeds = [1, 2].publisher.writeBatches(to: queue, retries: .max, delay: .milliseconds(1), insert).record()
    try other.close()
    try await eventually { succeeds.isFinished }
    #expect(succeeds.values.flatMap(\.self) == [1, 2])
    #expect(try queue.numbers() == [1, 2, 99])
  }

  @Test("A closed database and a damaged file fail as such")
  func closedAndMalformed() async throws {
    let pool = try folder.pool()
    try pool.close()
    let closed = [1].publisher.writeBatches(to: pool, insertNumber).record()
    try await eventually { closed.failure != nil }
    #expect(closed.databaseFailure() == "closed")

    let other = try TestFolder()
    try other.queue(count: 5_000).close()
    try other.damage()
    let queue = try DatabaseQueue(path: other.path)
    let malformed = [6_000].publisher.writeBatches(to: queue, insertNumber).record()
    try await eventually { malformed.failure != nil }
    #expect(malformed.databaseFailure() == "malformed")
  }

  @Test("A cancel discards what waits, and cancels upstream once")
  func cancel() async throws {
    let pool = try folder.pool()
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.writeBatches(to: pool, upTo: 3, insertNumber).record(demand: .max(1))
    upstream.send(1)
    try await eventually { recorder.values == [[1]] }
    upstream.send(2)
    recorder.cancel()
    recorder.cancel()
    recorder.request(.unlimited)
    #expect(upstream.cancelCount == 1)
    #expect(recorder.completions.isEmpty)
    #expect(try pool.numbers() == [1])
  }

  @Test("Bad input traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) {
      _ = [1].publisher.writeBatches(to: try DatabaseQueue(), upTo: 0, insertNumber)
    }
    await #expect(processExitsWith: .failure) {
      _ = [1].publisher.writeBatches(to: try DatabaseQueue(), upTo: 5, window: 4, insertNumber)
    }
    await #expect(processExitsWith: .failure) {
      _ = [1].publisher.writeBatches(to: try DatabaseQueue(), retries: -1, insertNumber)
    }
    await #expect(processExitsWith: .failure) {
      _ = [1].publisher.writeBatches(to: try DatabaseQueue(), delay: .seconds(-1), insertNumber)
    }
  }

  @Test("Keeps the contract, with its closure released at the end")
  func contract() throws {
    let queue = try folder.queue()
    verifyContract(
      of: ContractSpecimen("writeBatches(to:)", .pacedByDemand) { upstream, token in
        upstream.writeBatches(to: queue, upTo: 1) { _, value in _ = token.pass(value) }
      })
  }
}
