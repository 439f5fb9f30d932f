import BenchModel
import CHeap

/// What a run adds to the resident memory of the process at its peak.
package struct PeakMemory: Sendable {
  /// The resident bytes before the run.
  package let before: Int

  /// The bytes that come on top.
  package let growth: Int

  /// How many may.
  package let permitted: Int

  package init(before: Int, growth: Int, permitted: Int) {
    (self.before, self.growth, self.permitted) = (before, growth, permitted)
  }

  package var isExceeded: Bool { growth > permitted }

  /// - Returns: `nil` where the system does not say.
  package static func measured(permitted: Int, _ body: () -> Int) -> PeakMemory? {
    guard forget_peak() != 0 else { return nil }
    let before = resident_bytes()
    _ = opaque(body())
    let peak = peak_resident_bytes()
    guard before > 0, peak > 0 else { return nil }
    return PeakMemory(before: before, growth: max(0, peak - before), permitted: permitted)
  }
}
