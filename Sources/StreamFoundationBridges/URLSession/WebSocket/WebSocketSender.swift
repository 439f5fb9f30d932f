public import Foundation

extension URLSessionWebSocketPublisher {
  /// Makes a subscriber that sends the values of any publisher as messages: each when the one before has been sent.
  ///
  ///     upstream      --m--m--------|
  ///     sent          ---m---m------
  ///
  /// - **Demand**: one message at a time.
  /// - **Completion**: the connection stays; close it when that is wanted.
  /// - **Failure**: a message that cannot be sent cancels the upstream, and `onFailure` is told.
  /// - **Threads**: it asks for more where a message's sending ends.
  ///
  /// - Parameter onFailure: Learns why no more is sent; at most once.
  /// - Returns: The subscriber, for one publisher. Cancelling it cancels that, and leaves the connection.
  public func sender(onFailure: @escaping @Sendable (URLError) -> Void = { _ in }) -> WebSocketSender {
    WebSocketSender(socket: self, onFailure: onFailure)
  }
}

/// A subscriber that sends the messages of a publisher over a WebSocket, no faster than they can be sent.
public final class WebSocketSender: Subscriber, Cancellable, Sendable {
  /// What is sent.
  public typealias Input = WebSocketMessage

  /// The publisher cannot fail: say by an operator what a failure should send, if anything.
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

  /// Asks for the first message; a second upstream is cancelled.
  public func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard case .unattached = state else { return false }
      state = .attached(subscription)
      return true
    }
    if isFirst { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  /// Sends a message; the next one is asked for when it has been sent.
  public func receive(_ input: WebSocketMessage) -> Subscribers.Demand {
    // The message that was asked for may come while a cancel is on its way upstream (rule 5).
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

  /// Lets go of the upstream.
  public func receive(completion: Subscribers.Completion<Never>) {
    let former = state.exchange(.ended)
    withExtendedLifetime(former) {}
  }

  /// Cancels the upstream; what is being sent still goes.
  public func cancel() {
    _ = cancelUpstream()
  }

  private func cancelUpstream() -> Bool {
    switch state.exchange(.ended) {
    case .attached(let subscription):
      subscription.cancel()
      return true
    case .unattached:
      return true
    case .ended:
      return false
    }
  }
}

extension WebSocketSender: ConcurrentCancellable {}
