public import StreamCore
public import StreamParts

/// A subject whose subscribers have a queue each, with a policy for what happens when it is full.
///
///     send          -1-2-3---|
///     slow: demand  1-----1---
///     fast          -1-2-3---|
///     slow          -1----3--|
///
/// Here each queue has one place, and drops the oldest: 3 takes the place of 2, which `slow` has not requested.
///
/// A slow subscriber delays nobody: `send` never waits. ``emit(_:)`` waits, until every subscriber whose policy is to
/// suspend has room, so that it loses nothing. With the policy `.error` a slow subscriber fails, alone.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubjects.BroadcastSubject`.
///
/// - **Demand**: what a subscriber has not requested waits in its queue. Upstreams that feed the subject receive
///   unlimited demand from the start.
/// - **Completion**: sent to each subscriber after what waits for it; later ones receive it immediately.
/// - **Failure**: as the completion.
/// - **Threads**: sending, subscribing and cancelling may be done on any thread. Values are sent one at a time, in the
///   same order for all; a value sent during a delivery, re-entrantly or from another thread, is queued, and sent by
///   the thread that is delivering. What waits in a queue is delivered where it is requested.
/// - Complexity: Sending takes O(*n*), where *n* is the number of subscribers; O(*n* × *size*) memory, where *size* is
///   that of the queue of each.
public final class BroadcastSubject<Output, Failure: Error>: Subject, ReleasingPublisher {
  @usableFromInline let hub: BroadcastHub<Output, Failure>

  /// The size of the queue of those who subscribe to the subject itself.
  public let bufferSize: Int

  /// What happens to a value when that queue is full.
  public let whenFull: StreamOverflowPolicy<Failure>

  /// Creates a subject without subscribers.
  ///
  /// - Parameters:
  ///   - bufferSize: The size of the queue of those who subscribe to the subject itself, in values: zero or more,
  ///     `.max` for no bound. With zero, values that have not been requested overflow. A negative number is a
  ///     programming error, and traps.
  ///   - whenFull: What happens to a value when such a queue is full. With `.suspend`, ``emit(_:)`` waits for room, and
  ///     what `send` sends meanwhile is dropped.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  @inlinable
  public init(
    bufferSize: Int = 64, whenFull: StreamOverflowPolicy<Failure> = .dropOldest, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    precondition(bufferSize >= 0, "A queue cannot have a negative size: \(bufferSize)")
    (self.bufferSize, self.whenFull) = (bufferSize, whenFull)
    hub = BroadcastHub("BroadcastSubject", site: StreamSite(fileID: fileID, line: line))
  }

  /// A publisher of the values of the ``BroadcastSubject`` whose subscribers have a queue of another size, or another
  /// policy.
  ///
  /// - Parameters:
  ///   - bufferSize: The size of the queue of each subscriber, in values: zero or more, `.max` for no bound. A negative
  ///     number is a programming error, and traps.
  ///   - whenFull: What happens to a value when the queue is full.
  /// - Returns: The publisher, which retains the subject.
  @inlinable
  public func publisher(
    bufferSize: Int, whenFull: StreamOverflowPolicy<Failure>
  ) -> Publishers.BroadcastBranch<Output, Failure> {
    BroadcastBranchPublisher(subject: self, bufferSize: bufferSize, whenFull: whenFull)
  }

  /// Sends a value to the current subscribers. A subscriber with the policy `.suspend` that has no room loses it.
  ///
  /// - Parameter input: The value. After a completion it is ignored.
  @inlinable
  public func send(_ input: Output) {
    hub.broadcaster.send(input)
  }

  /// Sends a value to the current subscribers, and reports who received it.
  ///
  /// - Parameter value: The value. After a completion it is ignored.
  /// - Returns: The numbers of subscribers that it was handed to, for which it waits, and that have lost a value by it.
  ///   A value sent during a delivery counts as waiting for all.
  @discardableResult
  @inlinable
  public func trySend(_ value: Output) -> SendReport {
    hub.broadcaster.trySend(value)
  }

  /// Sends a value when every subscriber with the policy `.suspend` has room.
  ///
  /// Of several calls that wait, the first is served first. A subscriber that cancels is waited for no longer. Without
  /// subscribers, and after a completion, there is room.
  ///
  /// - **Threads**: the caller delivers the value, or another caller of `emit`, or a thread that is delivering already;
  ///   then the caller waits for that. A request or a cancel that makes room wakes the caller, and delivers nothing.
  ///
  /// - Parameter value: The value.
  /// - Throws: `CancellationError` if the task is cancelled before: then nobody gets the value.
  @inlinable
  public func emit(_ value: Output) async throws(CancellationError) {
    try await hub.emit(value)
  }

  /// Sends a value when every subscriber with the policy `.suspend` has room, and none is far behind.
  ///
  /// Once `highWatermark` values wait in one of their queues it waits until `lowWatermark` are left in each: so that a
  /// sender wakes up once for many values. It suits a queue without bound.
  ///
  /// - **Threads**: as those of ``emit(_:)``.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - lowWatermark: The number of values, from zero to the high mark, at which a sender that waits goes on.
  ///   - highWatermark: The number of values at which it begins to wait. Marks in another order trap.
  /// - Throws: `CancellationError` if the task is cancelled before: then nobody gets the value.
  public func emit(_ value: Output, lowWatermark: Int, highWatermark: Int) async throws(CancellationError) {
    try await hub.emit(value, marks: EmitMarks(low: lowWatermark, high: highWatermark))
  }

  /// Ends the subject.
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
    hub.broadcaster.attach(subscription)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.subscribe(subscriber, .branch(bufferSize, whenFull), whenFull: whenFull, owner: self)
  }
}

// Values cross to the drain thread, and to subscribers of other threads, under locks.
extension BroadcastSubject: Sendable where Output: Sendable {}

/// The values of a ``BroadcastSubject``, for subscribers with a queue of a size and a policy of their own.
@frozen
public struct BroadcastBranchPublisher<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The subject.
  public let subject: BroadcastSubject<Output, Failure>

  /// The size of the queue of each subscriber.
  public let bufferSize: Int

  /// What happens to a value when the queue is full.
  public let whenFull: StreamOverflowPolicy<Failure>

  /// Creates a publisher of a subject's values.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - bufferSize: The size of the queue of each subscriber: zero or more. A negative number is a programming error,
  ///     and traps.
  ///   - whenFull: What happens to a value when the queue is full.
  @inlinable
  public init(subject: BroadcastSubject<Output, Failure>, bufferSize: Int, whenFull: StreamOverflowPolicy<Failure>) {
    precondition(bufferSize >= 0, "A queue cannot have a negative size: \(bufferSize)")
    (self.subject, self.bufferSize, self.whenFull) = (subject, bufferSize, whenFull)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subject.hub.subscribe(subscriber, .branch(bufferSize, whenFull), whenFull: whenFull, owner: subject)
  }
}

extension BroadcastBranchPublisher: Sendable where Output: Sendable {}

extension PublisherNames {
  /// ``BroadcastBranchPublisher``, under a short name that a client's own type overrides.
  public typealias BroadcastBranch<Output, Failure: Error> = BroadcastBranchPublisher<Output, Failure>
}
