/// A publisher that creates another for each subscription.
///
///     demand                         --2
///     Deferred { [1, 2].publisher }  --(12|)
///
/// - **Demand**: passed to the created publisher.
/// - **Completion**: that of the created publisher.
/// - **Failure**: that of the created publisher.
/// - **Threads**: the closure runs on the subscribing thread, never under a lock.
@frozen
public struct Deferred<DeferredPublisher: Publisher>: Publisher, ReleasingPublisher {
  /// The type of value delivered.
  public typealias Output = DeferredPublisher.Output

  /// The type of error that the created publisher may fail with.
  public typealias Failure = DeferredPublisher.Failure

  /// Creates the publisher, once for each subscription.
  public let createPublisher: @Sendable () -> DeferredPublisher

  /// Creates a publisher that creates another for each subscription.
  ///
  /// - Parameter createPublisher: Creates the publisher, once for each subscription.
  @inlinable
  @preconcurrency
  public init(createPublisher: @escaping @Sendable () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    createPublisher().subscribe(subscriber)
  }
}

extension Deferred: Sendable {}
