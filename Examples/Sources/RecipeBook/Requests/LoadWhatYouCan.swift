import StreamTesting
import Streams

extension Recipe {
  static let loadWhatYouCan: Recipe = Recipe(
    "load-what-you-can", "Show what arrives, and tell at the end what has failed.",
    source: "RecipeBook/Requests/LoadWhatYouCan.swift"
  ) { print in
    // On the page:
    struct Unreachable: Error {
      let name: String
    }
    let scheduler = TestScheduler()
    let load: @Sendable (String, Int) -> AnyPublisher<String, Unreachable> = { name, seconds in
      Publishers.after(.seconds(seconds), name, scheduler: scheduler)
        .flatMap { (name == "shares" ? Result.failure(Unreachable(name: name)) : .success($0)).publisher }
        .eraseToAnyPublisher()
    }
    let page = [load("news", 2), load("weather", 1), load("shares", 1)]
      .mergeDelayingFailures()
      .sink { completion in
        guard case .failure(let failure) = completion else { return }
        print("Not loaded: \(failure.failures.map(\.name).joined(separator: ", ")).")
      } receiveValue: {
        print("At \(scheduler.now) s the page shows the \($0).")
      }
    scheduler.resume()
    page.cancel()
    // Up to here.
  }
}
