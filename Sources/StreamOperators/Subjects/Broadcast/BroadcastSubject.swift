public import StreamCore
public import StreamParts

/// A subject that gives each subscriber its own queue, with an overflow policy.
///
///     send          -1-2-3---|
///     slow: demand  1-----1---
///     fast          -1-2-3---|
///     slow          -1----3--|
///
/// Here each queue has one place, and drops the oldest: 3 takes the place of 2, which `slow` has not requested.
///
/// A slow subscriber does not delay the others: `send` never waits. ``emit(_:)`` waits until every subscriber with the
/// policy `.suspend` has room, so none of them loses a value. With the policy `.error`, a slow subscriber fails, and
/// the others go on.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubjects.BroadcastSubject`.
///
/// - **Demand**: values that a subscriber has not requested wait in its queue. Upstreams that feed the subject receive
///   unlimited demand from the start.
/// - **Completion**: sent to each subscriber after its waiting values; later subscribers receive it immediately.
/// - **Failure**: as the completion.
/// - **Threads**: sending, subscribing and cancelling may be done on any thread. Values are sent one at a time, in the
///   same order for all; a value sent during a delivery, re-entrantly or from another thread, is queued, and sent by
///   the thread that is delivering. Queued values are delivered where they are requested.
/// - Complexity: Sending takes O(*n*), where *n* is the number of subscribers; O(*n* × *size*) memory, where *size* is
///   that of the queue of each.
public final class BroadcastSubject<Output, Failure: Error>: Subject, ReleasingPublisher {
  @usableFromInline let hub: BroadcastHub<Output, Failure>
  @usableFromInline let line: EmitLine<Output>

  /// The queue size of subscribers to the subject itself.
  public let bufferSize: Int

  /// What happens to a value when that queue is full.
  public let whenFull: StreamOverflowPolicy<Failure>

  /// Creates a subject without subscribers.
  ///
  /// - Parameters:
  ///   - bufferSize: The queue size of subscribers to the subject itself, in values: zero or more, `.max` for no bound.
  ///     With zero, values that have not been requested overflow. A negative number is a programming error, and traps.
  ///   - whenFull: What happens to a value when such a queue is full. With `.suspend`, ``emit(_:)`` waits for room,
  ///     whereas `send` drops a value if there is no room.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  @inlinable
  public init(
    bufferSize: Int = 64, whenFull: StreamOverflowPolicy<Failure> = .dropOldest, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    precondition(bufferSize >= 0, "A queue cannot have a negative size: \(bufferSize)")
    (self.bufferSize, self.whenFull) = (bufferSize, whenFull)
    let rooms = BranchRooms()
    self.line = EmitLine(rooms)
    hub = BroadcastHub(
      "BroadcastSubject", site: StreamSite(fileID: fileID, line: line), rooms: rooms, onRoom: self.line.wake)
  }

  /// A publisher of the values of the ``BroadcastSubject`` that gives its subscribers a different queue size or policy.
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
  /// - Returns: How many subscribers received the value, for how many it waits, and how many lost a value because of
  ///   it. A value sent during a delivery counts as waiting for all.
  @discardableResult
  @inlinable
  public func trySend(_ value: Output) -> SendReport {
    hub.broadcaster.trySend(value)
  }

  /// Sends a value when every subscriber with the policy `.suspend` has room.
  ///
  /// Waiting calls are served in order. A subscriber that cancels is no longer waited for. Without subscribers, and
  /// after a completion, the call does not wait for room.
  ///
  /// - **Threads**: the value is delivered by the caller, by another caller of `emit`, or by a thread that is already
  ///   delivering. If another thread delivers it, the caller waits for that. A request or a cancel that makes room
  ///   wakes the caller, but delivers nothing.
  ///
  /// - Parameter value: The value.
  /// - Throws: `CancellationError` if the task is cancelled before that; then no subscriber receives the value.
  @inlinable
  public func emit(_ value: Output) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    if !emitNow(value) { try await emitInTurn(value, marks: nil) }
  }

  /// Sends a value when every subscriber with the policy `.suspend` has room, and none is far behind.
  ///
  /// Once `highWatermark` values wait in one of their queues, the call waits until no queue has more than
  /// `lowWatermark` left, so a sender wakes once for many values. It suits an unbounded queue.
  ///
  /// - **Threads**: as for ``emit(_:)``.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - lowWatermark: The number of values, from zero to `highWatermark`, at which a waiting sender continues.
  ///   - highWatermark: The number of values at which a sender starts to wait. If it is less than `lowWatermark`, the
  ///     call traps.
  /// - Throws: `CancellationError` if the task is cancelled before that; then no subscriber receives the value.
  public func emit(_ value: Output, lowWatermark: Int, highWatermark: Int) async throws(CancellationError) {
    let marks = EmitMarks(low: lowWatermark, high: highWatermark)
    if Task.isCancelled { throw CancellationError() }
    try await emitInTurn(value, marks: marks)
  }

  /// Ends the subject.
  ///
  /// - Parameter completion: Whether it finished or failed. After another completion it is ignored.
  @inlinable
  public func send(completion: Subscribers.Completion<Failure>) {
    hub.send(completion: completion)
    // Queued behind the completion: a value that is sent before it still needs room.
    hub.broadcaster.perform(line.end)
  }

  /// Attaches an upstream that feeds the subject, and requests unlimited demand from it.
  ///
  /// - Parameter subscription: The upstream's subscription, which is cancelled when the subject completes or is
  ///   deinitialized.
  @inlinable
  public func send(subscription: any Subscription) {
    hub.broadcaster.send(subscription: subscription)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.subscribe(subscriber, .branch(bufferSize, whenFull), whenFull: whenFull, owner: self)
  }
}

// Values cross to the drain thread, and to subscribers of other threads, under locks.
extension BroadcastSubject: Sendable where Output: Sendable {}

/// The values of a ``BroadcastSubject``, for subscribers with their own queue size and policy.
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
