internal import StreamCore

/// Measures the queues of the subscribers of a ``BroadcastHub`` that suspend.
// Sendable: everything is under the lock.
@usableFromInline
package final class BranchRooms: @unchecked Sendable {
  private let rooms = Locked<[BranchRoom]>([])

  /// The place of the queue that had too little room the last time. It is measured first.
  private var leastPlace = 0

  @usableFromInline
  package init() {}

  @usableFromInline
  func add(_ room: BranchRoom) {
    rooms.withLock { rooms in
      room.place = rooms.count
      rooms.append(room)
    }
  }

  @usableFromInline
  func remove(_ room: BranchRoom) {
    rooms.withLock { rooms in
      let place = room.place
      guard place < rooms.count, rooms[place] === room else { return }
      // The last one takes its place.
      rooms.swapAt(place, rooms.count - 1)
      rooms[place].place = place
      rooms.removeLast()
    }
  }

  func removeAll() {
    let removed = rooms.exchange([])
    withExtendedLifetime(removed) {}
  }

  /// The room in the fullest queue, and the number of values in the longest one.
  @usableFromInline package typealias Measure = (room: Int, waiting: Int)

  @usableFromInline package var isEmpty: Bool { rooms.withLock { $0.isEmpty } }

  /// Measures the queues. Without any, the room is endless.
  ///
  /// - Parameter enough: Stops at a queue that has no more room than this. Then `waiting` may be too low.
  /// - Returns: The measure.
  @usableFromInline
  package func measure(above enough: Int = 0) -> Measure {
    rooms.withLock { rooms in
      var least = leastPlace < rooms.count ? rooms[leastPlace].measure() : (.max, 0)
      guard least.room > enough else { return least }
      for (place, other) in rooms.enumerated() {
        let measured = other.measure()
        least = (min(least.room, measured.room), max(least.waiting, measured.waiting))
        if least.room <= enough {
          leastPlace = place
          break
        }
      }
      return least
    }
  }
}

/// Measures the queue of one subscriber. The class is not generic, so that it is compiled once: the closure knows the
/// types.
@usableFromInline
final class BranchRoom {
  @usableFromInline let measure: () -> BranchRooms.Measure

  /// Its index in the list, under the lock of that.
  fileprivate var place = 0

  @inlinable
  init(measure: @escaping () -> BranchRooms.Measure) {
    self.measure = measure
  }
}
