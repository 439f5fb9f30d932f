/// Declares that a type can receive values from a ``Publisher``.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of value that this subscriber receives.
  associatedtype Input

  /// The type of failure that this subscriber may receive; `Never` if it cannot receive one.
  associatedtype Failure: Error

  /// Tells the subscriber that it is attached, and hands it the subscription with which to request values.
  ///
  /// - Parameter subscription: The connection to the publisher; retain it for as long as values are wanted.
  func receive(subscription: any Subscription)

  /// Delivers a requested value.
  ///
  /// - Parameter input: The value.
  /// - Returns: The additional demand. It is added to the outstanding demand; `.none` retracts nothing.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Tells the subscriber that the publisher has ended. No signal follows.
  ///
  /// - Parameter completion: Whether the publisher finished or failed.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Delivers a `Void` value.
  ///
  /// - Returns: The additional demand.
  @inlinable
  public func receive() -> Subscribers.Demand {
    receive(())
  }
}

/// A namespace for subscribers, and for the types that they exchange with publishers.
public enum Subscribers {}
