import StreamTesting
import Streams

extension Recipe {
  static let latestWins: Recipe = Recipe(
    "latest-wins", "A new choice cancels the request of the old one.",
    source: "RecipeBook/Requests/LatestWins.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let choices = PassthroughSubject<Int, Never>()
    let pages =
      choices
      .flatMapLatest { number in
        Publishers.after(1, "page \(number)", scheduler: scheduler)
          .handleEvents(receiveCancel: { print("Page \(number) is not loaded any more.") })
      }
      .sink { print("Shown: \($0).") }
    choices.send(1)
    scheduler.advance(by: 2)
    choices.send(2)
    scheduler.advance(by: 0.5)
    choices.send(3)
    scheduler.advance(by: 2)
    pages.cancel()
    // Up to here.
  }
}
