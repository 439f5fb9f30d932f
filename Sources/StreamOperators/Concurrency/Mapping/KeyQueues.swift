public import StreamCore

/// For each key, the values that wait until the closure has returned for an earlier one. Pure: keys are known by their
/// numbers, since what compares them is a client's code, and this is accessed under a lock.
@usableFromInline
struct KeyQueues<Input: Sendable> {
  /// The values of one key.
  @usableFromInline struct KeyQueue {
    /// The number of values that have arrived, and for which the closure has not returned.
    @usableFromInline var count = 0

    /// Whether one of them is ready or running.
    @usableFromInline var isTaken = false

    /// Those that wait for that one.
    @usableFromInline var waiting = Queue<ClosureJob<Input>>()

    @inlinable init() {}
  }

  /// The queues of the keys of which there are values.
  @usableFromInline var queues: [Int: KeyQueue] = [:]

  /// Values that have waited for another of their key, and need no longer.
  @usableFromInline var ready = Queue<ClosureJob<Input>>()

  /// Keys of which there are no values any more.
  @usableFromInline var unused: Set<Int> = []

  @inlinable init() {}

  /// A value of a key has arrived: the key is used until the closure has returned for it.
  @inlinable mutating func announce(_ key: Int) {
    unused.remove(key)
    queues[key, default: KeyQueue()].count += 1
  }

  /// Takes a value that has been announced.
  ///
  /// - Returns: Whether the closure may run for it now. If not, it becomes ready later.
  @inlinable mutating func enter(_ job: ClosureJob<Input>, _ key: Int) -> Bool {
    guard queues[key]?.isTaken == true else {
      queues[key]?.isTaken = true
      return true
    }
    queues[key]?.waiting.append(job)
    return false
  }

  /// The closure has returned for a value of a key: the next one becomes ready. Has no effect after the end, when the
  /// queues are gone.
  @inlinable mutating func leave(_ key: Int) {
    guard let count = queues[key]?.count else { return }
    guard count > 1 else {
      queues[key] = nil
      unused.insert(key)
      return
    }
    queues[key]?.count -= 1
    // Without one, the next value waits for its permit.
    let next = queues[key]?.waiting.popFirst()
    queues[key]?.isTaken = next != nil
    if let next { ready.append(next) }
  }

  /// Takes out the value that has been ready for the longest time.
  @inlinable mutating func popReady() -> ClosureJob<Input>? {
    ready.popFirst()
  }

  /// Takes out the numbers of the keys of which there are no values any more.
  @inlinable mutating func takeUnused() -> Set<Int> {
    guard !unused.isEmpty else { return [] }
    defer { unused = [] }
    return unused
  }
}
