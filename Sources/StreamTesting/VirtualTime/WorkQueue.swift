internal import StreamCore

/// Work in the order of its times, kept as a binary heap; work of one time in the order in which it came, or shuffled.
struct WorkQueue {
  struct Work {
    let due: VirtualTime
    let rank: UInt64
    let ticket: Int
    let action: @Sendable () -> Void

    func precedes(_ other: Work) -> Bool {
      (due, rank, ticket) < (other.due, other.rank, other.ticket)
    }
  }

  private var heap: [Work] = []
  private var lastTicket = 0
  private var shuffler: SplitMix64?

  /// - Parameter seed: Shuffles work of one time; `nil` leaves it in order.
  init(shuffledBy seed: UInt64?) {
    shuffler = seed.map { SplitMix64(state: $0) }
  }

  var isEmpty: Bool { heap.isEmpty }

  var count: Int { heap.count }

  /// When the first work is due.
  var nextTime: VirtualTime? { heap.first?.due }

  mutating func insert(at due: VirtualTime, _ action: @escaping @Sendable () -> Void) {
    lastTicket += 1
    heap.append(Work(due: due, rank: shuffler?.next() ?? 0, ticket: lastTicket, action: action))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the first work that is due at a time, or earlier.
  mutating func popFirst(until time: VirtualTime) -> Work? {
    guard let first = heap.first, first.due <= time, let last = heap.popLast() else { return nil }
    if heap.isEmpty { return first }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].precedes(heap[least]) {
        least = child
      }
      guard least != parent else { return first }
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
