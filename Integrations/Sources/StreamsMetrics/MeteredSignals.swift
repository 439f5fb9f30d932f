/// What an operator counts and measures.
public struct MeteredSignals: OptionSet, Sendable {
  /// The bit mask.
  public let rawValue: Int

  /// Creates a set from a bit mask.
  ///
  /// - Parameter rawValue: The bit mask.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The subscriptions: counter `streams.subscriptions`, and meter `streams.active` of those that have not ended.
  public static let subscriptions = MeteredSignals(rawValue: 1)

  /// The values: counter `streams.values`.
  public static let values = MeteredSignals(rawValue: 2)

  /// The demand: counter `streams.demand` of the values asked for, counter `streams.demand.unlimited` of the requests
  /// without bound.
  public static let demand = MeteredSignals(rawValue: 4)

  /// The ends: counters `streams.finished`, `streams.failures` and `streams.cancels`.
  public static let ends = MeteredSignals(rawValue: 8)

  /// The time that downstream takes for each value: timer `streams.value.duration`.
  public static let durations = MeteredSignals(rawValue: 16)

  /// The time from one value to the next: timer `streams.value.interval`.
  public static let intervals = MeteredSignals(rawValue: 32)

  /// Everything.
  public static let all: MeteredSignals = [.subscriptions, .values, .demand, .ends, .durations, .intervals]

  /// Whether an element is counted or measured as it passes.
  var isPerValue: Bool { !isDisjoint(with: [.values, .durations, .intervals]) }
}
