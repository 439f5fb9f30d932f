import Streams

extension Recipe {
  static let parallelInOrder: Recipe = Recipe(
    "parallel-in-order", "Resize four pictures at a time, and deliver them in order.",
    source: "RecipeBook/Requests/ParallelInOrder.swift"
  ) { print in
    // On the page:
    @Sendable func thumbnail(of picture: Int) async -> String {
      // The first pictures take longest.
      for _ in 0..<(10 - picture) { await Task.yield() }
      return "thumbnail \(picture)"
    }
    let thumbnails = (1...8).publisher.asyncMap(maxConcurrent: 4) { await thumbnail(of: $0) }
    for await thumbnail in thumbnails.values { print(thumbnail) }
    // Up to here.
  }
}
