public import StreamCore

/// A relay that holds a value, and delivers it to each new subscriber and whenever it is replaced.
///
///     accept        --1-   -2--3--
///     subscriber 1  0-1-   -2--3-!
///     subscriber 2     (^1)-2--3-!
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubjects.CurrentValueRelay`.
///
/// - **Demand**: a subscriber without outstanding demand receives the newest value when it requests one. Upstreams that
///   feed the relay receive unlimited demand from the start.
/// - **Completion**: subscribers receive the finish when the relay is released; their subscriptions do not retain it.
/// - **Failure**: none.
/// - **Threads**: as a `CurrentValueSubject`: values are delivered one at a time, in the same order for all, which is
///   that in which they are stored.
/// - Complexity: Sending takes O(*n*), where *n* is the number of subscribers; subscribing and cancelling take O(1),
///   amortised.
public final class CurrentValueRelay<Output>: Relay, FedRelay, ReleasingPublisher {
  /// It does not fail.
  public typealias Failure = Never

  @usableFromInline let hub: Broadcaster<Output, Never>

  /// Creates a relay that holds a value.
  ///
  /// - Parameter value: The initial value.
  @inlinable
  public init(_ value: Output) {
    hub = Broadcaster("CurrentValueRelay", current: value)
  }

  deinit {
    hub.send(completion: .finished)
  }

  /// The newest value. Inside a delivery it may be newer than the one being delivered.
  @inlinable public var value: Output { hub.current }

  /// Replaces the value, and sends the new one to the subscribers.
  ///
  /// - Parameter value: The new value.
  @inlinable
  public func accept(_ value: Output) {
    hub.send(value)
  }

  /// Changes the value, and sends the result to the subscribers, once.
  ///
  /// Reading and writing are one step: no value that another thread stores in between is lost. No lock is held while
  /// the closure runs, so it may call the relay; if another value has been stored meanwhile, it runs again, with that
  /// one.
  ///
  /// - Parameter change: Changes the value. If it throws, nothing is stored or sent.
  /// - Returns: What the closure returned.
  /// - Throws: What the closure throws.
  @inlinable
  @discardableResult
  public func update<R>(_ change: (inout Output) throws -> R) rethrows -> R {
    try hub.update(change)
  }

  func attach(_ upstream: any Subscription) {
    hub.send(subscription: upstream)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    hub.subscribe(subscriber)
  }
}

// The value crosses threads under the lock of the hub.
extension CurrentValueRelay: Sendable where Output: Sendable {}
