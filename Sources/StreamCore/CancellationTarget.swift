/// What an ``AnyCancellable`` cancels: one object, so that a single word holds it.
@usableFromInline
package class CancellationTarget {
  @usableFromInline
  package init() {}

  @usableFromInline
  package func cancel() {}
}

/// A closure, or a cancellable of the client's.
final class CancellationClosure: CancellationTarget {
  private let closure: () -> Void

  init(_ closure: @escaping () -> Void) {
    self.closure = closure
  }

  override func cancel() {
    closure()
  }
}
