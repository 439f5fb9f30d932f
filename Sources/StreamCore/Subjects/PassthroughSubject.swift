/// A subject that passes on what it is sent, and keeps nothing. A subscription keeps it alive until that ends or is
/// cancelled.
///
///     send           --1--2--3--|
///     subscriber 1   --1--2--3--|
///     subscriber 2      ^-2--3--|
///
/// - **Demand**: a subscriber that has asked for no value when one is sent misses it. Upstreams that feed the subject are
///   asked for everything, from when the first subscriber asks for anything.
/// - **Completion**: sent to all subscribers, which are then released; those who come later get it at once.
/// - **Failure**: like a completion.
/// - **Threads**: sending, subscribing and cancelling may be done on any thread. Values are delivered one at a time, in one
///   order for all; what is sent during a delivery, from inside it or from another thread, is delivered after it by the
///   thread that delivers.
public final class PassthroughSubject<Output, Failure: Error>: Subject, ReleasingPublisher {
  @usableFromInline let broadcaster = Broadcaster<Output, Failure>("PassthroughSubject")

  /// Makes a subject without subscribers.
  @inlinable
  public init() {
    broadcaster.owner = .passUnretained(self)
  }

  /// Sends a value to the subscribers of this moment.
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

  /// Hands the subject a connection to an upstream that feeds it.
  ///
  /// - Parameter subscription: The connection; cancelled when the subject ends or goes.
  @inlinable
  public func send(subscription: any Subscription) {
    broadcaster.attach(subscription)
  }

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    broadcaster.subscribe(subscriber)
  }
}

// What it is sent crosses to the thread that delivers; all else is under its lock.
extension PassthroughSubject: Sendable where Output: Sendable {}
