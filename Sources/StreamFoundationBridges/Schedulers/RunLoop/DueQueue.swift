/// A priority queue of work, ordered by due time. Pure: no lock, no clock, no outside call.
///
/// - Complexity: Each call takes logarithmic time, amortised.
struct DueQueue<Time: Comparable & SendableMetatype, Work> {
  private struct Entry {
    let time: Time
    let id: Int

    /// Entries with equal times keep their order of insertion.
    static func < (lhs: Entry, rhs: Entry) -> Bool { lhs.time == rhs.time ? lhs.id < rhs.id : lhs.time < rhs.time }
  }

  private var works: [Int: Work] = [:]

  /// A binary heap. The entry of removed work stays until it is first, or until the heap is rebuilt.
  private var heap: [Entry] = []
  private var lastID = 0

  /// The earliest due time.
  var earliest: Time? { heap.first?.time }

  var count: Int { works.count }

  /// Inserts work.
  ///
  /// - Returns: The identifier with which to remove it.
  mutating func insert(_ work: Work, at time: Time) -> Int {
    lastID += 1
    insert(work, at: time, id: lastID)
    return lastID
  }

  /// Reinserts work under its former identifier.
  mutating func insert(_ work: Work, at time: Time, id: Int) {
    works[id] = work
    heap.append(Entry(time: time, id: id))
    siftUp()
  }

  /// Removes work before it is due.
  mutating func remove(_ id: Int) -> Work? {
    guard let work = works.removeValue(forKey: id) else { return nil }
    // Rebuild without the stale entries: its cost is amortised over their removals.
    if heap.count > 2 * works.count + 64 {
      heap = heap.filter { works[$0.id] != nil }.sorted(by: <)
    }
    dropRemoved()
    return work
  }

  /// Removes and returns the first work, if it is due.
  mutating func popDue(at now: Time) -> (time: Time, id: Int, work: Work)? {
    guard let first = heap.first, first.time <= now, let work = works.removeValue(forKey: first.id) else { return nil }
    popEntry()
    dropRemoved()
    return (first.time, first.id, work)
  }

  /// Drops stale entries, so that the first entry has work.
  private mutating func dropRemoved() {
    while let first = heap.first, works[first.id] == nil { popEntry() }
  }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func popEntry() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
