// Sinks that belong to no actor.
import Dispatch
import Streams

/// 3: a class with a queue of its own, which says that it is Sendable.
final class QueueStore: @unchecked Sendable {
  private let queue = DispatchQueue(label: "store")
  private var sum = 0
  private var cancellables: Set<AnyCancellable> = []

  func listen(to publisher: some Publisher<Int, Never>) {
    publisher.receive(on: queue).sink { [weak self] in self?.sum += $0 }.store(in: &cancellables)
  }
}

/// 3b: the same, which does not say so.
final class QuietStore {
  private let queue = DispatchQueue(label: "store")
  private var sum = 0
  private var cancellables: Set<AnyCancellable> = []

  func listen(to publisher: some Publisher<Int, Never>) {
    publisher.receive(on: queue).sink { [weak self] in self?.sum += $0 }.store(in: &cancellables)  // warns: 6 6S
  }
}

/// 4: a local variable, in a pipeline that happens to be synchronous.
func sum(_ numbers: [Int]) -> Int {
  var sum = 0
  let cancellable = numbers.publisher.sink { sum += $0 }  // warns: 6 6S
  cancellable.cancel()
  return sum
}

/// 4b: the same, on the main actor.
@MainActor
func sumOnMain(_ numbers: [Int]) -> Int {
  var sum = 0
  let cancellable = numbers.publisher.sink { sum += $0 }
  cancellable.cancel()
  return sum
}

/// A helper that passes a plain closure on.
func observe(_ publisher: AnyPublisher<Int, Never>, _ body: @escaping (Int) -> Void) -> AnyCancellable {
  publisher.sink { body($0) }  // warns: 6 6S
}
