import StreamTesting
import Streams

extension Recipe {
  static let retryWithBackOff: Recipe = Recipe(
    "retry-with-back-off", "Try again after growing pauses, and give up in the end.",
    source: "RecipeBook/Failures/RetryWithBackOff.swift"
  ) { print in
    // On the page:
    struct Unavailable: Error {}
    let scheduler = TestScheduler()
    let attempts = CurrentValueRelay(0)
    let request = Deferred {
      attempts.update { $0 += 1 }
      return (attempts.value < 4 ? Result<String, Unavailable>.failure(Unavailable()) : .success("the news")).publisher
    }
    let policy = RetryPolicy<Unavailable>(
      maxAttempts: 5, backoff: .exponential(initial: .seconds(1), factor: 2, maximum: .seconds(30)), jitter: .none)
    let answer =
      request
      .retry(policy, scheduler: scheduler) { _, attempt, delay in
        print("Attempt \(attempt) fails at \(scheduler.now) s. The next one is made after \(delay).")
      }
      .sink { completion in
        if case .failure = completion { print("All attempts have failed.") }
      } receiveValue: {
        print("At \(scheduler.now) s the answer is \($0).")
      }
    scheduler.resume()
    answer.cancel()
    // Up to here.
  }
}
