public import StreamCore

/// A publisher that tells what type of subscriber attaches to it, and completes it.
///
/// An operator that is switched off attaches the subscriber itself: there is nothing between that could cost anything
/// for a value.
public struct SubscriberTypes<Output, Failure: Error>: Publisher, Sendable {
  private let tell: @Sendable (String) -> Void

  /// - Parameter tell: Called with the name of each subscriber's type.
  public init(tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  /// Tells the type of `subscriber`, and completes it.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    tell("\(S.self)")
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .finished)
  }
}
