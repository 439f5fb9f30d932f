import StreamTesting
import Streams

extension Recipe {
  static let timeoutWithFallback: Recipe = Recipe(
    "timeout-with-fallback", "Show what is stored if the network is too slow.",
    source: "RecipeBook/Failures/TimeoutWithFallback.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    for seconds in [1, 5] {
      let weather = Publishers.after(.seconds(seconds), "the weather of now", scheduler: scheduler)
        .timeout(3, scheduler: scheduler, fallback: Just("the weather of this morning"))
        .sink { print("At \(scheduler.now) s: \($0).") }
      scheduler.resume()
      weather.cancel()
    }
    // Up to here.
  }
}
