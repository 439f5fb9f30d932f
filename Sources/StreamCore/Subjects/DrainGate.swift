public import Synchronization

/// Decides which thread drains: the first that enters. A thread that finds the gate closed leaves its work in a queue
/// and marks it; the drain thread does that work before it leaves. So no thread waits, and a re-entrant call neither
/// recurses nor deadlocks.
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
  @inlinable static var drainingWithMissedWork: UInt8 { 3 }

  /// Makes the caller the drain thread, if there is none.
  @inlinable
  package borrowing func enter() -> Bool {
    word.compareExchange(expected: Self.open, desired: Self.draining, ordering: .acquiringAndReleasing).exchanged
  }

  /// Marks that there is work in the queue.
  ///
  /// - Returns: Whether the drain thread had left in the meantime: the caller is the drain thread now, with that work
  ///   to do.
  @inlinable
  package borrowing func markMissed() -> Bool {
    let before = word.exchange(Self.drainingWithMissedWork, ordering: .acquiringAndReleasing)
    return before == Self.open
  }

  /// Opens the gate, unless there is missed work: the caller must do that before it calls this again.
  ///
  /// - Returns: Whether the gate is open.
  @inlinable
  package borrowing func leave() -> Bool {
    let hasLeft = word.compareExchange(
      expected: Self.draining, desired: Self.open, ordering: .acquiringAndReleasing
    ).exchanged
    // The mark is cleared before the caller empties the queue, so that work queued after that is marked again. A mark
    // set between the two lines is cleared too, but its work is in the queue already.
    if !hasLeft { word.store(Self.draining, ordering: .releasing) }
    return hasLeft
  }
}
