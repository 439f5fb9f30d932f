import CHeap
import Dispatch
import Foundation
import Synchronization

/// Threads that do all kinds of work, over and over, beside pipelines that live as long: the memory must not grow.
package struct Soak: Sendable {
  /// How long it lasts. It has ten parts, of which the first warms up.
  package let duration: Duration
  private let episodes: [Episode]
  private let threads = 4

  /// - Parameters:
  ///   - duration: How long it lasts.
  ///   - isWanted: Whether the work of this name is done: to find what leaks.
  package init(duration: Duration, isWanted: (String) -> Bool = { _ in true }) {
    self.duration = duration
    episodes = Episode.all.filter { isWanted($0.name) }
  }

  /// The names of the work that is done.
  package var names: [String] { episodes.map(\.name) }

  private static let parts = 10

  /// Does one kind of work once.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - size: Its size, one or more.
  /// - Returns: The number of values that have passed; none if there is no such work.
  /// - Throws: A ``SoakFault``, if values were lost.
  package static func work(_ name: String, size: Int) throws -> Int {
    try Episode.all.first { $0.name == name }?.run(size) ?? 0
  }

  /// - Parameter show: Shows the line of a part.
  /// - Returns: The memory after each part.
  /// - Throws: A ``SoakFault``, if values were lost.
  package func run(show: (String) -> Void) throws -> SoakReport {
    guard !episodes.isEmpty else { throw SoakFault("There is no work of that name.") }
    let standing = Standing()
    var report = SoakReport()
    for part in 1...Self.parts {
      let start = ContinuousClock.now
      let values = try work(until: start + duration / Self.parts, part: part, beside: standing)
      let time = ContinuousClock.now - start
      // What was cancelled ends on threads of the system.
      Thread.sleep(forTimeInterval: 0.2)
      release_free_memory()
      let mark = SoakReport.Mark(
        values: values, seconds: time / .seconds(1), resident: resident_bytes(), heap: Int(live_heap_bytes()),
        threads: thread_count())
      report.add(mark)
      show(SoakReport.line(part, mark))
    }
    return withExtendedLifetime(standing) { report }
  }

  /// - Returns: The number of values that have passed.
  private func work(until end: ContinuousClock.Instant, part: Int, beside standing: Standing) throws -> Int {
    let values = Atomic(0)
    let fault = Mutex<SoakFault?>(nil)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      var dice = Dice(seed: UInt64(part * threads + thread))
      let before = standing.send(0)
      while ContinuousClock.now < end, fault.withLock({ $0 == nil }) {
        let episode = episodes[dice.roll(episodes.count)]
        do {
          values.wrappingAdd(try episode.run(1 + dice.roll(1_000)), ordering: .relaxed)
        } catch {
          fault.withLock { $0 = $0 ?? SoakFault("\(episode.name): \(error)") }
        }
        // One thread alone: a subject queues what is sent during a delivery, so that several could send faster than it
        // delivers.
        if thread == 0 { _ = standing.send(100) }
      }
      if thread == 0 { values.wrappingAdd(standing.send(0) - before, ordering: .relaxed) }
    }
    if let fault = fault.withLock({ $0 }) { throw fault }
    return values.load(ordering: .acquiring)
  }
}

/// Repeatable numbers.
private struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % sides
  }
}
