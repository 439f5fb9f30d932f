// Sinks that belong to no actor.
import Dispatch
import Streams

/// 3: a class with a queue of its own, which says that it is Sendable.
nonisolated final class QueueStore: @unchecked Sendable {
  private let queue = ownQueue()
  private var sum = 0
  private var cancellables: Set<AnyCancellable> = []
  let log = Log()

  func listen(to publisher: some Publisher<Int, Never>) {
    publisher.receive(on: queue)
      .sink { [weak self] in
        self?.sum += $0
        self?.log.note()
      }
      .store(in: &cancellables)
  }
}

/// 3b: the same, which does not say so. In a module that is the main actor's by default it belongs to that.
final class QuietStore {
  private let queue = ownQueue()
  private var sum = 0
  private var cancellables: Set<AnyCancellable> = []
  let log = Log()

  func listen(to publisher: some Publisher<Int, Never>) {
    publisher.receive(on: queue)
      .sink { [weak self] in
        // warns: 6 6S | capture of 'self' with non-Sendable type 'QuietStore?'
        self?.sum += $0
        self?.log.note()
      }
      .store(in: &cancellables)
  }
}

/// 4: a local variable, in a pipeline that happens to be synchronous.
func sum(_ numbers: [Int], _ log: Log) -> Int {
  var sum = 0
  let cancellable = numbers.publisher.sink {
    // warns: 6 6S | mutation of captured var 'sum'
    sum += $0
    log.note()
  }
  cancellable.cancel()
  return sum
}

/// 4: the same, which belongs to no actor in any mode.
nonisolated func nonisolatedSum(_ numbers: [Int], _ log: Log) -> Int {
  var sum = 0
  let cancellable = numbers.publisher.sink {
    // warns: 6 6M 6S 6A | mutation of captured var 'sum'
    sum += $0
    log.note()
  }
  cancellable.cancel()
  return sum
}

/// 4: what is silent outside of actors.
nonisolated func reducedSum(_ numbers: [Int], _ log: Log) -> AnyCancellable {
  numbers.publisher.reduce(0, +).sink { _ in log.note() }
}

nonisolated func sumOfAll(_ numbers: some Publisher<Int, Never>) async -> Int {
  await numbers.allValues.reduce(0, +)
}

/// 4b: the same, on the main actor.
@MainActor
func sumOnMain(_ numbers: [Int], _ log: Log) -> Int {
  var sum = 0
  let cancellable = numbers.publisher.sink {
    sum += $0
    log.note()
  }
  cancellable.cancel()
  return sum
}

/// A variable that is changed after an operator's closure has captured it.
func changedAfterCapture(_ numbers: some Publisher<Int, Never>, _ log: Log) -> AnyCancellable {
  var offset = 0
  // warns: 6 6M 6S 6A | reference to captured var 'offset'
  let cancellable = numbers.map { $0 + offset }.sink { _ in log.note() }
  // warns: 5 6 6M 6S 6A | 'offset' mutated after capture by sendable closure
  offset = 1
  return cancellable
}

/// A helper that passes a plain closure on.
func observe(_ publisher: AnyPublisher<Int, Never>, _ body: @escaping (Int) -> Void) -> AnyCancellable {
  // warns: 6 6S | capture of 'body' with non-Sendable type '(Int) -> Void'
  publisher.sink { body($0) }
}

func observed(_ publisher: AnyPublisher<Int, Never>, _ log: Log) -> AnyCancellable {
  observe(publisher) { _ in log.note() }
}
