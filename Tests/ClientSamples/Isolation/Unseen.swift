// Races that no mode sees.
import Dispatch
import Streams

/// 5d: an erased publisher is Sendable though what it hides need not be.
nonisolated struct CustomPublisher: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let log: Log
  var onSubscription: (() -> Void)? = nil

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    onSubscription?()
    Just(1).subscribe(subscriber)
  }
}

nonisolated func erased(_ log: Log) -> AnyPublisher<Int, Never> {
  let hidden = CustomPublisher(log: log).eraseToAnyPublisher()
  return Just(1).flatMap { _ in hidden }.handleEvents(receiveOutput: { _ in log.note() }).eraseToAnyPublisher()
}

/// Nothing stops two threads from subscribing to it, which would read the page while another one changes it. Where it
/// is run, one does.
nonisolated func erasedPage(_ page: NonisolatedPage, _ log: Log) -> AnyPublisher<Int, Never> {
  let hidden = Just(page).map(\.number).eraseToAnyPublisher()
  return Just(1).flatMap { _ in hidden }.handleEvents(receiveOutput: { _ in log.note() }).eraseToAnyPublisher()
}

/// `assign` in a class that is no actor's sets the property where the value comes from.
nonisolated final class NonisolatedTarget {
  var hits = 0 {
    didSet { log.note() }
  }
  private var cancellables: Set<AnyCancellable> = []
  let log = Log()

  func listen(to publisher: some Publisher<Int, Never>) {
    publisher.receive(on: DispatchQueue.global()).assign(to: \.hits, on: self).store(in: &cancellables)
  }
}
