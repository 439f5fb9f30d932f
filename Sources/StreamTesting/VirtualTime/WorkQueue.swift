/// Work in the order of its times, kept as a binary heap; work of one time in the order in which it came, or shuffled.
struct WorkQueue {
  struct Work {
    let due: VirtualTime
    let rank: UInt64
    let ticket: Int
    let isRemovable: Bool
    let action: @Sendable () -> Void

    func precedes(_ other: Work) -> Bool {
      (due, rank, ticket) < (other.due, other.rank, other.ticket)
    }
  }

  private var heap: [Work] = []
  private var lastTicket = 0
  private var shuffler: SplitMix64?

  /// The tickets of removable work that still waits; what has none any more stays in the heap until it is first, or
  /// until half of the heap is such.
  private var removable: Set<Int> = []
  private var removedCount = 0

  /// - Parameter seed: Shuffles work of one time; `nil` leaves it in order.
  init(shuffledBy seed: UInt64?) {
    shuffler = seed.map { SplitMix64(state: $0) }
  }

  var count: Int { heap.count - removedCount }

  /// Adds work.
  ///
  /// - Returns: Its ticket.
  @discardableResult
  mutating func insert(
    at due: VirtualTime, isRemovable: Bool = false, _ action: @escaping @Sendable () -> Void
  ) -> Int {
    lastTicket += 1
    if isRemovable { removable.insert(lastTicket) }
    heap.append(
      Work(
        due: due, rank: shuffler?.next() ?? 0, ticket: lastTicket, isRemovable: isRemovable, action: action))
    siftUp()
    return lastTicket
  }

  /// Takes removable work back, if it still waits.
  ///
  /// - Returns: What may hold more than the queue, to be let go of.
  mutating func remove(_ ticket: Int) -> [Work] {
    guard removable.remove(ticket) != nil else { return [] }
    removedCount += 1
    guard removedCount > 16, removedCount * 2 > heap.count else { return [] }
    let old = heap
    heap = []
    removedCount = 0
    for work in old where !work.isRemovable || removable.contains(work.ticket) {
      heap.append(work)
      siftUp()
    }
    return old
  }

  /// Takes the first work that is due at a time, or earlier.
  mutating func popFirst(until time: VirtualTime) -> Work? {
    while let first = heap.first, first.due <= time {
      removeRoot()
      if !first.isRemovable || removable.remove(first.ticket) != nil { return first }
      removedCount -= 1
    }
    return nil
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
