/// What a soak has come to: the memory after each part of it.
package struct SoakReport: Sendable {
  /// The process after a part of the time, while nothing runs but what lives as long as the soak.
  package struct Mark: Sendable {
    /// How many values have passed in this part, and how long it took.
    package let values: Int
    package let seconds: Double

    /// The bytes that are in memory, and those of the heap that are in use.
    package let resident: Int
    package let heap: Int

    /// The threads, most of which are those of Dispatch's queues.
    package let threads: Int

    package init(values: Int, seconds: Double, resident: Int, heap: Int, threads: Int) {
      (self.values, self.seconds, self.threads) = (values, seconds, threads)
      (self.resident, self.heap) = (resident, heap)
    }
  }

  package private(set) var marks: [Mark] = []

  package init() {}

  package mutating func add(_ mark: Mark) { marks.append(mark) }

  /// How many bytes more may be in memory after the last part than after the first, which warms up.
  package static let permittedResident = 2_000_000

  /// How many more of the heap may be in use. In ten minutes each kind of work is done some thousand times: 64 bytes
  /// that one of them left behind each time would be more.
  package static let permittedHeap = 200_000

  /// How many more for each thread that has come: what Dispatch and the C library keep for one, without any streams.
  package static let permittedPerThread = 100_000

  /// What is wrong: too much memory at the end.
  package var faults: [String] {
    guard let first = marks.first, let last = marks.last else { return ["Nothing was run."] }
    let ofThreads = Self.permittedPerThread * max(0, last.threads - first.threads)
    return [
      ("resident memory", last.resident - first.resident, Self.permittedResident + ofThreads),
      ("heap in use", last.heap - first.heap, Self.permittedHeap + ofThreads),
    ].compactMap { name, growth, permitted in
      guard growth > permitted else { return nil }
      return "The \(name) has grown by \(growth / 1_000) kB, permitted \(permitted / 1_000) kB."
    }
  }

  /// The line of a part, for readers.
  package static func line(_ number: Int, _ mark: Mark) -> String {
    let rate = Int((Double(mark.values) / max(mark.seconds, 0.001)).rounded())
    return "\(number): \(mark.values) values, \(rate) a second; resident \(mark.resident / 1_000) kB, "
      + "heap in use \(mark.heap / 1_000) kB; \(mark.threads) threads"
  }
}
