import Streams

extension Recipe {
  static let mergeSortedLogs: Recipe = Recipe(
    "merge-sorted-logs", "One log, in order of time, of two that are sorted.",
    source: "RecipeBook/Data/MergeSortedLogs.swift"
  ) { print in
    // On the page:
    struct Line: Sendable {
      var second: Int
      var text: String
    }
    let web = [Line(second: 1, text: "GET /"), Line(second: 4, text: "GET /films"), Line(second: 5, text: "500")]
    let database = [
      Line(second: 2, text: "connected"), Line(second: 4, text: "deadlock"), Line(second: 9, text: "closed"),
    ]
    let lines = web.publisher.mergeSorted(with: database.publisher) { $0.second < $1.second }
    for await line in lines.values { print("\(line.second) s: \(line.text)") }
    // Up to here.
  }
}
