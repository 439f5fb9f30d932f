/// Operators that guard calls of a service. A value of upstream is a call: it selects a child.
package enum ExtraResilience: Hashable, Sendable {
  /// Subscribes again without a delay, after failures with a code up to the limit.
  case retryByPolicy(attempts: Int, codeUpTo: Int)
  case bulkhead(maxConcurrent: Int, maxWaiting: Int, [Int])
  case circuitBreaker(Breaker, [Int])

  /// The settings of a breaker whose clock stands still: it stays open, or for no time at all.
  package struct Breaker: Hashable, Sendable {
    package let failureRate: Double
    package let minimumCalls: Int
    package let window: Int
    package let staysOpen: Bool
    package let trialCalls: Int
    /// Failures with a code above it do not count.
    package let codeUpTo: Int

    package init(
      failureRate: Double, minimumCalls: Int, window: Int, staysOpen: Bool, trialCalls: Int, codeUpTo: Int
    ) {
      (self.failureRate, self.minimumCalls, self.window) = (failureRate, minimumCalls, window)
      (self.staysOpen, self.trialCalls, self.codeUpTo) = (staysOpen, trialCalls, codeUpTo)
    }
  }

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> ExtraResilience {
    switch dice.below(5) {
    case 0: .retryByPolicy(attempts: dice.within(1...4), codeUpTo: dice.within(1...3))
    case 1, 2:
      .bulkhead(
        maxConcurrent: dice.within(1...2), maxWaiting: dice.within(0...2), draft.children(&dice, count: 1...3))
    default:
      .circuitBreaker(
        Breaker(
          failureRate: [0.25, 0.5, 1][dice.below(3)], minimumCalls: dice.within(1...3), window: dice.within(1...4),
          staysOpen: dice.chance(1, in: 3), trialCalls: dice.within(1...2), codeUpTo: dice.within(1...3)),
        draft.children(&dice, count: 1...3))
    }
  }
}
