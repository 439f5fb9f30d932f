public import StreamCore

/// A relay that delivers the values sent to it, and stores none.
///
///     accept        --1--2--3--
///     subscriber 1  --1--2--3-!
///     subscriber 2     ^-2--3-!
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubjects.PassthroughRelay`.
///
/// - **Demand**: a subscriber without outstanding demand misses values. Upstreams that feed the relay receive unlimited
///   demand once a subscriber has requested a value.
/// - **Completion**: subscribers receive the finish when the relay is released; their subscriptions do not retain it.
/// - **Failure**: none.
/// - **Threads**: as a `PassthroughSubject`: values are delivered one at a time, in the same order for all; a value
///   sent during a delivery is queued, and delivered by the thread that is delivering.
/// - Complexity: Sending takes O(*n*), where *n* is the number of subscribers; subscribing and cancelling take O(1),
///   amortised.
public final class PassthroughRelay<Output>: Relay, FedRelay, ReleasingPublisher {
  /// It does not fail.
  public typealias Failure = Never

  @usableFromInline let broadcaster = Broadcaster<Output, Never>("PassthroughRelay")

  /// Creates a relay without subscribers.
  @inlinable
  public init() {}

  deinit {
    broadcaster.send(completion: .finished)
  }

  /// Sends a value to the current subscribers.
  ///
  /// - Parameter value: The value.
  @inlinable
  public func accept(_ value: Output) {
    broadcaster.send(value)
  }

  func attach(_ upstream: any Subscription) {
    broadcaster.send(subscription: upstream)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    broadcaster.subscribe(subscriber)
  }
}

// Values cross threads under the lock of the broadcaster.
extension PassthroughRelay: Sendable where Output: Sendable {}
