public import StreamCore
internal import StreamParts
public import StreamSchedulers

/// A subject that replays its newest values to each new subscriber, then delivers later ones.
///
///     send          -1-2-3-    4-|
///     subscriber          (^23)4-|
///
/// Here it keeps two values.
///
/// All subscribers read one log of the newest values, each at its own pace, so its memory does not depend on their
/// number. A value that a subscriber has requested, but that waits while another is delivered to it, is held for that
/// subscriber alone. Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubjects.ReplaySubject`.
///
/// - **Demand**: values that a subscriber has not requested wait in the log. A subscriber that falls behind by more
///   than the buffer size loses the oldest values it has not received, which is reported to the `DropHook`; a
///   subscriber that keeps up loses nothing. Upstreams that feed the subject receive unlimited demand from the start.
/// - **Completion**: sent to each subscriber after the values that wait for it; later ones receive the values in the
///   log, then the completion.
/// - **Failure**: as the completion.
/// - **Threads**: sending, subscribing and cancelling may be done on any thread. Each subscriber gets one value at a
///   time, and all get them in one order. A value sent during a delivery, re-entrantly or from another thread, is
///   delivered by the thread that is delivering; one that waits in the log, by the thread that requests it.
/// - Complexity: Sending takes O(*n*), where *n* is the number of subscribers; O(*size*) memory, where *size* is that
///   of the buffer.
public final class ReplaySubject<Output, Failure: Error>: Subject, ReleasingPublisher {
  @usableFromInline let hub: ReplayHub<Output, Failure>

  /// Creates a subject that replays a number of values.
  ///
  /// - Parameters:
  ///   - maxBufferSize: How many of the newest values are replayed, at least 0: a negative number traps. With `.max`,
  ///     all are replayed, and memory grows with each.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  @inlinable
  public init(maxBufferSize: Int, fileID: StaticString = #fileID, line: UInt = #line) {
    hub = ReplayHub("ReplaySubject", limit: maxBufferSize, site: StreamSite(fileID: fileID, line: line))
  }

  /// Creates a subject that replays a number of values: `init(maxBufferSize:)` by another name.
  ///
  /// - Parameters:
  ///   - bufferSize: How many of the newest values are replayed, at least 0: a negative number traps. With `.max`, all
  ///     are replayed, and memory grows with each.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  @inlinable
  public convenience init(bufferSize: Int, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(maxBufferSize: bufferSize, fileID: fileID, line: line)
  }

  /// Creates a subject that replays a number of values while they are young.
  ///
  /// Values that are too old are removed at the next send, subscription or reading of the buffer: there is no timer. A
  /// subscriber that has not requested them loses them then.
  ///
  /// - Parameters:
  ///   - maxBufferSize: How many of the newest values are replayed, at least 0: a negative number traps. With `.max`,
  ///     all that are young enough are replayed.
  ///   - maxAge: The maximum age of a replayed value, in the scheduler's stride. With zero, only values sent at the
  ///     very time of the subscription are replayed; with less, none are.
  ///   - scheduler: The scheduler whose clock measures the age.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  @inlinable
  public init<S: Scheduler>(
    maxBufferSize: Int, maxAge: S.SchedulerTimeType.Stride, scheduler: S, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    hub = ReplayHub(
      "ReplaySubject", limit: maxBufferSize, clock: ReplayAge(maxAge: maxAge, scheduler: scheduler),
      site: StreamSite(fileID: fileID, line: line))
  }

  /// The values that a new subscriber gets, the oldest first.
  ///
  /// Inside a delivery they include the values sent since, which are queued.
  @inlinable public var bufferedValues: [Output] { hub.replayed }

  /// Sends a value to the subscribers, and stores it for later ones.
  ///
  /// - Parameter input: The value. After a completion it is ignored.
  @inlinable
  public func send(_ input: Output) {
    hub.send(input)
  }

  /// Ends the subject. The log is kept for later subscribers.
  ///
  /// - Parameter completion: Whether it finished or failed. After another completion it is ignored.
  @inlinable
  public func send(completion: Subscribers.Completion<Failure>) {
    hub.send(completion: completion)
  }

  /// Attaches an upstream that feeds the subject, and requests unlimited demand from it.
  ///
  /// - Parameter subscription: The upstream's subscription, which is cancelled when the subject completes or is
  ///   deinitialized.
  @inlinable
  public func send(subscription: any Subscription) {
    hub.send(subscription: subscription)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.subscribe(subscriber, owner: self)
  }
}

// Values cross to the drain thread, and to subscribers of other threads, under the lock of the hub.
extension ReplaySubject: Sendable where Output: Sendable {}

extension ReplaySubject: ReplayOwner {}
