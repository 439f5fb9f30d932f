/// A subject that delivers the values sent to it, and stores none. A subscription retains the subject until it ends or
/// is cancelled.
///
///     send          --1--2--3--|
///     subscriber 1  --1--2--3--|
///     subscriber 2     ^-2--3--|
///
/// - **Demand**: a subscriber without outstanding demand misses values. Upstreams that feed the subject receive
///   unlimited demand once a subscriber has requested a value.
/// - **Completion**: sent to all subscribers, which are then released; later ones receive it immediately.
/// - **Failure**: as the completion.
/// - **Threads**: sending, subscribing and cancelling may be done on any thread. Values are delivered one at a time,
///   in the same order for all; a value sent during a delivery, re-entrantly or from another thread, is queued, and
///   delivered by the thread that is delivering. So a thread that sends may deliver what others send meanwhile, for as
///   long as they do; one that only subscribes or cancels does not.
/// - Complexity: Sending takes O(*n*), where *n* is the number of subscribers; subscribing and cancelling take O(1),
///   amortised.
public final class PassthroughSubject<Output, Failure: Error>: Subject, ReleasingPublisher {
  @usableFromInline package let broadcaster = Broadcaster<Output, Failure>("PassthroughSubject")

  /// Creates a subject without subscribers.
  @inlinable
  public init() {}

  /// Sends a value to the current subscribers.
  ///
  /// - Parameter input: The value. After a completion it is ignored.
  @inlinable
  public func send(_ input: Output) {
    broadcaster.send(input)
  }

  /// Ends the subject.
  ///
  /// - Parameter completion: Whether it finished or failed. After another completion it is ignored.
  @inlinable
  public func send(completion: Subscribers.Completion<Failure>) {
    broadcaster.send(completion: completion)
  }

  /// Attaches an upstream that feeds the subject.
  ///
  /// - Parameter subscription: The upstream's subscription, which is cancelled when the subject completes or is
  ///   deinitialized.
  @inlinable
  public func send(subscription: any Subscription) {
    broadcaster.send(subscription: subscription)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    broadcaster.subscribe(subscriber, owner: self)
  }
}

// Sent values may cross to another thread, the drain thread; the rest of the state is in the broadcaster, which is
// sendable.
extension PassthroughSubject: Sendable where Output: Sendable {}
