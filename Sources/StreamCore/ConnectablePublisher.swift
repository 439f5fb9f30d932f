/// A publisher that waits for an explicit call of ``connect()`` before it delivers anything.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Connects to the upstream.
  ///
  /// - Returns: A handle that ends the connection when it is cancelled or released.
  func connect() -> any Cancellable
}
