import Streams
import TestSupport

@testable import StreamTesting

/// Work that grows with a number.
struct CostLaw: Sendable {
  let name: String
  let run: @Sendable (Int) -> Void

  init(_ name: String, _ run: @escaping @Sendable (Int) -> Void) {
    (self.name, self.run) = (name, run)
  }

  /// Runs a pipeline over that number of elements, until its work is done.
  init<P: Publisher>(
    _ name: String, of make: @escaping @Sendable (Publishers.Sequence<Range<Int>, Never>, TestScheduler, Int) -> P
  ) {
    self.init(name) { size in
      let scheduler = TestScheduler()
      let cancellable = make((0..<size).publisher, scheduler, size).sink { _ in
      } receiveValue: { _ in
      }
      scheduler.resume()
      cancellable.cancel()
    }
  }

  /// Runs the pipeline of a law over that number of elements, in virtual time.
  init(_ law: FamilyLaw) {
    self.init("\(law)") { size in
      _ = LawDriver(LawCase(.array, length: size), patience: .seconds(60)).outcome(of: law.law.pipeline)
    }
  }
}

extension FamilyLaw {
  /// Laws of few elements, and those that run in real time alone, say nothing of costs.
  var isMeasured: Bool {
    (law.space.lengths.max() ?? 0) >= 1_000 && law.space.places.contains { !$0.isReal }
  }
}

/// Publishers, keys, subscribers and timers that are to be counted.
let wantedCostLaws = (flattening + waiting + subjects).filter { wantedLaw.map($0.name.contains) ?? true }

private let flattening = [
  CostLaw(
    "expand, all running",
    of: { source, scheduler, size in
      source.expand(maxPublishers: size, maxPending: size) { value in
        Just(value + size).filter { _ in value < size }.delay(for: 1, scheduler: scheduler)
      }
    }),
  CostLaw(
    "expand, a tree",
    of: { _, _, size in
      Just(1).expand(maxPublishers: size, maxPending: size) { value in
        (value < size / 2 ? [2 * value, 2 * value + 1] : []).publisher
      }
    }),
  CostLaw(
    "flatMap, all running",
    of: { source, scheduler, _ in
      source.flatMap { Just($0).delay(for: 1, scheduler: scheduler) }
    }),
  CostLaw(
    "orderedFlatMap, all running",
    of: { source, scheduler, size in
      source.orderedFlatMap(maxPublishers: size) { Just($0).delay(for: 1, scheduler: scheduler) }
    }),
  CostLaw(
    "concatMap", of: { source, scheduler, _ in source.concatMap { Just($0).delay(for: 1, scheduler: scheduler) } }),
  CostLaw(
    "merge of many",
    of: { _, scheduler, size in
      (0..<size).map { Just($0).delay(for: 1, scheduler: scheduler) }.merge(maxPublishers: size)
    }),
  CostLaw("zip of many", of: { _, _, size in (0..<size).map { Just($0) }.zipMany() }),
  CostLaw("concatenated many", of: { _, _, size in (0..<size).map { Just($0) }.concatenate() }),
  CostLaw("groupBy, as many keys", of: { source, _, _ in source.groupBy { $0 }.flatMap { $0 } }),
  CostLaw("windows of one", of: { source, _, _ in source.window(size: 1).flatMap { $0 } }),
  CostLaw(
    "windows of time", of: { source, scheduler, _ in source.window(every: 1, scheduler: scheduler).flatMap { $0 } }),
]

private let waiting = [
  CostLaw("delays that wait", of: { source, scheduler, _ in source.delay(for: 1, scheduler: scheduler) }),
  CostLaw(
    "calls that wait for a place",
    of: { source, scheduler, size in
      let bulkhead = Bulkhead(maxConcurrent: 1, maxWaiting: size)
      return source.flatMap { Just($0).delay(for: 1, scheduler: scheduler).bulkhead(bulkhead).replaceError(with: 0) }
    }),
]

private let subjects = [
  CostLaw("subscribers of a subject, that leave") { size in
    let subject = PassthroughSubject<Int, Never>()
    var cancellables = (0..<size).map { _ in subject.sink { _ in } }
    subject.send(1)
    while let last = cancellables.popLast() { last.cancel() }
  },
  CostLaw("subscribers of a subject, that leave in order") { size in
    let subject = CurrentValueSubject<Int, Never>(0)
    let cancellables = (0..<size).map { _ in subject.sink { _ in } }
    for cancellable in cancellables { cancellable.cancel() }
  },
  CostLaw("values that a subject replays") { size in
    let subject = ReplaySubject<Int, Never>(maxBufferSize: .max)
    for value in 0..<size { subject.send(value) }
    for _ in 0..<3 { subject.sink { _ in }.cancel() }
  },
  CostLaw("queues of a broadcast") { size in
    let subject = BroadcastSubject<Int, Never>(bufferSize: .max, whenFull: .dropOldest)
    let recorder = subject.record(demand: .none)
    for value in 0..<size { subject.send(value) }
    recorder.request(.unlimited)
    recorder.cancel()
  },
  CostLaw("topics of a subject") { size in
    let subject = KeyedSubject<Int, Int, Never>()
    let cancellables = (0..<size).map { key in subject[key].sink { _ in } }
    for key in 0..<size { subject.send(key, to: key) }
    for cancellable in cancellables { cancellable.cancel() }
  },
  CostLaw("timers that are cancelled") { size in
    let scheduler = TestScheduler()
    let cancellables = (0..<size).map { Just($0).delay(for: 1, scheduler: scheduler).sink { _ in } }
    for cancellable in cancellables { cancellable.cancel() }
  },
]
