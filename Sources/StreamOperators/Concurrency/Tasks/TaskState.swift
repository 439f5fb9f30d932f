public import StreamCore

/// The state of a task subscription. Its transitions return what to act on, or to release, outside the lock.
@usableFromInline
struct TaskState<Source, Downstream> {
  /// `nil` once the stream has ended.
  @usableFromInline var downstream: Downstream?
  @usableFromInline var demand = Subscribers.Demand.none

  /// The iterator, until the task takes it.
  @usableFromInline var source: Source?

  /// The task, to be cancelled with the stream.
  @usableFromInline var task: Task<Void, Never>?
  @usableFromInline var handover = Handover()
  @usableFromInline var phase = Phase.idle

  /// Whether downstream has released its subscription: then no more demand can come.
  @usableFromInline var isAbandoned = false

  @usableFromInline enum Phase {
    /// There has been no demand.
    case idle
    case working
    /// The task waits for demand.
    case suspended(TaskWaiter)
    /// The task delivers the completion, or has delivered it.
    case completed
    case cancelled
  }

  /// What to do for new demand.
  @usableFromInline enum DemandAction {
    case nothing
    case start
    case resume(TaskWaiter)
  }

  @inlinable init(source: Source, downstream: Downstream) {
    self.source = source
    self.downstream = downstream
  }

  // MARK: Downstream

  /// Ends the handover: downstream's `receive(subscription:)` has returned.
  @inlinable mutating func endHandover() -> DemandAction {
    add(handover.end())
  }

  @inlinable mutating func add(_ demand: Subscribers.Demand) -> DemandAction {
    guard downstream != nil, !handover.withhold(demand), demand != .none else { return .nothing }
    self.demand += demand
    switch phase {
    case .idle:
      phase = .working
      return .start
    case .suspended(let waiter):
      phase = .working
      return .resume(waiter)
    case .working, .completed, .cancelled: return .nothing
    }
  }

  /// Ends everything, because of a cancel.
  ///
  /// - Returns: Everything that was held: the caller cancels the task, and resumes it if it is suspended.
  @inlinable mutating func cancel() -> Self {
    if case .completed = phase { return end() }
    defer { phase = .cancelled }
    return end()
  }

  /// Releases everything.
  @inlinable mutating func end() -> Self {
    let held = self
    (downstream, source, task) = (nil, nil, nil)
    demand = .none
    return held
  }

  /// Records that downstream has released its subscription. A task that waits for demand would wait for ever; one that
  /// works goes on until the demand is used up.
  ///
  /// - Returns: Everything that was held, if the stream ends now.
  @inlinable mutating func abandon() -> Self? {
    isAbandoned = true
    if case .working = phase { return nil }
    return cancel()
  }

  // MARK: The task

  /// Stores the task. It may run before this call, even to its end.
  ///
  /// - Returns: `false` if the subscription has been cancelled: the caller cancels the task. A task that delivers the
  ///   completion is not cancelled.
  @inlinable mutating func keep(_ task: Task<Void, Never>) -> Bool {
    switch phase {
    case .cancelled: return false
    case .completed: return true
    case .idle, .working, .suspended:
      self.task = task
      return true
    }
  }

  /// Hands the iterator over to the task.
  @inlinable mutating func takeSource() -> Source? {
    source.take()
  }

  /// Settles the demand for a value that has been delivered.
  ///
  /// - Returns: Whether the task goes on at once; if not, it calls ``suspend(_:)``.
  @inlinable mutating func settle(adding demand: Subscribers.Demand) -> Bool {
    guard downstream != nil else { return false }
    self.demand += demand
    self.demand -= 1
    return self.demand != .none
  }

  /// Ends everything, because the iterator has: the task delivers the completion.
  ///
  /// - Returns: Everything that was held. Downstream is missing after a cancel.
  @inlinable mutating func complete() -> Self {
    defer { if case .working = phase { phase = .completed } }
    return end()
  }

  /// Lets the task wait for demand.
  ///
  /// - Returns: Whether it goes on at once, because demand has come, or ends, because the stream has; `nil` if it
  ///   waits.
  @inlinable mutating func suspend(_ waiter: TaskWaiter) -> Bool? {
    guard downstream != nil, !isAbandoned || demand != .none else { return false }
    if demand != .none { return true }
    phase = .suspended(waiter)
    return nil
  }
}

/// A task that waits for demand. It is resumed with whether it goes on.
@usableFromInline
typealias TaskWaiter = UnsafeContinuation<Bool, Never>
