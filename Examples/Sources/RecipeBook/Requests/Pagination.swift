import Streams

extension Recipe {
  static let pagination: Recipe = Recipe(
    "pagination", "Follow the pages of a list, no further than they are shown.",
    source: "RecipeBook/Requests/Pagination.swift"
  ) { print in
    // On the page:
    struct Page: Sendable {
      var films: [String]
      var next: Int?
    }
    let request: @Sendable (Int) -> AnyPublisher<Page, Never> = { number in
      Deferred {
        print("Page \(number) is requested.")
        return Just(Page(films: ["film \(number)a", "film \(number)b"], next: number < 9 ? number + 1 : nil))
      }
      .eraseToAnyPublisher()
    }
    let films = request(1)
      .expand { page in page.next.map(request) ?? Empty().eraseToAnyPublisher() }
      .flatMap(maxPublishers: .max(1)) { $0.films.publisher }
      .prefix(5)
      .sink { print("Shown: \($0).") }
    films.cancel()
    // Up to here.
  }
}
