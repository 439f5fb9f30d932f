public import Foundation

/// Subscriptions that are made and cancelled at random moments, several at a time: `STREAMS_FULL=1` does so 2,000 times.
///
/// The moments are drawn from a seed: `STREAMS_SEED` of the environment, or 1.
public struct Churn: Sendable {
  /// What is done to one subscription.
  public struct Round: Sendable {
    let use: @Sendable () -> Void
    let cancel: @Sendable () -> Void

    /// - Parameters:
    ///   - use: What is done at one random moment, such as to ask for more.
    ///   - cancel: What is done at another, on another thread.
    public init(use: @escaping @Sendable () -> Void = {}, cancel: @escaping @Sendable () -> Void) {
      self.use = use
      self.cancel = cancel
    }
  }

  public let seed: UInt64
  public let rounds: Int
  private let longest: TimeInterval

  /// - Parameters:
  ///   - rounds: How many rounds the usual run has.
  ///   - longest: How many seconds at most a subscription is left alone.
  public init(rounds: Int, within longest: TimeInterval) {
    seed = ProcessInfo.processInfo.environment["STREAMS_SEED"].flatMap { UInt64($0) } ?? 1
    self.rounds = repetitions(rounds, full: 2_000)
    self.longest = longest
  }

  /// Plays rounds, four at a time, and returns when all have been played.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the rounds.
  ///   - start: Begins one: it gets its number, and draws from the seed.
  public func play(
    _ numbers: Range<Int>, _ start: @escaping @Sendable (Int, inout SeededGenerator) -> Round
  ) {
    let lanes = 4
    concurrently(lanes) { lane in
      for number in numbers where number % lanes == lane {
        var random = SeededGenerator(seed: seed << 32 | UInt64(number))
        let round = start(number, &random)
        let moments = (0..<2).map { _ in TimeInterval.random(in: 0...longest, using: &random) }
        concurrently(2) { side in
          Thread.sleep(forTimeInterval: moments[side])
          if side == 0 { round.use() } else { round.cancel() }
        }
      }
    }
  }
}
