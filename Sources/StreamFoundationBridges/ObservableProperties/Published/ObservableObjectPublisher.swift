public import StreamCore

/// The publisher that tells that an object is about to change.
///
///     object.name = …   -----x-----x--
///     downstream        -----()----()-
///
/// - **Demand**: a subscriber that has asked for nothing when the object changes is not told of it.
/// - **Completion**: never, not even when the object goes.
/// - **Failure**: cannot be.
/// - **Threads**: delivers where the object is changed, one signal at a time, never under a lock.
public final class ObservableObjectPublisher: Publisher, ReleasingPublisher, Sendable {
  /// That, and not what, changes.
  public typealias Output = Void

  /// An object does not fail.
  public typealias Failure = Never

  @usableFromInline let broadcaster: Broadcaster<Void, Never>

  /// Makes a publisher without subscribers.
  public init() {
    broadcaster = Broadcaster("ObservableObjectPublisher")
    broadcaster.owner = .passUnretained(self)
  }

  /// Tells the subscribers that the object is about to change.
  @inlinable
  public func send() {
    broadcaster.send(())
  }

  /// Attaches `subscriber`.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    broadcaster.subscribe(subscriber)
  }
}
