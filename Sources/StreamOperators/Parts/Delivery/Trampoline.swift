public import StreamCore
public import Synchronization

/// Runs work that may cause itself to run again, re-entrantly or on another thread: in a loop, so that the stack does
/// not grow with the number of runs.
///
/// `append` subscribes to the next publisher when one has finished, and `retry` when one has failed. Both may happen
/// while `subscribe` has not returned.
@frozen
@usableFromInline
package struct Trampoline: ~Copyable, Sendable {
  /// Work-in-progress count: runs that have been requested and have not returned.
  @usableFromInline let pending = SharedWord(0)

  @inlinable
  package init() {}

  /// Runs `work`. If another call is running, this one only adds a run to the loop of that call, which repeats its own
  /// `work`.
  @inlinable
  package borrowing func run(_ work: () -> Void) {
    guard pending.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      work()
    } while pending.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }
}
