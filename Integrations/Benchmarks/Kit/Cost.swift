internal import Foundation

/// Nanoseconds for one row, byte, message or value.
struct Cost {
  /// The processor's time: of all threads of this process.
  var processor: Double

  /// The time that has passed.
  var passed: Double

  /// The medians of several costs.
  static func median(of costs: [Cost]) -> Cost {
    func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    return Cost(processor: middle(costs.map(\.processor)), passed: middle(costs.map(\.passed)))
  }

  /// Measures a job.
  static func measure(count: Int, _ job: Row.Job) async throws -> Cost {
    let (processor, passed) = (now(CLOCK_PROCESS_CPUTIME_ID), now(CLOCK_MONOTONIC))
    let done = try await job()
    let cost = Cost(
      processor: (now(CLOCK_PROCESS_CPUTIME_ID) - processor) / Double(count),
      passed: (now(CLOCK_MONOTONIC) - passed) / Double(count))
    guard done == count else { throw WrongCount(expected: count, found: done) }
    return cost
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// A job that has not done what its row says.
struct WrongCount: Error, CustomStringConvertible {
  let expected: Int
  let found: Int

  var description: String { "\(found) came of \(expected)." }
}

extension Row {
  /// Lets the two take turns, and takes the medians.
  func measure(rounds: Int) async throws -> RowResult {
    var ours: [Cost] = []
    var bare: [Cost] = []
    // The first round warms caches, connections and files.
    _ = try await self.ours()
    _ = try await self.bare()
    for round in 0..<rounds {
      // Whoever is first has the other's leftovers in the caches: they change places.
      if round.isMultiple(of: 2) { ours.append(try await .measure(count: count, self.ours)) }
      bare.append(try await .measure(count: count, self.bare))
      if !round.isMultiple(of: 2) { ours.append(try await .measure(count: count, self.ours)) }
    }
    return RowResult(row: self, ours: .median(of: ours), bare: .median(of: bare))
  }
}
