/// A publisher into which outside code injects values.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers.
  ///
  /// - Parameter value: The value to send.
  func send(_ value: Output)

  /// Ends the subject for all its subscribers. What is sent afterwards is ignored.
  ///
  /// - Parameter completion: Whether the subject finished or failed.
  func send(completion: Subscribers.Completion<Failure>)

  /// Hands the subject a connection to an upstream that feeds it.
  ///
  /// - Parameter subscription: The connection, from which the subject requests what its subscribers want.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends a signal that carries no value to the subscribers.
  @inlinable
  public func send() {
    send(())
  }
}
