/// A priority queue of work, ordered by due time. Pure: no lock, no clock, no outside call.
///
/// - Complexity: Each call takes logarithmic time, amortised.
package struct DueQueue<Time: Comparable & SendableMetatype, Work> {
  private struct Entry {
    let time: Time
    let latest: Time
    let id: Int

    /// Entries with equal times keep their order of insertion.
    static func < (lhs: Entry, rhs: Entry) -> Bool { lhs.time == rhs.time ? lhs.id < rhs.id : lhs.time < rhs.time }
  }

  private var works: [Int: Work] = [:]

  /// A binary heap. The entry of removed work stays until it is first, or until the heap is rebuilt.
  private var heap: [Entry] = []
  private var lastID = 0

  package init() {}

  /// The earliest due time.
  package var earliest: Time? { heap.first?.time }

  /// When to wake for work, as seldom as its tolerance allows: the last due time by which no work is too late.
  ///
  /// - Complexity: In proportion to the work that is due by then, or by the latest time of the first.
  package var wakeTime: Time? {
    guard let first = heap.first else { return nil }
    // No work is due before its parent in the heap, so everything below work that is due after the limit can be
    // skipped.
    var limit = first.latest
    var found = [0]
    var next = 0
    while next < found.count {
      let index = found[next]
      next += 1
      let entry = heap[index]
      guard entry.time <= limit else { continue }
      if works[entry.id] != nil { limit = min(limit, entry.latest) }
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].time <= limit {
        found.append(child)
      }
    }
    return found.lazy.map { heap[$0] }.filter { $0.time <= limit && works[$0.id] != nil }.map(\.time).max()
  }

  /// The number of items that wait.
  package var count: Int { works.count }

  /// Inserts work.
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - time: When it is due.
  ///   - latest: The time after which it is too late, not before `time`.
  /// - Returns: The identifier with which to remove it.
  package mutating func insert(_ work: Work, at time: Time, until latest: Time) -> Int {
    lastID += 1
    insert(work, at: time, until: latest, id: lastID)
    return lastID
  }

  /// Reinserts work under its former identifier.
  package mutating func insert(_ work: Work, at time: Time, until latest: Time, id: Int) {
    works[id] = work
    heap.append(Entry(time: time, latest: latest, id: id))
    siftUp()
  }

  /// Removes work before it is due.
  package mutating func remove(_ id: Int) -> Work? {
    guard let work = works.removeValue(forKey: id) else { return nil }
    // Rebuild without the stale entries: its cost is amortised over their removals.
    if heap.count > 2 * works.count + 64 {
      heap = heap.filter { works[$0.id] != nil }.sorted(by: <)
    }
    dropRemoved()
    return work
  }

  /// Removes and returns the first work, if it is due.
  package mutating func popDue(at now: Time) -> (time: Time, id: Int, work: Work)? {
    guard let first = heap.first, first.time <= now, let work = works.removeValue(forKey: first.id) else { return nil }
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
