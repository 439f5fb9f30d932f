public import StreamCore
public import StreamParts

/// What a source sends its values to: the other end of a ``CreatePublisher``, for one subscription.
///
/// It may be used on any thread, also inside its own calls, and kept for ever: after the end it retains nothing.
///
/// If another package has a type of this name, a scoped import chooses: `import class StreamCreating.Emitter`.
public final class Emitter<Output, Failure: Error>: @unchecked Sendable {
  // Sendable: what changes is under the lock.

  /// The receiver is released at the end.
  private let state: Locked<(receiver: EmitterReceiver<Output, Failure>?, isCancelled: Bool)>

  init(to receiver: EmitterReceiver<Output, Failure>) {
    state = Locked((receiver, false))
  }

  private var receiver: EmitterReceiver<Output, Failure>? { state.withLock { $0.receiver } }

  /// Sends a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: Whether it was delivered, is queued, or was dropped, or an older one in its place; or whether it was ignored,
  ///   because the stream has ended.
  @discardableResult
  public func send(_ value: Output) -> SendReport {
    receiver?.send(value) ?? SendReport(isEnded: true)
  }

  /// Ends the stream, after what is queued. Further calls are ignored.
  ///
  /// - Parameter completion: The end.
  public func send(completion: Subscribers.Completion<Failure>) {
    receiver?.send(completion: completion)
  }

  /// Sends a value, as ``send(_:)`` does.
  ///
  /// - Parameter value: The value.
  public func forward(_ value: Output) {
    send(value)
  }

  /// Ends the stream, as ``send(completion:)`` does.
  ///
  /// - Parameter completion: The end.
  public func forward(completion: Subscribers.Completion<Failure>) {
    send(completion: completion)
  }

  /// How many more values downstream has asked for than have been delivered; none after the end.
  public var demand: Subscribers.Demand { receiver?.demand ?? .none }

  /// Whether downstream has cancelled, before an end was sent.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Calls a closure whenever downstream asks for more.
  ///
  /// The sum of what it is called with is what downstream has asked for: a first call, inside this one, says what has been
  /// asked for before.
  ///
  /// - Parameter action: Called with each increase of the demand, where downstream requests or a value is delivered, outside
  ///   of locks, by one thread at a time. It replaces the one before, and is released at the end.
  @preconcurrency
  public func onDemand(_ action: @escaping @Sendable (Subscribers.Demand) -> Void) {
    receiver?.source.onDemand(action)
  }

  /// Releases what the emitter sends to.
  func close(cancelled: Bool) {
    let released = state.withLock { state in
      state.isCancelled = cancelled
      return state.receiver.take()
    }
    withExtendedLifetime(released) {}
  }
}

/// What an emitter sends to, without the type of downstream.
class EmitterReceiver<Output, Failure: Error> {
  let source: EmitterSource

  init(source: EmitterSource) {
    self.source = source
  }

  var demand: Subscribers.Demand { .none }

  func send(_ value: Output) -> SendReport { SendReport(isEnded: true) }

  func send(completion: Subscribers.Completion<Failure>) {}
}
