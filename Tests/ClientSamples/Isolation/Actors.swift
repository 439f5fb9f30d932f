// An actor that listens.
import Streams

actor Counter {
  var total = 0
  let log = Log()
  private var cancellables: Set<AnyCancellable> = []

  /// 2: a task inside, and the direct form.
  func listenInTask(to publisher: some Publisher<Int, Never>) {
    publisher.sink { value in
      Task { self.add(value) }
    }
    .store(in: &cancellables)
  }

  func listen(to publisher: some Publisher<Int, Never>) {
    publisher.sink { value in
      self.total += value
      self.noteOwn()
    }
    .store(in: &cancellables)
  }

  /// 7: `store(in:)` with a set of the actor.
  func add(_ value: Int) {
    total += value
    noteOwn()
  }

  private func noteOwn() {
    log.add(.ownActor)
  }
}
