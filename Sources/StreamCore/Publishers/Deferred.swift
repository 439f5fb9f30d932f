/// A publisher that makes another for each subscription.
///
///     Deferred { [1, 2].publisher }    --12|
///
/// - **Demand**: passed to the publisher made.
/// - **Completion**: that of the publisher made.
/// - **Failure**: that of the publisher made.
/// - **Threads**: the closure runs on the thread that subscribes, never under a lock.
@frozen
public struct Deferred<DeferredPublisher: Publisher>: Publisher, ReleasingPublisher {
  /// The kind of value delivered.
  public typealias Output = DeferredPublisher.Output

  /// The kind of error that the publisher made may fail with.
  public typealias Failure = DeferredPublisher.Failure

  /// Makes the publisher, once for each subscription.
  public let createPublisher: @Sendable () -> DeferredPublisher

  /// Makes a publisher that waits for a subscription before it makes another.
  ///
  /// - Parameter createPublisher: Makes the publisher, once for each subscription.
  @inlinable
  @preconcurrency
  public init(createPublisher: @escaping @Sendable () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  /// Attaches `subscriber`.
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    createPublisher().subscribe(subscriber)
  }
}

extension Deferred: Sendable {}
