/// A priority queue of work, as a binary heap ordered by due time; work due at the same time is ordered by ticket, or
/// shuffled.
struct StepQueue<Time: Comparable> {
  struct Work {
    let due: Time
    let rank: UInt64
    let ticket: Int

    /// Whether ``StepQueue/remove(_:)`` can take the work out before it is due.
    let isRemovable: Bool

    /// The repetition that the work belongs to; `nil` for work that runs once.
    let repetition: SteppedRepetition?
    let action: @Sendable () -> Void

    func precedes(_ other: Work) -> Bool {
      (due, rank, ticket) < (other.due, other.rank, other.ticket)
    }
  }

  private var heap: [Work] = []
  private var lastTicket = 0
  private var shuffler: SplitMix64?

  /// The tickets of pending work that can be removed. A removed item stays in the heap until it is first, or until half of
  /// the heap is removed.
  private var removable: Set<Int> = []
  private var removedCount = 0

  /// - Parameter seed: Shuffles work due at the same time; `nil` keeps it in order.
  init(shuffledBy seed: UInt64?) {
    shuffler = seed.map { SplitMix64(state: $0) }
  }

  var count: Int { heap.count - removedCount }

  /// The first pending item that repeats.
  var firstRepetition: SteppedRepetition? {
    heap.filter { $0.repetition != nil && removable.contains($0.ticket) }.min { $0.precedes($1) }?.repetition
  }

  /// Issues a ticket: the position among work due at the same time.
  mutating func makeTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// Inserts work that runs once.
  mutating func insert(at due: Time, _ action: @escaping @Sendable () -> Void) {
    insert(at: due, ticket: makeTicket(), isRemovable: false, repetition: nil, action)
  }

  /// Inserts work that runs once, unless it is removed before.
  ///
  /// - Returns: Its ticket.
  mutating func insertRemovable(at due: Time, _ action: @escaping @Sendable () -> Void) -> Int {
    let ticket = makeTicket()
    insertRemovable(at: due, ticket: ticket, action)
    return ticket
  }

  /// Inserts work that runs once, unless it is removed before, at the position of its ticket. No other work may wait under that.
  mutating func insertRemovable(at due: Time, ticket: Int, _ action: @escaping @Sendable () -> Void) {
    removable.insert(ticket)
    insert(at: due, ticket: ticket, isRemovable: true, repetition: nil, action)
  }

  /// Inserts the next run of repeating work, at the position of its ticket.
  mutating func insert(
    at due: Time, repeating repetition: SteppedRepetition, _ action: @escaping @Sendable () -> Void
  ) {
    removable.insert(repetition.ticket)
    insert(at: due, ticket: repetition.ticket, isRemovable: true, repetition: repetition, action)
  }

  private mutating func insert(
    at due: Time, ticket: Int, isRemovable: Bool, repetition: SteppedRepetition?,
    _ action: @escaping @Sendable () -> Void
  ) {
    heap.append(
      Work(
        due: due, rank: shuffler?.next() ?? 0, ticket: ticket, isRemovable: isRemovable, repetition: repetition,
        action: action))
    siftUp()
  }

  /// Removes work that repeats or was inserted as removable, if it is pending.
  ///
  /// - Returns: The removed work, to be released outside the lock: its closures may run arbitrary deinitializers.
  mutating func remove(_ ticket: Int) -> [Work] {
    guard removable.remove(ticket) != nil else { return [] }
    removedCount += 1
    guard removedCount > 16, removedCount * 2 > heap.count else { return [] }
    let old = heap
    heap = []
    removedCount = 0
    for work in old where isWanted(work) {
      heap.append(work)
      siftUp()
    }
    return old
  }

  /// Removes and returns the first work due at or before a time; without a time, the first of all.
  mutating func popFirst(until time: Time?) -> Work? {
    while let first = heap.first, time.map({ first.due <= $0 }) ?? true {
      removeRoot()
      if isWanted(first) {
        removable.remove(first.ticket)
        return first
      }
      removedCount -= 1
    }
    return nil
  }

  private func isWanted(_ work: Work) -> Bool {
    !work.isRemovable || removable.contains(work.ticket)
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
