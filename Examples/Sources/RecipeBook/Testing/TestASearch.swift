import StreamTesting
import Streams

extension Recipe {
  static let testASearch: Recipe = Recipe(
    "test-a-search", "A test of a search: its texts as marbles, its answers as marbles.",
    source: "RecipeBook/Testing/TestASearch.swift"
  ) { print in
    // On the page:
    /// The pipeline that is tested. It takes its scheduler, so that a test need not wait.
    @Sendable func search(
      _ texts: some Publisher<String, Never> & Sendable, scheduler: TestScheduler,
      request: @escaping @Sendable (String) -> AnyPublisher<String, Never>
    ) -> AnyPublisher<String, Never> {
      texts.debounce(for: 2, scheduler: scheduler).removeDuplicates().flatMapLatest(request).eraseToAnyPublisher()
    }
    let scheduler = TestScheduler()
    let run = marbles(
      "ab-------c--------|", values: ["a": "l", "b": "li", "c": "lig"], errors: [:] as [Character: Never],
      scheduler: scheduler
    ) { texts in
      search(texts, scheduler: scheduler) {
        Publishers.after(3, $0.uppercased(), scheduler: scheduler).eraseToAnyPublisher()
      }
    }
    print("texts    ab-------c--------|")
    print("answers  \(run.downstream)")
    for (name, text) in run.legend { print("\(name) = \(text)") }
    // In a test: #expect(run.downstream == "------A-------B---|").
    print(run.downstream == "------A-------B---|" ? "The test passes." : "The test fails.")
    // Up to here.
  }
}
