internal import StreamCore

/// Measures the queues of the subscribers of a ``BroadcastHub`` that suspend.
// Sendable: everything is under the lock.
@usableFromInline
package final class BranchRooms: @unchecked Sendable {
  private let list = Locked(SubscriberList())

  /// The place of the queue that had too little room the last time. It is measured first.
  private var leastPlace = 0

  @usableFromInline
  package init() {}

  @usableFromInline
  func add(_ room: BranchRoom) {
    list.withLock { room.place = $0.append(room) }
  }

  @usableFromInline
  func remove(_ room: BranchRoom) {
    list.withLock { list in
      guard let place = room.place.take(), list[place] === room, list.remove(at: place) else { return }
      for (place, other) in list.places.enumerated() {
        if let other { unsafeDowncast(other, to: BranchRoom.self).place = place }
      }
    }
  }

  func removeAll() {
    let removed = list.exchange(SubscriberList())
    withExtendedLifetime(removed) {}
  }

  /// The room in the fullest queue, and the number of values in the longest one.
  @usableFromInline package typealias Measure = (room: Int, waiting: Int)

  @usableFromInline package var isEmpty: Bool { list.withLock { $0.count == 0 } }

  /// Measures the queues. Without any, the room is endless.
  ///
  /// - Parameter enough: Stops at a queue that has no more room than this. Then `waiting` may be too low.
  /// - Returns: The measure.
  @usableFromInline
  package func measure(above enough: Int = 0) -> Measure {
    list.withLock { list in
      var (room, waiting) = (Int.max, 0)
      if let least = list[leastPlace] { (room, waiting) = unsafeDowncast(least, to: BranchRoom.self).measure() }
      guard room > enough else { return (room, waiting) }
      for (place, branch) in list.places.enumerated() {
        guard let branch else { continue }
        let measured = unsafeDowncast(branch, to: BranchRoom.self).measure()
        (room, waiting) = (min(room, measured.room), max(waiting, measured.waiting))
        if room <= enough {
          leastPlace = place
          break
        }
      }
      return (room, waiting)
    }
  }
}

/// Measures the queue of one subscriber. The class is not generic, so that it is compiled once: the closure knows the
/// types.
@usableFromInline
final class BranchRoom {
  @usableFromInline let measure: () -> BranchRooms.Measure

  /// Its index in the list, under the lock of that; `nil` once it is removed.
  fileprivate var place: Int?

  @inlinable
  init(measure: @escaping () -> BranchRooms.Measure) {
    self.measure = measure
  }
}
