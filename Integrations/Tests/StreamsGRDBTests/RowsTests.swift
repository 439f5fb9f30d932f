import Foundation
import GRDB
import IntegrationTestSupport
import StreamCore
import StreamTesting
import StreamsGRDB
import Synchronization
import Testing

@Suite("rowsPublisher", .generous)
struct RowsTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  @Test("Delivers all rows in order, and finishes")
  func all() async throws {
    let pool = try folder.pool(count: 1_000)
    let recorder = pool.rowsPublisher(allNumbers).record()
    try await eventually { recorder.isFinished }
    #expect(recorder.values == Array(1...1_000))
    #expect(recorder.overlaps == 0)
  }

  @Test("Reads no row that is not asked for, and opens nothing before the first demand", arguments: [1, 3, 64])
  func demand(batchSize: Int) async throws {
    let pool = try folder.pool(count: 100)
    let read = Mutex(0)
    #if os(Linux)
      let before = try folder.openDescriptors()
    #endif
    let recorder = pool.rowsPublisher(batchSize: batchSize) { database in
      try allNumbers(database).map { n in
        read.withLock { $0 += 1 }
        return n
      }
    }
    .record(demand: .none)
    #if os(Linux)
      #expect(try folder.openDescriptors() == before)
    #endif
    recorder.request(.max(2))
    try await eventually { recorder.values == [1, 2] }
    recorder.request(.max(5))
    try await eventually { recorder.values.count == 7 }
    #expect(read.withLock { $0 } == 7)
    recorder.request(.max(93))
    try await eventually { recorder.values.count == 100 }
    #expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    try await eventually { recorder.isFinished }
  }

  @Test("Ten thousand parts of one row each are read without growing the stack")
  func manyParts() async throws {
    let pool = try folder.pool(count: 10_000)
    let recorder = pool.rowsPublisher(batchSize: 1, allNumbers).record()
    try await eventually { recorder.isFinished }
    #expect(recorder.values == Array(1...10_000))
  }

  @Test("What `receive` returns is asked for too")
  func returnedDemand() async throws {
    let pool = try folder.pool(count: 10)
    let recorder = pool.rowsPublisher(allNumbers).record(demand: .max(1)) { $0 < 5 ? .max(1) : .none }
    try await eventually { recorder.values == [1, 2, 3, 4, 5] }
    recorder.cancel()
  }

  @Test("Rows are copies, each its own")
  func rows() async throws {
    let pool = try folder.pool(count: 3)
    let recorder = pool.rowsPublisher { try Row.fetchCursor($0, sql: "SELECT n, 2 * n AS double FROM number") }.record()
    try await eventually { recorder.isFinished }
    #expect(recorder.values == [["n": 1, "double": 2], ["n": 2, "double": 4], ["n": 3, "double": 6]])
  }

  @Test("All rows come from one state of the database, while others write")
  func oneState() async throws {
    let pool = try folder.pool(count: 3)
    let recorder = pool.rowsPublisher(allNumbers).record(demand: .max(1))
    try await eventually { recorder.values == [1] }
    try pool.insert(4)
    recorder.request(.unlimited)
    try await eventually { recorder.isFinished }
    #expect(recorder.values == [1, 2, 3])
    #expect(try pool.numbers() == [1, 2, 3, 4])
  }

  @Test("Downstream may use the database while it receives a row")
  func reentrant() async throws {
    let pool = try folder.pool(count: 3)
    let recorder = pool.rowsPublisher(allNumbers).record { n in
      try? pool.insert(n + 100)
      return .none
    }
    try await eventually { recorder.isFinished }
    #expect(recorder.values == [1, 2, 3])
    #expect(try pool.numbers() == [1, 2, 3, 101, 102, 103])
  }

  @Test("A cancel closes the connection, and so does the end")
  func closes() async throws {
    let pool = try folder.pool(count: 100)
    let recorder = pool.rowsPublisher(allNumbers).record(demand: .max(5))
    try await eventually { recorder.values.count == 5 }
    #if os(Linux)
      // The pool's own connections stay, as they are with a reader that reads once.
      let open = try folder.openDescriptors()
      recorder.cancel()
      try await eventually { try folder.openDescriptors() < open }
      let atEnd = Mutex<[Int]>([])
      for round in 1...20 {
        let whole = RecordingSubscriber<Int, DatabaseFailure>()
        whole.onCompletion = { [folder] _ in
          let count = (try? folder.openDescriptors()) ?? .max
          atEnd.withLock { $0.append(count) }
        }
        pool.rowsPublisher(allNumbers).subscribe(whole)
        // It has finished before it counts: the next one must not open its connection meanwhile.
        try await eventually { atEnd.withLock { $0.count } == round }
      }
      // Closed before the completion, and none is left. (SQLite may keep a descriptor for the next connection.)
      #expect(try folder.openDescriptors() < open)
      let counts = atEnd.withLock { $0 }
      #expect(counts.allSatisfy { $0 < open }, "\(counts) with \(open) before")
    #endif
    recorder.cancel()
    recorder.request(.unlimited)
    #expect(recorder.values.count == 5)
    #expect(recorder.completions.isEmpty)
  }

  #if os(Linux)
    @Test(
      "SQLite keeps no more descriptors than were open at a time, for the next connections, and closes them with the pool"
    )
    func descriptors() async throws {
      let pool = try folder.pool(count: 10)
      // On a slow machine the pool opens its readers during the test: a file and a log each.
      let before = try folder.openDescriptors() + 2 * pool.configuration.maximumReaderCount
      for _ in 0..<10 {
        let recorders = (0..<20).map { _ in pool.rowsPublisher(allNumbers).record(demand: .max(1)) }
        try await eventually { recorders.allSatisfy { $0.values == [1] } }
        for recorder in recorders { recorder.cancel() }
        // Of each connection the descriptor of the file may be left, and not that of the log.
        try await eventually { try folder.openDescriptors() <= before + 20 }
      }
      try pool.close()
      try await eventually { try folder.openDescriptors() == 0 }
    }
  #endif

  @Test("A cancel from inside a delivery ends it")
  func cancelInside() async throws {
    let pool = try folder.pool(count: 100)
    let recorder = RecordingSubscriber<Int, DatabaseFailure>(demand: .unlimited)
    recorder.onValue = { [unowned recorder] n in
      if n == 3 { recorder.cancel() }
      return .none
    }
    pool.rowsPublisher(allNumbers).subscribe(recorder)
    try await eventually { recorder.values.count == 3 }
    let next = pool.rowsPublisher(allNumbers).record()
    try await eventually { next.isFinished }
    #expect(recorder.values == [1, 2, 3])
  }

  @Test("A cancel interrupts a query that would run for ever", arguments: EndlessQuery.Moment.allCases)
  func interrupts(moment: EndlessQuery.Moment) async throws {
    try await EndlessQuery.cancel(at: moment)
  }

  @Test("A database in memory and a snapshot are read on their own connection")
  func sharedConnection() async throws {
    let memory = try DatabaseQueue()
    try memory.fill(10)
    let fromMemory = memory.rowsPublisher(batchSize: 2, allNumbers).record(demand: .max(3))
    try await eventually { fromMemory.values == [1, 2, 3] }
    // Between two parts the connection is free.
    #expect(try memory.numbers().count == 10)
    fromMemory.request(.unlimited)
    try await eventually { fromMemory.isFinished }
    #expect(fromMemory.values == Array(1...10))

    let pool = try folder.pool(count: 3)
    let snapshot = try pool.makeSnapshot()
    try pool.insert(4)
    let fromSnapshot = snapshot.rowsPublisher(allNumbers).record()
    try await eventually { fromSnapshot.isFinished }
    #expect(fromSnapshot.values == [1, 2, 3])
  }

  @Test("Fails with what is wrong, after the rows before it")
  func failures() async throws {
    let pool = try folder.pool(count: 3)
    let wrong = pool.rowsPublisher { try Int.fetchCursor($0, sql: "SELECT nothing FROM number") }.record()
    try await eventually { wrong.failure != nil }
    #expect(wrong.failure?.name == "other")

    let late = pool.rowsPublisher { database in
      try allNumbers(database).map { n throws in
        if n == 3 { throw TestError("third") }
        return n
      }
    }
    .record()
    try await eventually { late.failure != nil }
    #expect(late.values == [1, 2])
    #expect(late.failure?.underlying as? TestError == TestError("third"))
  }

  @Test("A closed reader fails as closed, a damaged file as malformed")
  func closedAndMalformed() async throws {
    let pool = try folder.pool(count: 3)
    let publisher = pool.rowsPublisher(allNumbers)
    try pool.close()
    let closed = publisher.record()
    try await eventually { closed.failure != nil }
    #expect(closed.failure?.name == "closed")

    let other = try TestFolder()
    let queue = try other.queue(count: 5_000)
    try other.damage()
    let malformed = queue.rowsPublisher(allNumbers).record()
    try await eventually { malformed.failure != nil }
    #expect(malformed.failure?.name == "malformed")
  }

  @Test("A file that another connection has locked fails as locked")
  func locked() async throws {
    let queue = try folder.queue(count: 3)
    let writer = try folder.lock()
    let recorder = queue.rowsPublisher(allNumbers).record()
    try await eventually { recorder.failure != nil }
    #expect(recorder.failure?.name == "locked")
    try writer.close()
    let free = queue.rowsPublisher(allNumbers).record()
    try await eventually { free.isFinished }
  }

  @Test("An access must be allowed to read a row")
  func badInput() async {
    await #expect(processExitsWith: .failure) {
      _ = try DatabaseQueue().rowsPublisher(batchSize: 0, allNumbers)
    }
  }

  @Test("Keeps the contract")
  func contract() throws {
    let pool = try folder.pool(count: 30)
    verifyContract { pool.rowsPublisher(batchSize: 4, allNumbers) }
  }
}
