// Compiled by .ci/client-samples in Swift 5 mode: code written for Combine captures what it likes, and hears nothing.
import Dispatch
import StreamCore
import StreamMapping
import StreamSchedulers
import StreamTiming

func sumInSwift5() -> Int {
  var calls = 0
  var total = 0
  let subscription = [1, 2, 3].publisher
    .map { (value: Int) -> Int in
      calls += 1
      return value * 2
    }
    .sink { total += $0 }
  subscription.cancel()
  return total + calls
}

class Song {
  var title = ""
}

func hopInSwift5(_ songs: AnyPublisher<Song, Never>) -> AnyCancellable {
  songs.receive(on: DispatchQueue.main).sink { print($0.title) }
}

func hopAnything<P: Publisher, S: Scheduler>(_ publisher: P, on scheduler: S) -> Publishers.ReceiveOn<P, S> {
  publisher.receive(on: scheduler)
}

func fillInSwift5(_ songs: AnyPublisher<Song?, Never>) -> AnyCancellable {
  songs.replaceNil(with: Song()).sink { print($0.title) }
}

// `main` and `global()` are known where a scheduler is asked for, and stay what they are elsewhere.
func queuesInSwift5(_ numbers: AnyPublisher<Int, Never>, on scheduler: AnySchedulerOf<DispatchQueue> = .main) {
  let queue: DispatchQueue = .main
  DispatchQueue.main.async { print(queue.label, DispatchQueue.global().label) }
  _ = numbers.receive(on: .main).subscribe(on: .global(qos: .utility))
  _ = numbers.receive(on: DispatchQueue.main).delay(for: 1, scheduler: DispatchQueue.main)
  _ = numbers.debounce(for: .seconds(1), scheduler: .main)
  _ = numbers.debounce(for: .seconds(1), scheduler: scheduler)
}

func callQueuesInSwift5(_ numbers: AnyPublisher<Int, Never>) {
  queuesInSwift5(numbers)
  queuesInSwift5(numbers, on: .immediate)
  queuesInSwift5(numbers, on: .global())
  queuesInSwift5(numbers, on: DispatchQueue.immediate.eraseToAnyScheduler())
}
