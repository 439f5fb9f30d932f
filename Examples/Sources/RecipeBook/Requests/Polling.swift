import StreamTesting
import Streams

extension Recipe {
  static let polling: Recipe = Recipe(
    "polling", "Ask until the job is done.",
    source: "RecipeBook/Requests/Polling.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    // An answer takes half a second. The job is done after five.
    let status = Deferred {
      Publishers.after(0.5, scheduler.now < 5 ? "running" : "done", scheduler: scheduler)
    }
    let polling = Publishers.interval(2, after: 0, scheduler: scheduler)
      .flatMapFirst { _ in status }
      .prefix(while: { $0 != "done" }, behavior: .inclusive)
      .sink { _ in
        print("The timer is stopped.")
      } receiveValue: {
        print("At \(scheduler.now) s the job is \($0).")
      }
    scheduler.resume()
    polling.cancel()
    // Up to here.
  }
}
