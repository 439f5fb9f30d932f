/// Work in the order of its times, kept as a binary heap; work of one time in the order of its tickets, or shuffled.
struct StepQueue<Time: Comparable> {
  struct Work {
    let due: Time
    let rank: UInt64
    let ticket: Int

    /// What the work repeats, and after it again; `nil` for work that is done once.
    let repetition: SteppedRepetition?
    let action: @Sendable () -> Void

    func precedes(_ other: Work) -> Bool {
      (due, rank, ticket) < (other.due, other.rank, other.ticket)
    }
  }

  private var heap: [Work] = []
  private var lastTicket = 0
  private var shuffler: SplitMix64?

  /// The tickets of repeating work that still waits. A piece of work whose ticket has been removed stays in the heap until
  /// it is first, or until half of the heap is such.
  private var repeating: Set<Int> = []
  private var removedCount = 0

  /// - Parameter seed: Shuffles work of one time; `nil` leaves it in order.
  init(shuffledBy seed: UInt64?) {
    shuffler = seed.map { SplitMix64(state: $0) }
  }

  var count: Int { heap.count - removedCount }

  /// The work that repeats and is first in order of those that wait.
  var firstRepetition: SteppedRepetition? {
    heap.filter { repeating.contains($0.ticket) }.min { $0.precedes($1) }?.repetition
  }

  /// Takes a place among the work of one time.
  mutating func makeTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// Adds work that is done once.
  mutating func insert(at due: Time, _ action: @escaping @Sendable () -> Void) {
    insert(at: due, ticket: makeTicket(), repetition: nil, action)
  }

  /// Adds a run of work that repeats, in the place that its ticket has.
  mutating func insert(
    at due: Time, repeating repetition: SteppedRepetition, _ action: @escaping @Sendable () -> Void
  ) {
    repeating.insert(repetition.ticket)
    insert(at: due, ticket: repetition.ticket, repetition: repetition, action)
  }

  private mutating func insert(
    at due: Time, ticket: Int, repetition: SteppedRepetition?, _ action: @escaping @Sendable () -> Void
  ) {
    heap.append(
      Work(due: due, rank: shuffler?.next() ?? 0, ticket: ticket, repetition: repetition, action: action))
    siftUp()
  }

  /// Takes repeating work back, if a run of it waits.
  ///
  /// - Returns: What may hold more than the queue, to be released outside the lock.
  mutating func remove(_ ticket: Int) -> [Work] {
    guard repeating.remove(ticket) != nil else { return [] }
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

  /// Takes the first work that is due at a time, or earlier; of any time, if none is given.
  mutating func popFirst(until time: Time?) -> Work? {
    while let first = heap.first, time.map({ first.due <= $0 }) ?? true {
      removeRoot()
      if isWanted(first) {
        repeating.remove(first.ticket)
        return first
      }
      removedCount -= 1
    }
    return nil
  }

  private func isWanted(_ work: Work) -> Bool {
    work.repetition == nil || repeating.contains(work.ticket)
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

/// A small generator of random numbers that gives the same numbers for the same seed.
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
