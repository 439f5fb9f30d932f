import StreamTesting
import Streams

extension Recipe {
  static let countdown: Recipe = Recipe(
    "countdown", "A countdown that can be paused.",
    source: "RecipeBook/Interface/Countdown.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let isRunning = CurrentValueSubject<Bool, Never>(true)
    let countdown =
      isRunning
      .flatMapLatest { isRunning in
        isRunning
          ? Publishers.interval(1, scheduler: scheduler).mapToVoid().eraseToAnyPublisher()
          : Empty.never.eraseToAnyPublisher()
      }
      .scan(5) { left, _ in left - 1 }
      .prefix(5)
      .sink { _ in
        print("Time is up, at \(scheduler.now) s.")
      } receiveValue: {
        print("\($0) s left.")
      }
    scheduler.advance(by: 2)
    isRunning.send(false)
    scheduler.advance(by: 60)
    isRunning.send(true)
    scheduler.resume()
    countdown.cancel()
    // Up to here.
  }
}
