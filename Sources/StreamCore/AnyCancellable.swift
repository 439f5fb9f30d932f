/// A cancellable that cancels itself when it is deinitialized.
///
/// Two instances are equal only if they are the same object.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  // Sendable: the target accepts calls from any thread.

  let target: CancellationTarget

  /// Wraps a closure.
  ///
  /// A closure that is written on an actor runs there: on the main actor at once, if the cancel comes from there;
  /// otherwise later.
  ///
  /// - Parameter cancel: Runs once: at the first ``cancel()``, or on deinitialization. If it belongs to no actor, it
  ///   may run on any thread.
  @preconcurrency
  public init(@_inheritActorContext _ cancel: @escaping @Sendable @isolated(any) () -> Void) {
    target = CancellationClosure(onItsActor(cancel))
  }

  /// Wraps a cancellable, which is retained until this one has been cancelled.
  ///
  /// - Parameter canceller: The cancellable.
  public init<C: Cancellable>(_ canceller: C) {
    target =
      canceller is any ConcurrentCancellable
      ? RepeatableCancellation(canceller) : CancellationClosure(canceller.cancel)
  }

  /// Wraps a cancellation target without boxing it.
  @usableFromInline
  package init(target: CancellationTarget) {
    self.target = target
  }

  deinit {
    cancel()
  }

  /// Cancels and releases the target. Only the first call has an effect. A concurrent second call returns after the
  /// pipeline has been marked cancelled, but does not wait for a client's closure.
  public func cancel() {
    target.cancel()
  }

  /// Adds this cancellable to a set.
  ///
  /// - Parameter set: The set that retains it.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Appends this cancellable to a collection.
  ///
  /// - Parameter collection: The collection that retains it.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Whether both are the same object.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of this object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension AnyCancellable: ConcurrentCancellable {}
