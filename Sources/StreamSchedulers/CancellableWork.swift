public import StreamCore

/// Cancellable work. A scheduler may retain this after a cancel, and run it to no effect: the work itself has been
/// released.
@usableFromInline
package final class CancellableWork: ConcurrentCancellable, Sendable {
  /// A generic container of functions wraps one in a thunk each time it is accessed in place.
  private struct Work {
    let run: @Sendable () -> Void
  }

  private let work: Locked<Work?>

  @usableFromInline
  package init(_ action: @escaping @Sendable () -> Void) {
    work = Locked(Work(run: action))
  }

  /// Whether it has not been cancelled.
  var isWanted: Bool { work.withLock { $0 != nil } }

  /// Runs the work, unless it has been cancelled.
  @usableFromInline
  @Sendable
  package func run() {
    work.value?.run()
  }

  /// Runs the work, unless it has been cancelled or has run: a client's scheduler may run what it was given twice.
  @usableFromInline
  @Sendable
  package func runOnce() {
    work.exchange(nil)?.run()
  }

  /// Releases the work, so that it does not run.
  @usableFromInline
  package func cancel() {
    let released = work.exchange(nil)
    withExtendedLifetime(released) {}
  }
}
