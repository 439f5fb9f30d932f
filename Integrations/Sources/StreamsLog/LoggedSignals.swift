/// The kinds of signals that an operator logs.
public struct LoggedSignals: OptionSet, Sendable {
  /// The bit mask.
  public let rawValue: Int

  /// Creates a set from a bit mask.
  ///
  /// - Parameter rawValue: The bit mask.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The subscription.
  public static let subscription = LoggedSignals(rawValue: 1)

  /// Each value.
  public static let values = LoggedSignals(rawValue: 2)

  /// Each demand: what downstream requests, and what its `receive(_:)` returns unless that is none.
  public static let demand = LoggedSignals(rawValue: 4)

  /// The completion without failure.
  public static let finished = LoggedSignals(rawValue: 8)

  /// The failure.
  public static let failure = LoggedSignals(rawValue: 16)

  /// The cancel.
  public static let cancel = LoggedSignals(rawValue: 32)

  /// All that comes at most once in a subscription: nothing for each value.
  public static let lifecycle: LoggedSignals = [.subscription, .finished, .failure, .cancel]

  /// All signals.
  public static let all: LoggedSignals = [.lifecycle, .values, .demand]
}
