public import Foundation

/// Subscriptions that are created and cancelled at random moments, several concurrently: 2,000 times with
/// `STREAMS_FULL=1`.
///
/// The moments are drawn from a seed: `STREAMS_SEED` of the environment, or 1.
public struct Churn: Sendable {
  /// The actions on one subscription.
  public struct Round: Sendable {
    let use: @Sendable () -> Void
    let cancel: @Sendable () -> Void

    /// - Parameters:
    ///   - use: Called at a random moment, for example to request more values.
    ///   - cancel: Called at another, on another thread.
    public init(use: @escaping @Sendable () -> Void = {}, cancel: @escaping @Sendable () -> Void) {
      self.use = use
      self.cancel = cancel
    }
  }

  public let seed: UInt64
  public let rounds: Int
  private let longest: TimeInterval

  /// - Parameters:
  ///   - rounds: The number of rounds of a usual run.
  ///   - longest: The longest lifetime of a subscription, in seconds.
  public init(rounds: Int, within longest: TimeInterval) {
    seed = ProcessInfo.processInfo.environment["STREAMS_SEED"].flatMap { UInt64($0) } ?? 1
    self.rounds = repetitions(rounds, full: 2_000)
    self.longest = longest
  }

  /// Runs the rounds, four at a time, and returns when all are done.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the rounds.
  ///   - start: Starts a round with its number, drawing from the seeded generator.
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
