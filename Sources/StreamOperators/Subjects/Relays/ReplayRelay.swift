public import StreamCore
public import StreamParts

/// A relay that replays its newest values to each new subscriber, then delivers later ones.
///
///     accept        -1-2-3-    4--
///     subscriber          (^23)4-!
///
/// Here it keeps two values.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubjects.ReplayRelay`.
///
/// - **Demand**: as for a ``ReplaySubject``: values that a subscriber has not requested wait in the shared log. A
///   subscriber that falls behind by more than the buffer size loses the oldest, which is reported to the `DropHook`.
///   Upstreams that feed the relay receive unlimited demand from the start.
/// - **Completion**: subscribers receive the finish when the relay is released, after the values that wait for them;
///   their subscriptions do not retain it.
/// - **Failure**: none.
/// - **Threads**: as a ``ReplaySubject``: values are delivered one at a time, in the same order for all.
/// - Complexity: Sending takes O(*n*), where *n* is the number of subscribers; O(*size*) memory, where *size* is that
///   of the buffer.
public final class ReplayRelay<Output>: Relay, FedRelay, ReleasingPublisher {
  /// It does not fail.
  public typealias Failure = Never

  @usableFromInline let hub: ReplayHub<Output, Never>

  /// Creates a relay that replays a number of values.
  ///
  /// - Parameters:
  ///   - maxBufferSize: How many of the newest values are replayed, at least 0: a negative number traps. With `.max`,
  ///     all are replayed, and memory grows with each.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  @inlinable
  public init(maxBufferSize: Int, fileID: StaticString = #fileID, line: UInt = #line) {
    hub = ReplayHub("ReplayRelay", limit: maxBufferSize, site: StreamSite(fileID: fileID, line: line))
  }

  deinit {
    hub.send(completion: .finished)
  }

  /// The values that a new subscriber gets, the oldest first.
  @inlinable public var bufferedValues: [Output] { hub.replayed }

  /// Sends a value to the subscribers, and stores it for later ones.
  ///
  /// - Parameter value: The value.
  @inlinable
  public func accept(_ value: Output) {
    hub.send(value)
  }

  func attach(_ upstream: any Subscription) {
    hub.send(subscription: upstream)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    hub.subscribe(subscriber)
  }
}

// Values cross threads under the lock of the hub.
extension ReplayRelay: Sendable where Output: Sendable {}
