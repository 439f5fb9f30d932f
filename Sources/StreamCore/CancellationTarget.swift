/// The target of an ``AnyCancellable``. It receives every call, possibly concurrent ones, and releases its content.
@usableFromInline
package class CancellationTarget {
  @usableFromInline
  package init() {}

  @usableFromInline
  package func cancel() {}
}

/// A cancellable of the toolkit. It may be cancelled concurrently, and each call returns only after the cancelled state
/// is visible: on the delivering thread nothing is delivered after that (rule 5).
@usableFromInline
package protocol ConcurrentCancellable: Cancellable {}

/// A closure of the toolkit that may be called concurrently.
@usableFromInline
package struct ConcurrentCancellation: ConcurrentCancellable {
  private let closure: @Sendable () -> Void

  @usableFromInline
  package init(_ closure: @escaping @Sendable () -> Void) {
    self.closure = closure
  }

  @usableFromInline
  package func cancel() {
    closure()
  }
}

/// A closure, or a client's cancellable, that is called once.
final class CancellationClosure: CancellationTarget {
  private let closure: Locked<(() -> Void)?>

  init(_ closure: @escaping () -> Void) {
    self.closure = Locked(closure)
  }

  override func cancel() {
    closure.exchange(nil)?()
  }
}

/// A cancellable that receives concurrent calls: it is released after its `cancel()` has returned, not before.
@usableFromInline
package final class RepeatableCancellation: CancellationTarget {
  private let cancellable: Locked<(any Cancellable)?>

  @usableFromInline
  package init(_ cancellable: any Cancellable) {
    self.cancellable = Locked(cancellable)
  }

  @usableFromInline
  package override func cancel() {
    cancellable.value?.cancel()
    let released = cancellable.exchange(nil)
    withExtendedLifetime(released) {}
  }
}
