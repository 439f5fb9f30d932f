import StreamTesting
import Streams
import Synchronization

// On the page:
/// Keeps each answer for a time, and no failure. Subscribers that come while a request runs share it.
final class Cache<Key: Hashable & Sendable, Value: Sendable, Context: Scheduler & Sendable>: Sendable
where Context.SchedulerTimeType: Sendable, Context.SchedulerTimeType.Stride: Sendable {
  typealias Answer = AnyPublisher<Value, any Error>

  private let answers = Mutex<[Key: (publisher: Answer, expiry: Context.SchedulerTimeType)]>([:])
  private let lifetime: Context.SchedulerTimeType.Stride
  private let scheduler: Context
  private let load: @Sendable (Key) -> Answer

  init(
    for lifetime: Context.SchedulerTimeType.Stride, scheduler: Context, load: @escaping @Sendable (Key) -> Answer
  ) {
    (self.lifetime, self.scheduler, self.load) = (lifetime, scheduler, load)
  }

  func answer(to key: Key) -> Answer {
    answers.withLock { answers in
      if let answer = answers[key], scheduler.now < answer.expiry { return answer.publisher }
      let publisher = Deferred { [load] in load(key) }
        .handleEvents(receiveCompletion: { [weak self] completion in
          if case .failure = completion { self?.forget(key) }
        })
        .share(replay: 1)
        .eraseToAnyPublisher()
      answers[key] = (publisher, scheduler.now.advanced(by: lifetime))
      return publisher
    }
  }

  func forget(_ key: Key) {
    answers.withLock { $0[key] = nil }
  }
}
// Up to here.

extension Recipe {
  static let cacheWithExpiry: Recipe = Recipe(
    "cache-with-expiry", "Keep an answer for a minute, and no failure.",
    source: "RecipeBook/Requests/CacheWithExpiry.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let rates = Cache<String, Int, TestScheduler>(for: 60, scheduler: scheduler) { currency in
      print("The rate of \(currency) is requested.")
      return Publishers.after(1, 7, scheduler: scheduler).setFailureType(to: (any Error).self).eraseToAnyPublisher()
    }
    for _ in 0..<4 {
      let subscription = rates.answer(to: "SEK").sink { _ in
      } receiveValue: {
        print("At \(scheduler.now) s: \($0).")
      }
      scheduler.advance(by: 25)
      subscription.cancel()
    }
    // Up to here.
  }
}
