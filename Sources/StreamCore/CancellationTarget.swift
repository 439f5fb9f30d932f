/// What an ``AnyCancellable`` cancels. It is cancelled by each call, by some at the same time, and releases what it holds.
@usableFromInline
package class CancellationTarget {
  @usableFromInline
  package init() {}

  @usableFromInline
  package func cancel() {}
}

/// A cancellable of the toolkit. Several threads may cancel it at once, and none returns before it knows of a cancel: on the
/// thread that delivers nothing comes after that (rule 5).
@usableFromInline
package protocol ConcurrentCancellable: Cancellable {}

/// A closure of the toolkit that several threads may call at once.
package struct ConcurrentCancellation: ConcurrentCancellable {
  private let closure: @Sendable () -> Void

  package init(_ closure: @escaping @Sendable () -> Void) {
    self.closure = closure
  }

  package func cancel() {
    closure()
  }
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

/// A cancellable that each caller calls, also while another does: so it is released after the first call, not before.
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
