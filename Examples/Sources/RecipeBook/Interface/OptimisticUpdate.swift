import StreamTesting
import Streams

extension Recipe {
  static let optimisticUpdate: Recipe = Recipe(
    "optimistic-update", "Show a change at once, and take it back if the server refuses it.",
    source: "RecipeBook/Interface/OptimisticUpdate.swift"
  ) { print in
    // On the page:
    struct Refused: Error {}
    let scheduler = TestScheduler()
    let likes = CurrentValueRelay(10)
    // The server accepts one like of each user.
    let save = Publishers.after(1, scheduler: scheduler)
      .flatMap { (scheduler.now > 1 ? Result<Void, Refused>.failure(Refused()) : .success(())).publisher }
    let shown = likes.sink { print("At \(scheduler.now) s the page shows \($0) likes.") }
    for _ in 1...2 {
      likes.update { $0 += 1 }
      let request = save.sink { completion in
        if case .failure = completion { likes.update { $0 -= 1 } }
      } receiveValue: { _ in
      }
      scheduler.advance(by: 2)
      request.cancel()
    }
    shown.cancel()
    // Up to here.
  }
}
