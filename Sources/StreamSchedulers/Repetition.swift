internal import StreamCore

/// Work that repeats until it is cancelled. Whoever repeats it may hold this for longer, and call it in vain.
package final class Repetition: Sendable {
  private let work: Locked<(@Sendable () -> Void)?>

  package init(_ action: @escaping @Sendable () -> Void) {
    work = Locked(action)
  }

  /// Runs the work, unless it has been cancelled.
  @Sendable
  package func run() {
    work.value?()
  }

  /// Lets go of the work.
  package func cancel() {
    let released = work.exchange(nil)
    withExtendedLifetime(released) {}
  }
}
