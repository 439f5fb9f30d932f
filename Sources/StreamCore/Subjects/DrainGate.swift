public import Synchronization

/// Decides which thread drains: the first that enters. A thread that finds the gate closed leaves its work in a queue
/// and marks it; the drain thread does that work before it leaves. So no thread waits for a delivery, and a re-entrant
/// call neither recurses nor deadlocks.
@frozen
@usableFromInline
package struct DrainGate: ~Copyable, Sendable {
  @usableFromInline let word: SharedWord<UInt8>

  @inlinable
  package init() {
    word = SharedWord(Self.open)
  }

  @inlinable static var open: UInt8 { 0 }
  @inlinable static var draining: UInt8 { 1 }
  @inlinable static var missed: UInt8 { 3 }

  /// Makes the caller the drain thread, if there is none.
  @inlinable
  package borrowing func enter() -> Bool {
    exchange(Self.open, for: Self.draining)
  }

  /// Makes the caller the drain thread, or marks work that the caller adds to the queue, whose lock it holds.
  ///
  /// - Returns: Whether the caller is the drain thread. The queue is empty then.
  @inlinable
  package borrowing func enterOrMark() -> Bool {
    // If the drain thread leaves in between, neither succeeds.
    while !enter() {
      if exchange(Self.draining, for: Self.missed) || word.load(ordering: .acquiring) == Self.missed { return false }
    }
    return true
  }

  /// Becomes the drain thread for one change. The caller holds the queue's lock, so no work can be queued meanwhile,
  /// and a sender that fails to enter waits for the lock.
  ///
  /// - Returns: Whether the change was made: no other thread drains.
  @inlinable
  package borrowing func edit(_ change: () -> Void) -> Bool {
    guard enterOrMark() else { return false }
    change()
    return leave()
  }

  /// Opens the gate, unless there is missed work: the caller must do that before it calls this again.
  ///
  /// - Returns: Whether the gate is open.
  @inlinable
  package borrowing func leave() -> Bool {
    let hasLeft = exchange(Self.draining, for: Self.open)
    // The mark is cleared before the caller empties the queue, so that work queued after that is marked again. A mark
    // set between the two lines is cleared too, but its work is in the queue already.
    if !hasLeft { word.store(Self.draining, ordering: .releasing) }
    return hasLeft
  }

  @inlinable @inline(__always)
  borrowing func exchange(_ expected: UInt8, for desired: UInt8) -> Bool {
    word.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing).exchanged
  }
}
