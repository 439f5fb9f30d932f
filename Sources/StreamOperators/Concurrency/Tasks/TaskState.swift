public import StreamCore

/// The state of a task subscription. Its transitions return what to act on, or to release, outside the lock.
@usableFromInline
struct TaskState<Source, Downstream> {
  /// `nil` once the stream has ended.
  @usableFromInline var downstream: Downstream?
  @usableFromInline var demand = Subscribers.Demand.none

  /// `nil` while a task uses it.
  @usableFromInline var source: Source?
  @usableFromInline var task: Task<Void, Never>?
  @usableFromInline var handover = Handover()
  @usableFromInline var phase = Phase.idle

  /// Counts the tasks. A task may end before `keep` can store it: the epoch tells its handle from that of a later task.
  @usableFromInline var epoch = 0

  @usableFromInline enum Phase {
    case idle, working
  }

  @inlinable init(source: Source, downstream: Downstream) {
    self.source = source
    self.downstream = downstream
  }

  /// Ends the handover: downstream's `receive(subscription:)` has returned.
  ///
  /// - Returns: The epoch of the task to start, if there is demand.
  @inlinable mutating func endHandover() -> Int? {
    add(handover.end())
  }

  /// Adds demand.
  ///
  /// - Returns: The epoch of the task to start, if none is running.
  @inlinable mutating func add(_ demand: Subscribers.Demand) -> Int? {
    guard downstream != nil, !handover.withhold(demand) else { return nil }
    self.demand += demand
    return begin()
  }

  @inlinable mutating func begin() -> Int? {
    // After the end there is no demand, so no task starts.
    guard phase == .idle, demand != .none else { return nil }
    phase = .working
    epoch += 1
    return epoch
  }

  /// Stores the handle of the task of an epoch, if that task is still running.
  ///
  /// - Returns: `false` if the subscription was cancelled before the handle could be stored: the caller
  ///   cancels the task.
  @inlinable mutating func keep(_ task: Task<Void, Never>, for epoch: Int) -> Bool {
    guard phase == .working, self.epoch == epoch else { return true }
    guard downstream != nil else { return false }
    self.task = task
    return true
  }

  /// Hands the iterator over to the task that starts.
  @inlinable mutating func takeSource() -> Source? {
    source.take()
  }

  /// Settles the demand for a value that has been delivered.
  ///
  /// - Returns: What to release if the task ends now, for want of demand; `nil` if it continues.
  @inlinable mutating func settle(adding demand: Subscribers.Demand, puttingBack source: Source) -> Pause? {
    guard downstream != nil else { return Pause(task: nil) }
    self.demand += demand
    self.demand -= 1
    guard self.demand == .none else { return nil }
    phase = .idle
    self.source = source
    return Pause(task: task.take())
  }

  /// Ends everything from within the running task. The phase tells ``keep(_:for:)`` to leave the task alone, which must
  /// not be cancelled while it delivers the completion.
  ///
  /// - Returns: Everything that was held.
  @inlinable mutating func complete() -> Self {
    phase = .idle
    return end()
  }

  /// Ends everything.
  ///
  /// - Returns: Everything that was held.
  @inlinable mutating func end() -> Self {
    defer {
      (downstream, source, task) = (nil, nil, nil)
      demand = .none
    }
    return self
  }

  @usableFromInline struct Pause {
    @usableFromInline let task: Task<Void, Never>?

    @inlinable init(task: Task<Void, Never>?) { self.task = task }
  }
}
