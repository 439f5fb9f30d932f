public import StreamCore
public import Synchronization

/// Runs work that may ask to be run again while it runs: in a loop, so that the stack does not grow with the number of
/// runs.
///
/// `append` subscribes to the next publisher when one has finished, and `retry` when one has failed. Both may happen while
/// `subscribe` has not returned.
@frozen
@usableFromInline
package struct Trampoline: ~Copyable, Sendable {
  /// How many runs have been asked for and have not returned.
  @usableFromInline let pending = SharedWord(0)

  @inlinable
  package init() {}

  /// Runs `work` now, or leaves the run to the thread that is in this method: that runs its own `work` again.
  @inlinable
  package borrowing func run(_ work: () -> Void) {
    guard pending.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      work()
    } while pending.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }
}
