// Compiled by .ci/client-samples in Swift 6 mode: each capture that would be a race is warned of, where it stands, and
// so is each value that is not made to cross to another thread.
import Dispatch
import StreamCore
import StreamMapping
import StreamSchedulers
import StreamTiming

func sumInSwift6() -> Int {
  var calls = 0
  var total = 0
  let subscription = [1, 2, 3].publisher
    .map { (value: Int) -> Int in
      calls += 1  // expect-warning
      return value * 2
    }
    .sink { total += $0 }  // expect-warning
  subscription.cancel()
  return total + calls
}

class Song {
  var title = ""
}

func hopInSwift6(_ songs: AnyPublisher<Song, Never>) -> AnyCancellable {
  songs.receive(on: DispatchQueue.main).sink { print($0.title) }  // expect-warning
}

func hopSendableInSwift6(_ titles: AnyPublisher<String, Never>) -> AnyCancellable {
  titles.receive(on: DispatchQueue.main).sink { print($0) }
}

func fillInSwift6(_ songs: AnyPublisher<Song?, Never>) -> AnyCancellable {
  songs.replaceNil(with: Song()).sink { print($0.title) }  // expect-warning
}

// `main` and `global()` are known where a scheduler is asked for, and stay what they are elsewhere.
func queuesInSwift6(_ numbers: AnyPublisher<Int, Never>, on scheduler: AnySchedulerOf<DispatchQueue> = .main) {
  let queue: DispatchQueue = .main
  DispatchQueue.main.async { print(queue.label, DispatchQueue.global().label) }
  _ = numbers.receive(on: .main).subscribe(on: .global(qos: .utility))
  _ = numbers.receive(on: DispatchQueue.main).delay(for: 1, scheduler: DispatchQueue.main)
  _ = numbers.debounce(for: .seconds(1), scheduler: .main)
  _ = numbers.debounce(for: .seconds(1), scheduler: scheduler)
}

func callQueuesInSwift6(_ numbers: AnyPublisher<Int, Never>) {
  queuesInSwift6(numbers)
  queuesInSwift6(numbers, on: .immediate)
  queuesInSwift6(numbers, on: .global())
  queuesInSwift6(numbers, on: DispatchQueue.immediate.eraseToAnyScheduler())
}
