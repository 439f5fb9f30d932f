/// A cancellable that cancels itself when its last reference goes.
///
/// Two are equal only if they are the same object.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  // Sendable: what it cancels takes calls from any thread.

  let target: CancellationTarget

  /// Wraps a closure.
  ///
  /// - Parameter cancel: Runs once: at the first ``cancel()``, or when the last reference goes. It may run on any thread.
  @preconcurrency
  public init(_ cancel: @escaping @Sendable () -> Void) {
    target = CancellationClosure(cancel)
  }

  /// Wraps a cancellable, which is kept alive until this one has been cancelled.
  ///
  /// - Parameter canceller: What to cancel.
  public init<C: Cancellable>(_ canceller: C) {
    target =
      canceller is any ConcurrentCancellable
      ? RepeatableCancellation(canceller) : CancellationClosure(canceller.cancel)
  }

  /// Wraps what is an object made to be cancelled.
  @usableFromInline
  package init(target: CancellationTarget) {
    self.target = target
  }

  deinit {
    cancel()
  }

  /// Cancels what this wraps, and releases it. Only the first call does anything; one that comes while another is at work,
  /// on another thread, returns no sooner than a pipeline knows of the cancel, but does not wait for a client's closure.
  public func cancel() {
    target.cancel()
  }

  /// Adds this cancellable to a set.
  ///
  /// - Parameter set: The set that keeps it alive.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Appends this cancellable to a collection.
  ///
  /// - Parameter collection: The collection that keeps it alive.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Whether two references name the same object.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of this object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension AnyCancellable: ConcurrentCancellable {}
