public import StreamCore

/// What a hop knows. Pure: no lock, no closure, no call to anybody.
@usableFromInline
struct SchedulerDrainState<Downstream: Subscriber> {
  @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>
  @usableFromInline typealias Batch = ContiguousArray<Downstream.Input>

  /// Who sees to what waits. There is never more than one, which is what keeps the order.
  @usableFromInline
  enum Drain {
    /// Nobody, for nothing waits.
    case idle
    /// A block that has been given to the scheduler.
    case scheduled
    /// A block that delivers.
    case delivering
    /// A block that has delivered a batch, and is about to give the scheduler another block.
    case rescheduling
    /// That same one again: the other block ran before `schedule` had returned.
    case recalled
    /// Nobody any more: the stream has ended.
    case ended
  }

  /// What a block does after a batch.
  @usableFromInline
  enum Step {
    case reschedule
    case complete(Completion)
    case stop
  }

  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Follows `upstream`, for the value path: to look into that would copy a subscription for each element.
  @usableFromInline var isActive = false

  @usableFromInline var drain = Drain.idle

  /// Downstream, while somebody has to deliver to it. It is here rather than in the block, which may stay with the
  /// scheduler for long after a cancel.
  @usableFromInline var downstream: Downstream?

  /// The elements that wait: full batches, and then those of the batch that is being filled.
  @usableFromInline var fullBatches = Queue<Batch>()
  @usableFromInline var youngestBatch = Batch()

  @usableFromInline var completion: Completion?

  @inlinable
  init() {}

  /// How many elements a block delivers before it leaves the scheduler to others: enough to make the hop cheap for each,
  /// not enough to be felt by whoever waits for the scheduler.
  @inlinable static var batchSize: Int { 256 }
}

// MARK: - Where upstream delivers

extension SchedulerDrainState {
  /// Takes the first subscription.
  ///
  /// - Returns: Whether it was taken; if not, it is one too many, and to be cancelled (rule 1).
  @usableFromInline
  mutating func attach(_ subscription: any Subscription) -> Bool {
    let isFirst = upstream.attach(subscription)
    if isFirst { isActive = true }
    return isFirst
  }

  /// Adds an element.
  ///
  /// - Returns: Whether a block is to be scheduled.
  @inlinable
  mutating func append(_ element: Downstream.Input, for downstream: Downstream) -> Bool {
    guard isActive else { return false }
    youngestBatch.append(element)
    if youngestBatch.count == Self.batchSize {
      fullBatches.append(youngestBatch)
      youngestBatch = Batch()
    }
    return startDrain(to: downstream)
  }

  /// Adds the end of the upstream.
  ///
  /// - Returns: Whether a block is to be scheduled; and the subscription, to be let go of.
  @usableFromInline
  mutating func append(_ completion: Completion, for downstream: Downstream) -> (Bool, (any Subscription)?) {
    guard let subscription = upstream.terminate() else { return (false, nil) }
    isActive = false
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
  /// Says that a block runs.
  ///
  /// - Parameter batch: An empty one, for which the oldest elements are exchanged.
  /// - Returns: Whom to deliver them to; `nil` if the block has nothing to do.
  @inlinable
  mutating func begin(_ batch: inout Batch) -> Downstream? {
    switch drain {
    case .scheduled:
      drain = .delivering
      takeBatch(&batch)
      return downstream
    case .rescheduling:
      drain = .recalled
      return nil
    case .idle, .delivering, .recalled, .ended:
      return nil
    }
  }

  /// Says that a block has delivered a batch.
  ///
  /// - Parameter batch: The batch, emptied, whose storage is kept if nothing waits.
  /// - Returns: What the block does next; and the reference to downstream, to be let go of.
  @inlinable
  mutating func finishBatch(_ batch: inout Batch) -> (Step, Downstream?) {
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

  /// Says that `schedule` has returned.
  ///
  /// - Parameter batch: An empty one, for which the oldest elements are exchanged.
  /// - Returns: Whether this block is to deliver them, since the one just scheduled has been and gone.
  @inlinable
  mutating func resume(_ batch: inout Batch) -> Bool {
    switch drain {
    case .recalled:
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
  /// Ends the stream, whatever waits.
  ///
  /// - Returns: All that is to be let go of.
  @usableFromInline
  mutating func end() -> SchedulerDrainState {
    let released = self
    self = SchedulerDrainState()
    drain = .ended
    upstream = .terminated
    return released
  }

  /// How many elements wait.
  @usableFromInline var count: Int { fullBatches.count * Self.batchSize + youngestBatch.count }
}
