public import StreamCore
public import StreamParts
private import Synchronization

/// Receives the values of a source: the input side of a ``CreatePublisher``, for one subscription.
///
/// It may be used on any thread, even inside its own calls, and kept forever: after the end it retains nothing.
///
/// If another package has a type of this name, a scoped import chooses: `import class StreamCreating.Emitter`.
public final class Emitter<Output, Failure: Error>: @unchecked Sendable {
  // Sendable: the receiver takes calls from any thread, and is released at the end, when no call uses it any more.
  @usableFromInline let receiver: LentReference
  private let cancelled = Atomic(false)

  init(to receiver: EmitterReceiver<Output, Failure>) {
    self.receiver = LentReference(receiver)
  }

  /// Sends a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: Whether the value was delivered, is queued, or was ignored because the stream has ended; or whether it,
  ///   or an older value in its place, was dropped.
  @discardableResult
  @inlinable
  public func send(_ value: Output) -> SendReport {
    var report = SendReport(isEnded: true)
    receiver.use(as: EmitterReceiver<Output, Failure>.self) { report = $0.send(value) }
    return report
  }

  /// Ends the stream, after what is queued. Further calls are ignored.
  ///
  /// - Parameter completion: The end.
  public func send(completion: Subscribers.Completion<Failure>) {
    receiver.use(as: EmitterReceiver<Output, Failure>.self) { $0.complete(completion) }
  }

  /// Sends a value, as ``send(_:)`` does.
  ///
  /// - Parameter value: The value.
  @inlinable
  public func forward(_ value: Output) {
    send(value)
  }

  /// Ends the stream, as ``send(completion:)`` does.
  ///
  /// - Parameter completion: The end.
  public func forward(completion: Subscribers.Completion<Failure>) {
    send(completion: completion)
  }

  /// The outstanding demand of downstream; none after the end.
  public var demand: Subscribers.Demand {
    var demand = Subscribers.Demand.none
    receiver.use(as: EmitterReceiver<Output, Failure>.self) { demand = $0.demand() }
    return demand
  }

  /// Whether downstream has cancelled, before an end was sent.
  public var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Calls a closure whenever downstream requests more.
  ///
  /// The closure's arguments add up to the total demand of downstream: a first call, inside this one, reports the
  /// demand so far.
  ///
  /// - Parameter action: Called with each increase of the demand, where downstream requests or a value is delivered,
  ///   outside of locks, by one thread at a time. It replaces the one before, and is released at the end.
  @preconcurrency
  public func onDemand(_ action: @escaping @Sendable (Subscribers.Demand) -> Void) {
    receiver.use(as: EmitterReceiver<Output, Failure>.self) { $0.source.onDemand(action) }
  }

  /// Releases what the emitter sends to, when no call uses it any more.
  func close(cancelled isCancelled: Bool) {
    if isCancelled { cancelled.store(true, ordering: .releasing) }
    receiver.close(as: EmitterReceiver<Output, Failure>.self) { _ in }
  }
}

/// What an emitter sends to, without the type of downstream: closures, which run specialised, as overridden methods of
/// a generic class do not.
@usableFromInline
final class EmitterReceiver<Output, Failure: Error> {
  @usableFromInline let send: (Output) -> SendReport
  @usableFromInline let complete: (Subscribers.Completion<Failure>) -> Void
  let demand: () -> Subscribers.Demand
  let source: EmitterSource

  @usableFromInline
  init(
    source: EmitterSource, send: @escaping (Output) -> SendReport,
    complete: @escaping (Subscribers.Completion<Failure>) -> Void, demand: @escaping () -> Subscribers.Demand
  ) {
    (self.source, self.send, self.complete, self.demand) = (source, send, complete, demand)
  }
}
