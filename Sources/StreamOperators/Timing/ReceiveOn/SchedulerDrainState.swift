public import StreamCore
public import StreamParts

/// The state of a scheduler drain. Pure: no lock, no closure, no outside call.
@usableFromInline
struct SchedulerDrainState<Downstream: Subscriber>: MirroredByWord {
  @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>
  @usableFromInline typealias Batch = ContiguousArray<Downstream.Input>

  /// The state of the draining block. There is at most one block that delivers, which keeps the order.
  @usableFromInline
  enum Drain {
    /// Nothing is queued.
    case idle
    /// A block has been scheduled.
    case scheduled
    /// A block is delivering.
    case delivering
    /// A block has delivered a batch, and is scheduling the next block.
    case rescheduling
    /// The rescheduled block ran synchronously inside `schedule`, and returned: the block that scheduled it continues.
    case ranInline
    /// The stream has ended.
    case ended
  }

  /// What a block does after a batch.
  @usableFromInline
  enum Action {
    case reschedule
    case complete(Completion)
    case stop
  }

  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  @usableFromInline var drain = Drain.idle

  /// Downstream, while a block is pending or running. It is kept here and not in the block, which the scheduler may
  /// retain long after a cancel.
  @usableFromInline var downstream: Downstream?

  /// The queued elements: full batches, then the batch being filled.
  @usableFromInline var fullBatches = Queue<Batch>()
  @usableFromInline var youngestBatch = Batch()

  @usableFromInline var completion: Completion?

  @inlinable
  init() {}

  /// Not zero once the stream has ended: the draining block checks it before each element, without the lock.
  @inlinable var mirror: UInt {
    if case .ended = drain { 1 } else { 0 }
  }

  /// The number of elements that a block delivers before it yields the scheduler: enough to amortise the hop, few
  /// enough not to delay other work noticeably.
  @inlinable static var batchSize: Int { 256 }
}

// MARK: - Where upstream delivers

extension SchedulerDrainState {
  /// Stores the first subscription.
  ///
  /// - Returns: Whether it was stored; a second subscription must be cancelled (rule 1).
  @usableFromInline
  mutating func attach(_ subscription: any Subscription) -> Bool {
    upstream.attach(subscription)
  }

  /// Enqueues an element.
  ///
  /// - Returns: Whether a block must be scheduled.
  @inlinable
  mutating func append(_ element: Downstream.Input, for downstream: Downstream) -> Bool {
    guard upstream.isActive else { return false }
    youngestBatch.append(element)
    if youngestBatch.count == Self.batchSize {
      fullBatches.append(youngestBatch)
      youngestBatch = Batch()
    }
    return startDrain(to: downstream)
  }

  /// Enqueues the completion.
  ///
  /// - Returns: Whether a block must be scheduled; and the subscription, to be released outside the lock.
  @usableFromInline
  mutating func append(_ completion: Completion, for downstream: Downstream) -> (Bool, (any Subscription)?) {
    guard let subscription = upstream.terminate() else { return (false, nil) }
    self.completion = completion
    return (startDrain(to: downstream), subscription)
  }

  @inlinable
  mutating func startDrain(to downstream: Downstream) -> Bool {
    guard case .idle = drain else { return false }
    drain = .scheduled
    self.downstream = downstream
    return true
  }
}

// MARK: - On the scheduler

extension SchedulerDrainState {
  /// Starts a block.
  ///
  /// - Parameter batch: An empty batch, swapped for the oldest elements.
  /// - Returns: Their receiver; `nil` if the block has nothing to do.
  @inlinable
  mutating func begin(_ batch: inout Batch) -> Downstream? {
    switch drain {
    case .scheduled:
      drain = .delivering
      takeBatch(&batch)
      return downstream
    case .rescheduling:
      drain = .ranInline
      return nil
    case .idle, .delivering, .ranInline, .ended:
      return nil
    }
  }

  /// Records that a block has delivered a batch.
  ///
  /// - Parameter batch: The emptied batch, whose storage is reused if the queue is empty.
  /// - Returns: The block's next action; and downstream, to be released outside the lock.
  @inlinable
  mutating func finishBatch(_ batch: inout Batch) -> (Action, Downstream?) {
    guard case .delivering = drain else { return (.stop, nil) }
    guard fullBatches.isEmpty && youngestBatch.isEmpty else {
      drain = .rescheduling
      return (.reschedule, nil)
    }
    if let completion = completion.take() {
      drain = .ended
      return (.complete(completion), downstream.take())
    }
    drain = .idle
    swap(&batch, &youngestBatch)
    return (.stop, downstream.take())
  }

  /// Records that `schedule` has returned.
  ///
  /// - Parameter batch: An empty batch, swapped for the oldest elements.
  /// - Returns: Whether this block must continue, because the block just scheduled has already run inside `schedule`.
  @inlinable
  mutating func resume(_ batch: inout Batch) -> Bool {
    switch drain {
    case .ranInline:
      drain = .delivering
      takeBatch(&batch)
      return true
    case .rescheduling:
      drain = .scheduled
      return false
    case .idle, .scheduled, .delivering, .ended:
      return false
    }
  }

  @inlinable
  mutating func takeBatch(_ batch: inout Batch) {
    if let oldest = fullBatches.popFirst() { batch = oldest } else { swap(&batch, &youngestBatch) }
  }
}

// MARK: - The end

extension SchedulerDrainState {
  /// Ends the stream, dropping queued signals.
  ///
  /// - Returns: The former state, to be released outside the lock.
  @usableFromInline
  mutating func end() -> SchedulerDrainState {
    let released = self
    self = SchedulerDrainState()
    drain = .ended
    upstream = .terminated
    return released
  }

  /// The number of queued elements.
  @usableFromInline var count: Int { fullBatches.count * Self.batchSize + youngestBatch.count }
}
