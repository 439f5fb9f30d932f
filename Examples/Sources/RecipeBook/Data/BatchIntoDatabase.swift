import StreamTesting
import Streams

extension Recipe {
  static let batchIntoDatabase: Recipe = Recipe(
    "batch-into-database", "Insert fifty rows at a time, and no row later than a second.",
    source: "RecipeBook/Data/BatchIntoDatabase.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let rows = PassthroughSubject<Int, Never>()
    let insert: @Sendable ([Int]) -> AnyPublisher<Int, Never> = { rows in
      Publishers.after(0.1, rows.count, scheduler: scheduler).eraseToAnyPublisher()
    }
    let inserts =
      rows
      .collect(.byTimeOrCount(scheduler, 1, 50))
      .concatMap { insert($0) }
      .sink { print("At \(scheduler.now) s a statement has inserted rows: \($0).") }
    for row in 1...120 { rows.send(row) }
    scheduler.advance(by: 3)
    rows.send(121)
    rows.send(completion: .finished)
    scheduler.resume()
    inserts.cancel()
    // Up to here.
  }
}
