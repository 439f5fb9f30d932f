public import StreamCore

/// The demands of a ``TestableSubscriber``.
public struct TestableSubscriberOptions: Sendable {
  /// The demand requested with the subscription.
  public var initialDemand: Subscribers.Demand

  /// The demand requested each time the outstanding demand is used up.
  public var subsequentDemand: Subscribers.Demand

  /// The delay of the subsequent demand. With zero, `receive(_:)` returns it.
  public var demandReplenishmentDelay: VirtualTime.Stride

  /// Additional requests at absolute times; those due before the subscription are made with it.
  public var scriptedDemand: DemandLog

  /// Called for each value received without demand.
  public var negativeBalanceHandler: (@Sendable () -> Void)?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - initialDemand: The demand requested with the subscription.
  ///   - subsequentDemand: The demand requested each time the outstanding demand is used up.
  ///   - demandReplenishmentDelay: The delay of the subsequent demand, in virtual seconds; a negative one traps. With
  ///     zero, `receive(_:)` returns the demand.
  ///   - scriptedDemand: Additional requests at absolute times.
  ///   - negativeBalanceHandler: Called for each value received without demand.
  @preconcurrency
  public init(
    initialDemand: Subscribers.Demand = .unlimited, subsequentDemand: Subscribers.Demand = .none,
    demandReplenishmentDelay: VirtualTime.Stride = 100, scriptedDemand: DemandLog = [],
    negativeBalanceHandler: (@Sendable () -> Void)? = nil
  ) {
    precondition(
      demandReplenishmentDelay >= .nanoseconds(0),
      "Demand cannot be replenished before it is used up: \(demandReplenishmentDelay.magnitude) ns.")
    self.initialDemand = initialDemand
    self.subsequentDemand = subsequentDemand
    self.demandReplenishmentDelay = demandReplenishmentDelay
    self.scriptedDemand = scriptedDemand
    self.negativeBalanceHandler = negativeBalanceHandler
  }

  /// Unlimited demand with the subscription.
  public static let `default` = TestableSubscriberOptions()
}
