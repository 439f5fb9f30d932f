// What Combine lacks: loops over publishers, operators that await, targets that are not retained.
import Dispatch
import Streams

@MainActor
final class LoopModel {
  private(set) var sum = 0
  let log = Log()
  private var cancellables: Set<AnyCancellable> = []

  func add(_ value: Int) {
    sum += value
    log.note()
  }

  func load(_ value: Int) async -> Int {
    log.note()
    return value
  }

  var noted: Int {
    get { sum }
    set { add(newValue) }
  }

  /// `forEach` that a cancellable owns.
  func owned(_ publisher: some Publisher<Int, Never>) {
    publisher.forEach { [weak self] value in
      self?.add(value)
      await Task.yield()
    }
    .store(in: &cancellables)
  }

  func ownedWithEnd(_ publisher: some Publisher<Int, any Error>) {
    publisher
      .forEach { [weak self] _ in
        self?.log.note()
      } receiveValue: { [weak self] value in
        _ = await self?.load(value)
      }
      .store(in: &cancellables)
  }

  /// `forEach` as a part of the task.
  func structured(_ publisher: some Publisher<Int, Never>) async {
    var last = 0
    await publisher.forEach { value in
      last = value
      self.add(value)
      await Task.yield()
    }
    await publisher.forEach { add($0) }
    sum += last
  }

  func results(_ publisher: some Publisher<Int, Never>) async {
    add(await publisher.firstValue ?? 0)
    add(await publisher.lastValue ?? 0)
    add(await publisher.allValues.count)
  }

  func buffered(_ publisher: some Publisher<Int, Never>) async {
    let values = publisher.values(buffering: .newest(1))
    for await value in values { add(value) }
    add(values.droppedCount)
    for await value in publisher.buffer(size: 8, prefetch: .byRequest, whenFull: .dropOldest).values { add(value) }
    var iterator = publisher.values.makeAsyncIterator()
    while let value = await iterator.next(isolation: #isolation) { add(value) }
  }

  /// Operators whose closures await functions of the main actor.
  func awaiting(_ publisher: some Publisher<Int, Never>) {
    publisher.asyncMap { [weak self] in await self?.load($0) ?? 0 }
      .asyncFilter { [weak self] in await self?.load($0) == 1 }
      .asyncMapLatest { [weak self] in await self?.load($0) ?? 0 }
      .sink { [weak self] in self?.add($0) }
      .store(in: &cancellables)
  }

  /// A task that inherits the actor.
  func task() {
    DeferredTask.isolated { [weak self] in await self?.load(1) ?? 0 }
      .sink { [weak self] in self?.add($0) }
      .store(in: &cancellables)
  }

  /// Targets that are not retained, and the first value as a result.
  func weakly(_ publisher: some Publisher<Int, Never>) {
    publisher.assign(to: \.noted, onWeak: self).store(in: &cancellables)
    // warns: 5 | converting non-Sendable function value to '@Sendable (LoopModel) -> (Int) -> Void'
    publisher.invoke(LoopModel.add, onWeak: self).store(in: &cancellables)
    publisher.result { [weak self] result in
      if case .success(let value) = result { self?.add(value) }
    }
    .store(in: &cancellables)
  }

  /// Sinks that leave a bag at their end.
  func bagged(_ publisher: some Publisher<Int, Never>, _ bag: CancellableBag) {
    publisher.sink(in: bag) { [weak self] in self?.add($0) }
    publisher.sink(in: bag) { [weak self] _ in
      self?.log.note()
    } receiveValue: { [weak self] in
      self?.add($0)
    }
  }

  /// `handleEnd` stands in the middle of a pipeline, and runs where the end comes from, as operators do.
  func ending(_ publisher: some Publisher<Int, Never>) {
    publisher
      .handleEnd(MainActor.assuming { [weak self] _ in self?.log.note() })
      .sink { _ in }
      .store(in: &cancellables)
  }
}

actor LoopActor {
  private let bag = CancellableBag()
  private(set) var sum = 0
  let log = Log()
  private var cancellables: Set<AnyCancellable> = []

  func add(_ value: Int) {
    preconditionIsolated()
    sum += value
    log.add(.ownActor)
  }

  func owned(_ publisher: some Publisher<Int, Never>) {
    publisher.forEach { value in
      self.add(value)
      await Task.yield()
    }
    .store(in: &cancellables)
  }

  func bagged(_ publisher: some Publisher<Int, Never>) {
    publisher.sink(in: bag) { self.add($0) }
  }

  func structured(_ publisher: some Publisher<Int, Never>) async {
    await publisher.forEach { value in
      self.add(value)
      await Task.yield()
    }
    for await value in publisher.values { add(value) }
  }
}

/// Sinks and schedulers of an actor that is named, from code that belongs to none: there a sink stays where it is
/// received on.
nonisolated func listen(_ publisher: PassthroughSubject<Int, Never>, for store: LoopActor) -> [AnyCancellable] {
  [
    publisher.receive(on: store).sink { value in store.assumeIsolated { $0.add(value) } },
    publisher.sink(on: store) { store, value in store.add(value) },
    publisher.sink(on: store, receiveCompletion: { store, _ in store.add(0) }, receiveValue: { $0.add($1) }),
  ]
}
