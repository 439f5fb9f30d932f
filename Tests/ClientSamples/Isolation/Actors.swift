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

  private func add(_ value: Int) {
    total += value
    noteOwn()
  }

  /// 7: several cancellables, in a set that belongs to the actor.
  func listen(to numbers: some Publisher<Int, Never>, and texts: some Publisher<String, Never>) {
    numbers.sink { self.add($0) }.store(in: &cancellables)
    texts.sink { self.add($0.count) }.store(in: &cancellables)
  }

  func stop() {
    cancellables.removeAll()
  }

  private func noteOwn() {
    preconditionIsolated()
    log.add(.ownActor)
  }
}
