public import StreamCore

/// What a task subscription knows. Its transitions return what to act on, or to let go of, outside the lock.
@usableFromInline
struct TaskState<Source, Downstream> {
  /// `nil` once the stream has ended.
  @usableFromInline var downstream: Downstream?
  @usableFromInline var demand = Subscribers.Demand.none

  /// `nil` while a task works with it.
  @usableFromInline var source: Source?
  @usableFromInline var task: Task<Void, Never>?
  @usableFromInline var phase = Phase.greeting

  /// Counts the tasks, so that one which ended before it could be kept does not take the place of a later one.
  @usableFromInline var turn = 0

  @usableFromInline enum Phase {
    case greeting, idle, working
  }

  @inlinable init(source: Source, downstream: Downstream) {
    self.source = source
    self.downstream = downstream
  }

  /// Begins to deliver.
  ///
  /// - Returns: The turn of the task to start, if there is demand.
  @inlinable mutating func open() -> Int? {
    phase = .idle
    return begin()
  }

  /// Adds demand.
  ///
  /// - Returns: The turn of the task to start, if none works.
  @inlinable mutating func add(_ demand: Subscribers.Demand) -> Int? {
    guard downstream != nil else { return nil }
    self.demand += demand
    return begin()
  }

  @inlinable mutating func begin() -> Int? {
    // After the end there is no demand.
    guard phase == .idle, demand != .none else { return nil }
    phase = .working
    turn += 1
    return turn
  }

  /// Keeps the task of a turn, while it lasts.
  ///
  /// - Returns: Whether to leave the task alone; not if the subscription has been cancelled while it works.
  @inlinable mutating func keep(_ task: Task<Void, Never>, for turn: Int) -> Bool {
    guard phase == .working, self.turn == turn else { return true }
    guard downstream != nil else { return false }
    self.task = task
    return true
  }

  /// Hands the iterator to the task that begins.
  @inlinable mutating func takeSource() -> Source? {
    source.take()
  }

  /// Takes off a value that has been delivered.
  ///
  /// - Returns: What to let go of when the task has nothing more to do; `nil` if it is to go on.
  @inlinable mutating func settle(adding demand: Subscribers.Demand, puttingBack source: Source) -> Pause? {
    guard downstream != nil else { return Pause(task: nil) }
    self.demand += demand
    self.demand -= 1
    guard self.demand == .none else { return nil }
    phase = .idle
    self.source = source
    return Pause(task: task.take())
  }

  /// Ends everything, as the task that works: it is not to be cancelled while it tells of the end.
  ///
  /// - Returns: All that was held.
  @inlinable mutating func complete() -> Self {
    phase = .idle
    return end()
  }

  /// Ends everything.
  ///
  /// - Returns: All that was held.
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
