import Foundation
import Streams
import TestSupport
import Testing

@testable import StreamTesting

/// Work that grows with a number.
private struct CostLaw: Sendable {
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

@Suite("Costs grow with what there is, and not with its square", .enabled(if: isFullRun))
struct CostTests {
  // In a process of its own, whose memory nothing else uses. Times are the thread's.
  @Test("A hundred thousand elements of each law cost at most thirty times what ten thousand do")
  func laws() async {
    let process = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      for law in wantedLaws where isMeasured(law) {
        check(CostLaw(law), smallSize, at: law.law.site)
      }
    }
    printOutput(of: process)
  }

  @Test("A hundred thousand publishers, keys, subscribers and timers cost at most thirty times what ten thousand do")
  func many() async {
    let process = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      for law in (flattening + waiting + subjects).filter({ wantedLaw.map($0.name.contains) ?? true }) {
        check(law, smallSize, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
      }
    }
    printOutput(of: process)
  }
}

/// The smaller of two numbers of elements whose costs are compared: `STREAMS_COST_SIZE`.
private let smallSize = number("STREAMS_COST_SIZE") ?? 10_000

/// Laws of few elements, and those that run in real time alone, say nothing here.
private func isMeasured(_ law: FamilyLaw) -> Bool {
  (law.law.space.lengths.max() ?? 0) >= 1_000 && law.law.space.places.contains { !$0.isReal }
}

/// Compares what a number costs with what ten times as many do.
private func check(_ law: CostLaw, _ size: Int, at site: CallSite) {
  law.run(100)
  let (small, large) = (Cost { law.run(size) }, Cost { law.run(10 * size) })
  let line = "\(law.name): \(size) take \(small), \(10 * size) take \(large)"
  print("Cost: \(line)")
  // Besides: the noise of caches; and a kilobyte for each, since what runs first finds memory that is free.
  let isQuick = large.time < small.time * 30 + .milliseconds(100)
  let isSmall = large.kilobytes < small.kilobytes * 30 + 10 * size
  if !isQuick || !isSmall { FailureReporter.report(line, at: site) }
}

/// The processor time of a piece of work, and its peak of memory.
private struct Cost: CustomStringConvertible {
  let time: Duration
  let kilobytes: Int

  init(of work: () -> Void) {
    giveFreeMemoryBack()
    // From now on the kernel measures the peak anew.
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    let before = memory("VmRSS:")
    time = processorTime(work)
    kilobytes = memory("VmHWM:") - before
  }

  var description: String { "\(time / .milliseconds(1)) ms and \(kilobytes) KB" }
}

/// By its name: Swift's Glibc module leaves the function out.
private func giveFreeMemoryBack() {
  guard let function = dlsym(nil, "malloc_trim") else { return }
  _ = unsafeBitCast(function, to: (@convention(c) (Int) -> CInt).self)(0)
}

/// A line of the process's status, in kilobytes; 0 where there is none.
private func memory(_ name: String) -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  return status.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

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
