import StreamTesting
import Streams

extension Recipe {
  static let countPerKey: Recipe = Recipe(
    "count-per-key", "How often each path is requested in a second.",
    source: "RecipeBook/Data/CountPerKey.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let requests = PassthroughSubject<String, Never>()
    let counts =
      requests
      .window(every: 1, scheduler: scheduler)
      .flatMap { second in
        second.reduce(into: [:]) { counts, path in counts[path, default: 0] += 1 }
      }
      .filter { !$0.isEmpty }
      .sink { (counts: [String: Int]) in
        let text = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("Up to \(scheduler.now) s: \(text).")
      }
    for path in ["/a", "/b", "/a"] { requests.send(path) }
    scheduler.advance(by: 2)
    for path in ["/b", "/b"] { requests.send(path) }
    scheduler.advance(by: 1)
    counts.cancel()
    // Up to here.
  }
}
