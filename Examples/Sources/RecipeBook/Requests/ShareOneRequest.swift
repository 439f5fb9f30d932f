import StreamTesting
import Streams

extension Recipe {
  static let shareOneRequest: Recipe = Recipe(
    "share-one-request", "Two views show one answer, of one request.",
    source: "RecipeBook/Requests/ShareOneRequest.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let profile = Publishers.after(1, "Ada", scheduler: scheduler)
      .handleEvents(receiveSubscription: { _ in print("A request is made.") })
      .share(replay: 1)
    let header = profile.sink { print("The header shows \($0).") }
    let menu = profile.sink { print("The menu shows \($0).") }
    scheduler.advance(by: 2)
    // The request has ended. Its answer is replayed.
    let settings = profile.sink { print("The settings, which open later, show \($0).") }
    for view in [header, menu, settings] { view.cancel() }
    // Up to here.
  }
}
