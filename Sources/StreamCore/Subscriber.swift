/// Declares that a type can receive values from a ``Publisher``.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The kind of value that this subscriber receives.
  associatedtype Input

  /// The kind of error that this subscriber may receive; `Never` if it cannot be told of one.
  associatedtype Failure: Error

  /// Tells the subscriber that it is attached, and gives it the means to ask for values.
  ///
  /// - Parameter subscription: The connection to the publisher; retain it for as long as values are wanted.
  func receive(subscription: any Subscription)

  /// Hands the subscriber a value that it asked for.
  ///
  /// - Parameter input: The value.
  /// - Returns: How many values are wanted beyond those already asked for. It adds up, and `.none` takes nothing back.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Tells the subscriber that the publisher has ended. Nothing comes after it.
  ///
  /// - Parameter completion: Whether the publisher finished or failed.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Hands the subscriber a signal that carries no value.
  ///
  /// - Returns: How many signals are wanted beyond those already asked for.
  @inlinable
  public func receive() -> Subscribers.Demand {
    receive(())
  }
}

/// A namespace for the types that serve as subscribers, and for what they exchange with publishers.
public enum Subscribers {}
