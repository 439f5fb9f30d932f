public import Synchronization

/// The right to deliver, which one thread holds at a time. Whoever does not get it leaves work, which whoever holds it
/// does before letting it go; so nobody waits, and a call from inside a delivery neither recurses nor deadlocks.
@frozen
@usableFromInline
package struct DrainGate: ~Copyable, Sendable {
  @usableFromInline let word: SharedWord<UInt8>

  @inlinable
  package init() {
    word = SharedWord(Self.free)
  }

  @inlinable static var free: UInt8 { 0 }
  @inlinable static var held: UInt8 { 1 }
  @inlinable static var heldWithWorkLeft: UInt8 { 3 }

  /// Takes the right, if nobody has it.
  @inlinable
  package borrowing func take() -> Bool {
    word.compareExchange(expected: Self.free, desired: Self.held, ordering: .acquiringAndReleasing).exchanged
  }

  /// Says that there is work, which has been put where the holder finds it.
  ///
  /// - Returns: Whether nobody holds the right, so that it is now the caller's, and the work too.
  @inlinable
  package borrowing func leaveWork() -> Bool {
    let before = word.exchange(Self.heldWithWorkLeft, ordering: .acquiringAndReleasing)
    return before == Self.free
  }

  /// Lets go of the right, unless there is work left: that is then to be done before this is called again.
  ///
  /// - Returns: Whether the right has been let go.
  @inlinable
  package borrowing func release() -> Bool {
    let isReleased = word.compareExchange(
      expected: Self.held, desired: Self.free, ordering: .acquiringAndReleasing
    ).exchanged
    // Before the work is taken: what is left from now on is announced anew.
    if !isReleased { word.store(Self.held, ordering: .releasing) }
    return isReleased
  }
}
