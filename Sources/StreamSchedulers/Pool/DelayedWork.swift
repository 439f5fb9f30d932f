/// The work of a pool that waits for its time, and what its timer does. Pure: no lock, no clock, no outside call.
struct DelayedWork {
  typealias Time = ContinuousClock.Instant

  /// Work for a time, once or repeatedly.
  struct Item: Sendable {
    let run: @Sendable () -> Void

    /// Where it runs; `nil` for any thread.
    let lane: Int?

    /// What repeats; `nil` for work that runs once.
    var repetition: CancellableWork?
    var interval = NanosecondStride.nanoseconds(0)
    let tolerance: Duration
  }

  private enum Timer {
    case none
    case awake
    /// Until a time, or until it is woken.
    case asleep(Time?)
  }

  /// What the timer needs to keep a time.
  enum Call {
    case none, start, wake
  }

  private var queue = DueQueue<Time, Item>()
  private var timer = Timer.none

  var count: Int { queue.count }

  /// Inserts an item.
  ///
  /// - Returns: Its identifier, and what the timer needs.
  mutating func insert(_ item: Item, at time: Time) -> (id: Int, call: Call) {
    let latest = item.latest(for: time)
    return (queue.insert(item, at: time, until: latest), call(before: latest))
  }

  /// Inserts the next run of an item.
  mutating func insert(_ item: Item, at time: Time, id: Int) -> Call {
    let latest = item.latest(for: time)
    queue.insert(item, at: time, until: latest, id: id)
    return call(before: latest)
  }

  mutating func remove(_ id: Int) -> Item? {
    queue.remove(id)
  }

  /// Removes and returns everything, to be released outside the lock.
  mutating func removeAll() -> DueQueue<Time, Item> {
    defer { queue = DueQueue() }
    return queue
  }

  /// Removes and returns the first item, if it is due.
  mutating func popDue(at now: Time) -> (time: Time, id: Int, work: Item)? {
    queue.popDue(at: now)
  }

  /// The timer falls asleep.
  ///
  /// - Returns: Until when; `nil` until it is woken.
  mutating func sleep() -> Time? {
    let time = queue.wakeTime
    timer = .asleep(time)
    return time
  }

  private mutating func call(before latest: Time) -> Call {
    switch timer {
    case .none:
      timer = .awake
      return .start
    case .asleep(let time):
      if let time, time <= latest { return .none }
      timer = .awake
      return .wake
    case .awake: return .none
    }
  }
}

extension DelayedWork.Item {
  fileprivate func latest(for time: DelayedWork.Time) -> DelayedWork.Time {
    tolerance > .zero ? time.advanced(by: tolerance) : time
  }
}
