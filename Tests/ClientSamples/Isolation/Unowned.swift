// A fault that no mode sees: a release too many.
import Streams

/// `[unowned self]` in an actor. It is not run: Swift 6.3 releases the actor once too often.
actor UnownedCounter {
  private var total = 0
  private var cancellables: Set<AnyCancellable> = []

  func listen(to publisher: some Publisher<Int, Never>) {
    publisher.sink { [unowned self] value in total += value }.store(in: &cancellables)
    AnyCancellable { [unowned self] in total = 0 }.store(in: &cancellables)
  }
}
