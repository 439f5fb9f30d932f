/// The connection of one subscriber to one publisher.
///
/// ``request(_:)`` and ``Cancellable/cancel()`` may be called from any thread, and from inside `receive(_:)`.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Tells the publisher that it may send more values.
  ///
  /// - Parameter demand: The additional demand. A request for `.none` does nothing.
  func request(_ demand: Subscribers.Demand)
}

/// A namespace for subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// The subscription of a publisher with nothing to deliver: `request(_:)` and `cancel()` do nothing.
  public static var empty: any Subscription { EmptySubscription.shared }
}

/// A class, so that it has one identity and handing it out does not allocate.
private final class EmptySubscription: StageSubscription, Sendable {
  static let shared = EmptySubscription()

  var description: String { "Empty" }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {}
}
