public import StreamCore

/// What a ``TestableSubscriber`` asks for, and when.
public struct TestableSubscriberOptions: Sendable {
  /// What is asked for with the subscription.
  public var initialDemand: Subscribers.Demand

  /// What is asked for each time that all of the demand has been used up.
  public var subsequentDemand: Subscribers.Demand

  /// How long after the demand has been used up the subsequent demand is asked for. Zero lets `receive(_:)` return it.
  public var demandReplenishmentDelay: VirtualTime.Stride

  /// What is asked for besides, at times of the scheduler; what is past at the subscription is asked for at once.
  public var scriptedDemand: DemandLog

  /// Called for each value that nobody asked for.
  public var negativeBalanceHandler: (@Sendable () -> Void)?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - initialDemand: What is asked for with the subscription.
  ///   - subsequentDemand: What is asked for each time that all of the demand has been used up.
  ///   - demandReplenishmentDelay: How long after that, in virtual seconds, zero or more; less is a programmer's error,
  ///     and traps. Zero lets `receive(_:)` return the demand.
  ///   - scriptedDemand: What is asked for besides, at times of the scheduler.
  ///   - negativeBalanceHandler: Called for each value that nobody asked for.
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

  /// Everything is asked for with the subscription.
  public static let `default` = TestableSubscriberOptions()
}
