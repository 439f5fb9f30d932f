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

  /// Takes available values, and the completion after them, instead of a subscription: stages of the toolkit thereby
  /// save the object of a subscription. The iterator must be a standard-library type.
  ///
  /// - Returns: Whether the values were taken. If not, which is the default, the subscriber must be handed a
  ///   subscription.
  func _receive(atHand values: some IteratorProtocol<Input>, then completion: Subscribers.Completion<Failure>) -> Bool

  /// The open flag of the sink at the end of the pipeline, if every stage up to it only forwards signals. A source that
  /// has its values already then delivers them in a loop, without a subscription. A stage of `append` or `prepend`
  /// returns its list of publishers. `nil` by default.
  var _sink: AnyObject? { get }
}

extension Subscriber {
  /// Takes none.
  @inlinable @inline(__always)
  public func _receive<V: IteratorProtocol<Input>>(atHand: V, then: Subscribers.Completion<Failure>) -> Bool { false }

  /// None.
  @inlinable public var _sink: AnyObject? { nil }
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
