public import StreamCore

/// The state of the tasks that run an asynchronous closure. Its transitions return what to act on, or to release,
/// outside the lock.
///
/// A task, of which there are `limit` at most, runs the closure with one value after the other, and is idle between
/// them. A task that starts on a value creates the next task, if none is idle. So all other tasks inherit the context
/// of the first one, which is the subscriber's.
@usableFromInline
struct ClosureTasksState<Input: Sendable, Target> {
  /// Whether a value supersedes the previous one: a waiting value is dropped, and the task of a running one is
  /// cancelled.
  @usableFromInline let supersedes: Bool

  /// The maximum number of tasks, not counting those that have been superseded.
  @usableFromInline let limit: Int

  /// Where results go; `nil` once the stream has ended.
  @usableFromInline var target: Target?
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Values that wait for a permit or a task.
  @usableFromInline var inputs = Queue<ClosureJob<Input>>()

  /// Values that have a key, and those that wait for another value of theirs.
  @usableFromInline var queues = KeyQueues<Input>()

  /// The number of values that may still be taken up.
  @usableFromInline var permits = Subscribers.Demand.none

  /// The number of values that have arrived, and whose results have not been handed over.
  @usableFromInline var unsettled = 0

  /// How the stream ends when all values are settled.
  @usableFromInline var ending: Ending?

  @usableFromInline var idle: [(id: Int, waiter: ClosureTaskWaiter<Input>)] = []

  /// The tasks, but for those that have been superseded.
  @usableFromInline var tasks: [Int: (task: Task<Void, Never>?, isRunning: Bool)] = [:]

  /// Tasks to be cancelled as soon as they are stored.
  @usableFromInline var unwanted: Set<Int> = []

  @usableFromInline var lastTask = 0
  @usableFromInline var arrivedCount = 0

  @usableFromInline enum Ending {
    /// Upstream has finished.
    case finished
    /// Upstream has released its subscriber: no further value can come, nor a completion.
    case abandoned
  }

  /// What a task that wants a value does next.
  @usableFromInline enum Action {
    case run(ClosureJob<Input>)
    case wait
    case stop
  }

  /// - Parameters:
  ///   - limit: The maximum number of tasks that run the closure.
  ///   - supersedes: Whether a value supersedes the one before.
  ///   - target: Where results go.
  @inlinable init(limit: Int, supersedes: Bool, target: Target) {
    // One runs, the other is there to take up what supersedes it.
    self.limit = supersedes ? 2 : limit
    self.supersedes = supersedes
    self.target = target
  }

  // MARK: Upstream

  /// Whether a value of upstream is taken.
  @inlinable var isReceiving: Bool { target != nil && upstream.isActive }

  /// Takes a value. `dropped` gets the one that it replaces, to be released outside the lock, and `superseded` the task
  /// to be cancelled.
  ///
  /// - Returns: The idle task to resume.
  @inlinable mutating func receive(
    _ input: Input, key: Int? = nil, dropped: inout Input?, superseded: inout Task<Void, Never>?
  ) -> ClosureTaskStart<Input>? {
    guard isReceiving else { return nil }
    if supersedes { supersede(&dropped, &superseded) }
    if let key { queues.announce(key) }
    inputs.append(ClosureJob(input: input, index: arrivedCount, key: key))
    arrivedCount += 1
    unsettled += 1
    return startNext()
  }

  @inlinable mutating func supersede(_ dropped: inout Input?, _ superseded: inout Task<Void, Never>?) {
    if let replaced = inputs.popFirst() {
      dropped = replaced.input
      unsettled -= 1
    }
    guard let running = tasks.first(where: { $0.value.isRunning }) else { return }
    superseded = remove(running.key)
    // The new value takes its place.
    permits += 1
    unsettled -= 1
  }

  /// Removes a task that runs the closure.
  ///
  /// - Returns: The task to cancel. If it has not been stored yet, it is cancelled when it is.
  @inlinable mutating func remove(_ id: Int) -> Task<Void, Never>? {
    let task = tasks.removeValue(forKey: id)?.task
    if task == nil { unwanted.insert(id) }
    return task
  }

  /// Records that upstream has finished.
  ///
  /// - Returns: Its subscription, to be released outside the lock; `nil` if the completion is ignored.
  @inlinable mutating func finish() -> SubscriptionObject? {
    guard target != nil, let subscription = upstream.terminate() else { return nil }
    ending = .finished
    return subscription
  }

  /// Records that upstream has failed. Nothing becomes due: a task that settles the last value meanwhile must not
  /// finish the stream.
  ///
  /// - Returns: The target, to be told, and upstream's subscription, to be released outside the lock; `nil` if the
  ///   completion is ignored.
  @inlinable mutating func fail() -> (target: Target, upstream: SubscriptionObject)? {
    guard let target, let subscription = upstream.terminate() else { return nil }
    return (target, subscription)
  }

  /// Records that upstream has released its subscriber.
  @inlinable mutating func abandon() {
    if ending == nil { ending = .abandoned }
  }

  // MARK: Downstream

  /// Lets more values be taken up; the caller then starts them with ``startNext()``.
  ///
  /// - Returns: Upstream, to be asked for as many.
  @inlinable mutating func permit(_ demand: Subscribers.Demand) -> SubscriptionObject? {
    guard target != nil else { return nil }
    permits += demand
    return supersedes ? nil : upstream.subscription
  }

  // MARK: Tasks

  /// Hands the next value to an idle task.
  ///
  /// - Returns: What to resume it with; `nil` without a permit, a value or an idle task.
  @inlinable mutating func startNext() -> ClosureTaskStart<Input>? {
    guard !idle.isEmpty, let job = nextJob() else { return nil }
    let (id, waiter) = idle.removeLast()
    tasks[id]?.isRunning = true
    return ClosureTaskStart(waiter: waiter, job: job)
  }

  /// Hands the next value to a task that asks for it, or lets it wait.
  @inlinable mutating func take(_ id: Int, _ waiter: ClosureTaskWaiter<Input>) -> Action {
    guard target != nil else { return .stop }
    if let job = nextJob() {
      tasks[id]?.isRunning = true
      return .run(job)
    }
    idle.append((id, waiter))
    return .wait
  }

  /// Takes out the next value for which the closure may run now. Values get their permits in the order of their
  /// arrival, so that one that waits for another value of its key has its own already.
  @inlinable mutating func nextJob() -> ClosureJob<Input>? {
    if let job = queues.popReady() { return job }
    while permits != .none, let job = inputs.popFirst() {
      permits -= 1
      guard let key = job.key else { return job }
      if queues.enter(job, key) { return job }
    }
    return nil
  }

  /// The closure has returned a result for a value with a key, so that it may run for the next one.
  ///
  /// - Returns: The idle task to resume with that value.
  @inlinable mutating func leave(_ key: Int) -> ClosureTaskStart<Input>? {
    queues.leave(key)
    return startNext()
  }

  /// The task is about to call the closure.
  ///
  /// - Returns: The target, unless the value has been superseded or the stream has ended; and the number of a task to
  ///   create, if one more is needed.
  @inlinable mutating func begin(_ id: Int) -> (target: Target?, spare: Int?) {
    guard let target else { return (nil, nil) }
    let spare = idle.isEmpty && tasks.count < limit ? addTask() : nil
    return (tasks[id] == nil ? nil : target, spare)
  }

  /// Makes room for a task, which is then created and stored.
  @inlinable mutating func addTask() -> Int {
    lastTask += 1
    tasks[lastTask] = (nil, false)
    return lastTask
  }

  /// Stores a task. It may run before this call, even to its end.
  ///
  /// - Returns: `false` if it must be cancelled.
  @inlinable mutating func keep(_ task: Task<Void, Never>, _ id: Int) -> Bool {
    if unwanted.remove(id) != nil { return false }
    tasks[id]?.task = task
    return true
  }

  /// The closure has returned. From now on the task is not cancelled: it may deliver, even the completion.
  ///
  /// - Returns: The target, unless the value has been superseded or the stream has ended.
  @inlinable mutating func finish(_ id: Int) -> Target? {
    guard let target, tasks[id] != nil else { return nil }
    tasks[id]?.isRunning = false
    return target
  }

  /// The result of a value has been handed over.
  ///
  /// - Returns: How the stream ends now, if it does.
  @inlinable mutating func settle() -> (ending: Ending, target: Target)? {
    unsettled -= 1
    return due
  }

  /// How the stream ends now, if it does.
  @inlinable var due: (ending: Ending, target: Target)? {
    guard unsettled == 0, let ending, let target else { return nil }
    return (ending, target)
  }

  /// Ends everything.
  ///
  /// - Returns: Everything that was held, to be released outside the lock, with the tasks to cancel and to resume.
  @inlinable mutating func end() -> Released {
    var released = Released(upstream: upstream.terminate(), target: target, inputs: inputs, queues: queues, idle: idle)
    for (id, task) in tasks where task.isRunning {
      if let task = remove(id) { released.running.append(task) }
    }
    (target, inputs, queues, idle, tasks) = (nil, Queue(), KeyQueues(), [], [:])
    return released
  }

  @usableFromInline struct Released {
    @usableFromInline let upstream: SubscriptionObject?
    @usableFromInline let target: Target?
    @usableFromInline let inputs: Queue<ClosureJob<Input>>
    @usableFromInline let queues: KeyQueues<Input>
    @usableFromInline let idle: [(id: Int, waiter: ClosureTaskWaiter<Input>)]
    @usableFromInline var running: [Task<Void, Never>] = []

    @inlinable init(
      upstream: SubscriptionObject?, target: Target?, inputs: Queue<ClosureJob<Input>>, queues: KeyQueues<Input>,
      idle: [(id: Int, waiter: ClosureTaskWaiter<Input>)]
    ) {
      (self.upstream, self.target, self.inputs, self.queues, self.idle) = (upstream, target, inputs, queues, idle)
    }
  }
}

/// A value for which the closure runs.
@usableFromInline
struct ClosureJob<Input: Sendable>: Sendable {
  @usableFromInline let input: Input

  /// The number of values that arrived before.
  @usableFromInline let index: Int

  /// The number of its key, if values of one key run one after the other.
  @usableFromInline let key: Int?

  @inlinable init(input: Input, index: Int, key: Int? = nil) {
    (self.input, self.index, self.key) = (input, index, key)
  }
}

/// An idle task. It is resumed with a value, or with `nil` to end.
@usableFromInline
typealias ClosureTaskWaiter<Input: Sendable> = UnsafeContinuation<ClosureJob<Input>?, Never>

/// An idle task, and the value to resume it with.
@usableFromInline
struct ClosureTaskStart<Input: Sendable> {
  @usableFromInline let waiter: ClosureTaskWaiter<Input>
  @usableFromInline let job: ClosureJob<Input>

  @inlinable init(waiter: ClosureTaskWaiter<Input>, job: ClosureJob<Input>) {
    (self.waiter, self.job) = (waiter, job)
  }

  @inlinable func resume() { waiter.resume(returning: job) }
}
