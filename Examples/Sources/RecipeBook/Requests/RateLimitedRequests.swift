import StreamTesting
import Streams

extension Recipe {
  static let rateLimitedRequests: Recipe = Recipe(
    "rate-limited-requests", "Keep to two requests a second.",
    source: "RecipeBook/Requests/RateLimitedRequests.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let requests = (1...5).publisher
      .rateLimited(RateLimit(2, per: .seconds(1)), scheduler: scheduler)
      .flatMap { number in Publishers.after(0.1, "answer \(number)", scheduler: scheduler) }
      .sink { print("At \(scheduler.now) s: \($0).") }
    scheduler.resume()
    requests.cancel()
    // Up to here.
  }
}
