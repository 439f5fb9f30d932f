/// A subject that holds a value, and delivers it to each new subscriber and whenever it is set. A subscription retains
/// the subject until it ends or is cancelled.
///
///     send          ---2-   -3--|
///     subscriber 1  1--2-   -3--|
///     subscriber 2      (^2)-3--|
///
/// - **Demand**: a subscriber without outstanding demand receives the newest value when it requests one. Upstreams
///   that feed the subject receive unlimited demand from the start, so that it holds their newest value.
/// - **Completion**: sent to all subscribers, which are then released; later ones receive it immediately, without a
///   value.
/// - **Failure**: as the completion.
/// - **Threads**: reading, sending, subscribing and cancelling may be done on any thread. Values are delivered one at
///   a time, in the same order for all; a value sent during a delivery, re-entrantly or from another thread, is
///   queued, and delivered by the thread that is delivering: one that sends, not one that only subscribes or cancels.
/// - Complexity: Sending takes O(*n*), where *n* is the number of subscribers; subscribing and cancelling take O(1),
///   amortised.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, ReleasingPublisher {
  @usableFromInline package let broadcaster: Broadcaster<Output, Failure>

  /// Creates a subject that holds a value.
  ///
  /// - Parameter value: The initial value.
  @inlinable
  public init(_ value: Output) {
    broadcaster = Broadcaster("CurrentValueSubject", current: value)
  }

  /// The newest value. Setting it sends it; after the completion it is stored, and not delivered.
  ///
  /// Inside a delivery it is the newest value sent, which may be newer than the one being delivered.
  @inlinable public var value: Output {
    get { broadcaster.current }
    set { broadcaster.sendUnderLock(newValue, isAssigned: true) }
  }

  /// Replaces the current value, and sends the new one to the subscribers.
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

  /// Attaches an upstream that feeds the subject, and requests unlimited demand from it.
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

// The value crosses threads under the lock.
extension CurrentValueSubject: Sendable where Output: Sendable {}
