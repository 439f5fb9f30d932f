public import StreamCore

/// Work that can be called off. A scheduler may hold this for longer, and run it in vain: what the work holds has been
/// released.
@usableFromInline
package final class CancellableWork: ConcurrentCancellable, Sendable {
  private let work: Locked<(@Sendable () -> Void)?>

  @usableFromInline
  package init(_ action: @escaping @Sendable () -> Void) {
    work = Locked(action)
  }

  /// Runs the work, unless it has been cancelled.
  @usableFromInline
  @Sendable
  package func run() {
    work.value?()
  }

  /// Releases the work.
  @usableFromInline
  package func cancel() {
    let released = work.exchange(nil)
    withExtendedLifetime(released) {}
  }
}
