/// A publisher into which outside code injects values.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers.
  ///
  /// - Parameter value: The value to send.
  func send(_ value: Output)

  /// Ends the subject for all its subscribers. Later signals are ignored.
  ///
  /// - Parameter completion: Whether the subject finished or failed.
  func send(completion: Subscribers.Completion<Failure>)

  /// Connects the subject to an upstream that feeds it.
  ///
  /// - Parameter subscription: The connection, from which the subject requests the demand of its subscribers.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends a `Void` value to the subscribers.
  @inlinable
  public func send() {
    send(())
  }
}
