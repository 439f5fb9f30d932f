/// A subject that holds a value, and sends it to each new subscriber and whenever it changes. A subscription keeps it
/// alive until that ends or is cancelled.
///
///     value = …      1--2--3--|
///     subscriber 1   1--2--3--|
///     subscriber 2      ^2-3--|
///
/// - **Demand**: a subscriber that has asked for no value when one is sent gets the newest once it asks. Upstreams that
///   feed the subject are asked for everything at once, so that it has their newest value.
/// - **Completion**: sent to all subscribers, which are then released; those who come later get it at once, without value.
/// - **Failure**: like a completion.
/// - **Threads**: everything may be done on any thread. Values are delivered one at a time, in one order for all; what is
///   sent during a delivery, from inside it or from another thread, is delivered after it by the thread that delivers.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, ReleasingPublisher {
  @usableFromInline let broadcaster: Broadcaster<Output, Failure>

  /// Makes a subject that holds a value.
  ///
  /// - Parameter value: The value to begin with.
  @inlinable
  public init(_ value: Output) {
    broadcaster = Broadcaster("CurrentValueSubject", current: value)
    broadcaster.owner = .passUnretained(self)
  }

  /// The newest value. Setting it sends it; after the completion it is stored, and not delivered.
  ///
  /// Inside a delivery it is the newest value sent, which may be ahead of the one that is delivered.
  @inlinable public var value: Output {
    get { broadcaster.current }
    set { broadcaster.sendUnderLock(newValue, isAssigned: true) }
  }

  /// Holds a value in place of the present one, and sends it to the subscribers.
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

  /// Hands the subject a connection to an upstream that feeds it, which is asked for everything.
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

// The value crosses threads under the lock.
extension CurrentValueSubject: Sendable where Output: Sendable {}
