/// The connection of one subscriber to one publisher.
///
/// ``request(_:)`` and ``Cancellable/cancel()`` may be called from any thread, and from inside `receive(_:)`.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Tells the publisher that it may send more values.
  ///
  /// - Parameter demand: How many values are wanted, beyond those already asked for. A request for `.none` does nothing.
  func request(_ demand: Subscribers.Demand)
}

/// A namespace for the types that serve as subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// The subscription of a publisher that has nothing to deliver: asking it for values, or cancelling it, does nothing.
  public static var empty: any Subscription { EmptySubscription.shared }
}

/// A class, so that its identity is one and handing it out allocates nothing.
private final class EmptySubscription: StageSubscription, Sendable {
  static let shared = EmptySubscription()

  var description: String { "Empty" }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {}
}
