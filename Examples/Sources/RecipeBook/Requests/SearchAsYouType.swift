import StreamTesting
import Streams

extension Recipe {
  static let searchAsYouType: Recipe = Recipe(
    "search-as-you-type", "Search after a pause, and drop the answer to an older text.",
    source: "RecipeBook/Requests/SearchAsYouType.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let search: @Sendable (String) -> AnyPublisher<String, Never> = { text in
      Publishers.after(1, "films with “\(text)”", scheduler: scheduler)
        .handleEvents(
          receiveSubscription: { _ in print("Request for “\(text)”.") },
          receiveCancel: { print("The request for “\(text)” is cancelled.") }
        )
        .eraseToAnyPublisher()
    }
    let texts = PassthroughSubject<String, Never>()
    let results =
      texts
      .debounce(for: .milliseconds(300), scheduler: scheduler)
      .removeDuplicates()
      .flatMapLatest { search($0) }
      .sink { print("Shown: \($0).") }
    for text in ["l", "li", "lig"] {
      texts.send(text)
      scheduler.advance(by: 0.1)
    }
    scheduler.advance(by: 0.5)
    texts.send("light")
    scheduler.advance(by: 2)
    results.cancel()
    // Up to here.
  }
}
