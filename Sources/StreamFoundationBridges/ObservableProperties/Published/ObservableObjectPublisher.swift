public import StreamCore

/// A publisher of an object's changes.
///
///     person.name = …          -----x-----x--
///     person.objectWillChange  -----A-----A-!
///     A = ()
///
/// - **Demand**: a change without demand is dropped.
/// - **Completion**: never, not even when the object is released.
/// - **Failure**: cannot fail.
/// - **Threads**: delivers where the object is changed, one signal at a time, never under a lock.
/// - Complexity: Sending takes O(*n*), where *n* is the number of subscribers; subscribing and cancelling take O(1),
///   amortised.
public final class ObservableObjectPublisher: Publisher, ReleasingPublisher, Sendable {
  /// A change is announced without its value.
  public typealias Output = Void

  /// An object cannot fail.
  public typealias Failure = Never

  @usableFromInline let broadcaster: Broadcaster<Void, Never>

  /// Creates a publisher without subscribers.
  public init() {
    broadcaster = Broadcaster("ObservableObjectPublisher")
  }

  /// Announces a change of the object to the subscribers.
  @inlinable
  public func send() {
    broadcaster.send(())
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    broadcaster.subscribe(subscriber, owner: self)
  }
}
