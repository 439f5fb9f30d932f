/// What an ``AnyCancellable`` cancels. It is cancelled by each call, by some at the same time, and releases what it holds.
@usableFromInline
package class CancellationTarget {
  @usableFromInline
  package init() {}

  @usableFromInline
  package func cancel() {}
}

/// A closure, or a cancellable of the client's, which is called once.
final class CancellationClosure: CancellationTarget {
  private let closure: Locked<(() -> Void)?>

  init(_ closure: @escaping () -> Void) {
    self.closure = Locked(closure)
  }

  override func cancel() {
    closure.exchange(nil)?()
  }
}

/// A cancellable of the toolkit, which may be called by several at once: whoever calls returns no sooner than it knows of
/// the cancel (rule 5), and so it is released after the first call.
final class RepeatableCancellation: CancellationTarget {
  private let cancellable: Locked<(any Cancellable)?>

  init(_ cancellable: any Cancellable) {
    self.cancellable = Locked(cancellable)
  }

  override func cancel() {
    cancellable.value?.cancel()
    let released = cancellable.exchange(nil)
    withExtendedLifetime(released) {}
  }
}
