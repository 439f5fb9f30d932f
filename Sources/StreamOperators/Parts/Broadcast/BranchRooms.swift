internal import StreamCore

/// The rooms of the branches of a ``BroadcastHub`` that suspend.
// Sendable: a room is used under the lock.
@usableFromInline
package final class BranchRooms: @unchecked Sendable {
  private let list = Locked(SubscriberList())

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

  /// For how many values there is room in the branch that has the least, and how many wait in the one where most do.
  @usableFromInline package typealias Measure = (room: Int, waiting: Int)

  @usableFromInline package var isEmpty: Bool { list.withLock { $0.count == 0 } }

  /// Measures the branches; without any, there is endless room.
  ///
  /// - Parameter enough: Once one has no more room than this, the others are not looked at, and `waiting` may be too low.
  /// - Returns: The measure.
  @usableFromInline
  package func measure(above enough: Int = 0) -> Measure {
    list.withLock { list in
      var (room, waiting) = (Int.max, 0)
      // Of those that have just been served, the last one decides.
      for case let place? in list.places.reversed() {
        let branch = unsafeDowncast(place, to: BranchRoom.self).measure()
        (room, waiting) = (min(room, branch.room), max(waiting, branch.waiting))
        if room <= enough { break }
      }
      return (room, waiting)
    }
  }
}

/// The room of one branch. It is compiled once: the closure knows the types.
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
