import Synchronization

/// Which calls of a service fail: a part of them, always the same for one seed, and all of an outage.
package final class FailurePlan: Sendable {
  /// The service has failed.
  package struct Outage: Error {
    package init() {}
  }

  private let seed: UInt64
  private let rate: Double
  private let outage: Range<Int>
  private let calls = Atomic(0)

  /// - Parameters:
  ///   - seed: From which it is decided what fails.
  ///   - rate: The part of calls that fail, from 0 to 1.
  ///   - outage: The numbers of calls all of which fail.
  package init(seed: UInt64, rate: Double, outage: Range<Int> = 0..<0) {
    (self.seed, self.rate, self.outage) = (seed, rate, outage)
  }

  /// The number of calls so far.
  package var count: Int { calls.load(ordering: .relaxed) }

  /// Whether the next call fails, which is counted.
  package func isFailing(next: Void) -> Bool {
    isFailing(request: calls.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  /// Whether a call fails, by its number from 0 on.
  package func isFailing(request number: Int) -> Bool {
    if outage.contains(number) { return true }
    // SplitMix64 of the seed and the number.
    var bits = seed &+ UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) < rate * Double(1 << 53)
  }
}
