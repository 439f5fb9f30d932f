public import Foundation

extension URLSessionWebSocketPublisher {
  /// Creates a subscriber that sends a publisher's values as messages, each when the previous one has been sent.
  ///
  ///     upstream      --m--m--------|
  ///     sent          ---m---m------
  ///
  /// - **Demand**: one message at a time.
  /// - **Completion**: leaves the connection open; close it if needed.
  /// - **Failure**: a message that cannot be sent cancels the upstream, and is reported to `onFailure`.
  /// - **Threads**: it requests the next message on the thread where the previous send ends.
  ///
  /// - Parameter onFailure: Called at most once, with the error that ends the sending.
  /// - Returns: The subscriber, for one publisher. Cancelling it cancels that publisher, and leaves the connection
  ///   open.
  public func sender(onFailure: @escaping @Sendable (URLError) -> Void = { _ in }) -> WebSocketSender {
    WebSocketSender(socket: self, onFailure: onFailure)
  }
}

/// A subscriber that sends a publisher's messages over a WebSocket, no faster than they can be sent.
public final class WebSocketSender: Subscriber, Cancellable, Sendable {
  /// A message to send.
  public typealias Input = WebSocketMessage

  /// The publisher cannot fail: use an operator to handle its failure first.
  public typealias Failure = Never

  private enum State {
    case unattached
    case attached(any Subscription)
    case ended
  }

  private let socket: Publishers.WebSocketPublisher
  private let onFailure: @Sendable (URLError) -> Void
  private let state = Locked(State.unattached)

  init(socket: Publishers.WebSocketPublisher, onFailure: @escaping @Sendable (URLError) -> Void) {
    self.socket = socket
    self.onFailure = onFailure
  }

  /// Requests the first message; a second upstream is cancelled.
  public func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard case .unattached = state else { return false }
      state = .attached(subscription)
      return true
    }
    if isFirst { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  /// Sends a message; the next one is requested when it has been sent.
  public func receive(_ input: WebSocketMessage) -> Subscribers.Demand {
    // A requested message may arrive while a cancel is on its way upstream (rule 5).
    guard case .attached = state.value else { return .none }
    socket.send(input) { [self] result in
      switch result {
      case .success:
        if case .attached(let subscription) = state.value { subscription.request(.max(1)) }
      case .failure(let error):
        if cancelUpstream() { onFailure(error) }
      }
    }
    return .none
  }

  /// Releases the upstream.
  public func receive(completion: Subscribers.Completion<Never>) {
    let former = state.exchange(.ended)
    withExtendedLifetime(former) {}
  }

  /// Cancels the upstream; a message being sent is still sent.
  public func cancel() {
    _ = cancelUpstream()
  }

  private func cancelUpstream() -> Bool {
    guard case .attached(let subscription) = state.exchange(.ended) else { return false }
    subscription.cancel()
    return true
  }
}

extension WebSocketSender: ConcurrentCancellable {}
