public import StreamCore

extension Publisher {
  /// The values of this publisher as an asynchronous sequence, with a choice of what happens to those that arrive while
  /// the loop is busy.
  ///
  ///     upstream      -123----4-|
  ///     values(buffering: .newest(1)).publisher
  ///     demand        1----1--11-
  ///     downstream    -1---3--4-|
  ///
  /// Combine's `values` corresponds to `.suspending`, which suits publishers that wait for demand. A subject does not
  /// wait: with one of the other choices, the loop also receives values that the subject sends while the loop is busy.
  ///
  /// ```swift
  /// let readings = sensor.values(buffering: .newest(10))
  /// for await reading in readings { await store(reading) }
  /// print("\(readings.droppedCount) readings were dropped.")
  /// ```
  ///
  /// - **Demand**: `.suspending` requests one value for each `next()`; the others request all values on subscription,
  ///   so that a publisher which delivers without end inside the request never lets the loop begin.
  /// - **Completion**: ends the loop, after the values that wait; so does a cancel of the loop's task, which cancels
  ///   the subscription and drops them.
  /// - **Failure**: thrown from the loop, after the values that wait. If `Failure` is `Never`, the loop needs no `try`.
  /// - **Threads**: the loop resumes on its own actor.
  ///
  /// - Parameter buffering: What happens to values that arrive before the loop asks for them. A negative number of
  ///   values ends the process.
  /// - Returns: A sequence, each of whose iterators subscribes when it is made.
  /// - Complexity: O(1) for each value; O(*n*) memory, where *n* is the number of values that wait for the loop,
  ///   bounded by `.oldest` and `.newest`.
  @_disfavoredOverload
  @inlinable
  public func values(buffering: AsyncBuffering) -> AsyncBufferedPublisher<Self> {
    AsyncBufferedPublisher(self, buffering: buffering)
  }
}

/// The values of a publisher as an asynchronous sequence, buffered as chosen.
///
/// Each iterator subscribes when it is created. The subscription is cancelled at once when the task is cancelled while
/// it awaits a value, at the next `next()` when the task is cancelled in between, or when the last copy of the iterator
/// is destroyed.
public struct AsyncBufferedPublisher<P: Publisher>: AsyncSequence {
  /// The kind of value delivered.
  public typealias Element = P.Output

  /// The publisher's failure, which the loop throws.
  public typealias Failure = P.Failure

  /// The iterator of one subscription.
  public typealias AsyncIterator = AsyncThrowingPublisher<P>.AsyncIterator

  /// What happens to values that arrive before the loop asks for them.
  public let buffering: AsyncBuffering

  @usableFromInline let publisher: P
  @usableFromInline let dropped = DropCounter()

  /// Creates a sequence of the values of a publisher.
  ///
  /// - Parameters:
  ///   - publisher: The publisher that each iterator subscribes to.
  ///   - buffering: What happens to values that arrive before the loop asks for them. A negative number of values ends
  ///     the process.
  @inlinable
  public init(_ publisher: P, buffering: AsyncBuffering) {
    precondition((buffering.limit ?? 0) >= 0, "The number of values that wait cannot be negative (rule 9).")
    self.publisher = publisher
    self.buffering = buffering
  }

  /// The number of values that have been dropped, in all loops over this sequence together. Any thread may read it.
  @inlinable public var droppedCount: Int { dropped.count }

  /// Subscribes to the publisher.
  ///
  /// - Returns: The iterator, which keeps the subscription alive.
  @inlinable public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(SubscribedInbox(to: publisher, buffering: buffering, dropped: dropped))
  }
}

extension AsyncBufferedPublisher: Sendable where P: Sendable {}
