/// Work with the times for which it waits. Pure: no lock, no clock, no call to anybody.
///
/// - Complexity: Each call takes the logarithm of the number of pieces of work.
struct DueQueue<Time: Comparable & SendableMetatype, Work> {
  private struct Turn {
    let time: Time
    let id: Int

    /// Of one time, what came first.
    static func < (lhs: Turn, rhs: Turn) -> Bool { lhs.time == rhs.time ? lhs.id < rhs.id : lhs.time < rhs.time }
  }

  private var works: [Int: Work] = [:]

  /// A heap. What has been removed stands in it until it is in the way.
  private var turns: [Turn] = []
  private var lastID = 0

  /// The earliest time for which work waits.
  var earliest: Time? { turns.first?.time }

  var count: Int { works.count }

  /// Adds work.
  ///
  /// - Returns: What to remove it by.
  mutating func insert(_ work: Work, at time: Time) -> Int {
    lastID += 1
    insert(work, at: time, id: lastID)
    return lastID
  }

  /// Adds work again that has been taken; it can be removed as before.
  mutating func insert(_ work: Work, at time: Time, id: Int) {
    works[id] = work
    turns.append(Turn(time: time, id: id))
    siftUp()
  }

  /// Takes work out before its time.
  mutating func remove(_ id: Int) -> Work? {
    guard let work = works.removeValue(forKey: id) else { return nil }
    // A heap of those that are left, which costs nothing when it is spread over those that are gone.
    if turns.count > 2 * works.count + 64 {
      turns = turns.filter { works[$0.id] != nil }.sorted(by: <)
    }
    dropRemoved()
    return work
  }

  /// Takes the work whose time came first, if its time has come.
  mutating func popDue(at now: Time) -> (time: Time, id: Int, work: Work)? {
    guard let first = turns.first, first.time <= now, let work = works.removeValue(forKey: first.id) else { return nil }
    popTurn()
    dropRemoved()
    return (first.time, first.id, work)
  }

  /// Sees to it that work waits for the first turn.
  private mutating func dropRemoved() {
    while let first = turns.first, works[first.id] == nil { popTurn() }
  }

  private mutating func siftUp() {
    var child = turns.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard turns[child] < turns[parent] else { return }
      turns.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func popTurn() {
    turns.swapAt(0, turns.count - 1)
    turns.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < turns.count && turns[child] < turns[least] {
        least = child
      }
      guard least != parent else { return }
      turns.swapAt(parent, least)
      parent = least
    }
  }
}
