import StreamTesting
import Streams

extension Recipe {
  static let ignoreDoubleTaps: Recipe = Recipe(
    "ignore-double-taps", "One order for two taps.",
    source: "RecipeBook/Interface/IgnoreDoubleTaps.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let taps = PassthroughSubject<Int, Never>()
    let orders =
      taps
      .flatMapFirst { tap in
        Publishers.after(1, "order of tap \(tap)", scheduler: scheduler)
      }
      .sink { print("At \(scheduler.now) s: \($0).") }
    taps.send(1)
    taps.send(2)
    scheduler.advance(by: 2)
    taps.send(3)
    scheduler.resume()
    orders.cancel()
    // Up to here.
  }
}
