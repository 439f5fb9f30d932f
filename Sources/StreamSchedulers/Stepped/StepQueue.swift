/// A priority queue of work, as a binary heap ordered by due time; work due at the same time is ordered by ticket, or
/// shuffled.
struct StepQueue<Time: Comparable> {
  struct Work {
    let due: Time
    let rank: UInt64
    let ticket: Int

    /// The repetition that the work belongs to; `nil` for work that runs once.
    let repetition: SteppedRepetition?

    /// `nil` in the heap for work that ``StepQueue/remove(_:)`` can take out before it is due: the queue holds its
    /// action apart.
    var action: (@Sendable () -> Void)?

    func precedes(_ other: Work) -> Bool {
      (due, rank, ticket) < (other.due, other.rank, other.ticket)
    }
  }

  private var heap: [Work] = []
  private var lastTicket = 0
  private var shuffler: SplitMix64?

  /// The actions of pending work that can be removed, by ticket. A removed item stays in the heap until it is first, or
  /// until half of the heap is removed; its action, which may retain the scheduler, does not.
  private var removable: [Int: @Sendable () -> Void] = [:]
  private var removedCount = 0

  /// - Parameter seed: Shuffles work due at the same time; `nil` keeps it in order.
  init(shuffledBy seed: UInt64?) {
    shuffler = seed.map { SplitMix64(state: $0) }
  }

  var count: Int { heap.count - removedCount }

  /// The first pending item that repeats.
  var firstRepetition: SteppedRepetition? {
    heap.filter { $0.repetition != nil && isWanted($0) }.min { $0.precedes($1) }?.repetition
  }

  /// Issues a ticket: the position among work due at the same time.
  mutating func makeTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// Inserts work that runs once.
  mutating func insert(at due: Time, _ action: @escaping @Sendable () -> Void) {
    insert(at: due, ticket: makeTicket(), repetition: nil, action)
  }

  /// Inserts work that runs once, unless it is removed before.
  ///
  /// - Returns: Its ticket.
  mutating func insertRemovable(at due: Time, _ action: @escaping @Sendable () -> Void) -> Int {
    let ticket = makeTicket()
    insertRemovable(at: due, ticket: ticket, action)
    return ticket
  }

  /// Inserts work that runs once, unless it is removed before, at the position of its ticket. No other work may wait
  /// under that.
  mutating func insertRemovable(at due: Time, ticket: Int, _ action: @escaping @Sendable () -> Void) {
    removable[ticket] = action
    insert(at: due, ticket: ticket, repetition: nil, nil)
  }

  /// Inserts the next run of repeating work, at the position of its ticket.
  mutating func insert(
    at due: Time, repeating repetition: SteppedRepetition, _ action: @escaping @Sendable () -> Void
  ) {
    removable[repetition.ticket] = action
    insert(at: due, ticket: repetition.ticket, repetition: repetition, nil)
  }

  private mutating func insert(
    at due: Time, ticket: Int, repetition: SteppedRepetition?, _ action: (@Sendable () -> Void)?
  ) {
    heap.append(
      Work(due: due, rank: shuffler?.next() ?? 0, ticket: ticket, repetition: repetition, action: action))
    siftUp()
  }

  /// Removes work that repeats or was inserted as removable, if it is pending.
  ///
  /// - Returns: What to release outside the lock, since it may run arbitrary deinitializers: the action, and the items
  ///   removed earlier that leave the heap with it.
  mutating func remove(_ ticket: Int) -> (action: (@Sendable () -> Void)?, items: [Work]) {
    guard let action = removable.removeValue(forKey: ticket) else { return (nil, []) }
    removedCount += 1
    guard removedCount > 16, removedCount * 2 > heap.count else { return (action, []) }
    let old = heap
    heap = []
    removedCount = 0
    for work in old where isWanted(work) {
      heap.append(work)
      siftUp()
    }
    return (action, old)
  }

  /// Removes and returns the first work due at or before a time; without a time, the first of all.
  mutating func popFirst(until time: Time?) -> Work? {
    while var first = heap.first, time.map({ first.due <= $0 }) ?? true {
      removeRoot()
      if first.action == nil { first.action = removable.removeValue(forKey: first.ticket) }
      if first.action != nil { return first }
      removedCount -= 1
    }
    return nil
  }

  private func isWanted(_ work: Work) -> Bool {
    work.action != nil || removable[work.ticket] != nil
  }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func removeRoot() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].precedes(heap[least]) {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}

/// A seeded generator of random numbers: the same seed gives the same numbers.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
