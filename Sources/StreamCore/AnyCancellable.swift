internal import Synchronization

/// A cancellable that cancels itself when its last reference goes.
///
/// Two are equal only if they are the same object.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  // Sendable: what it cancels is reached by the one who takes it out.

  /// What to cancel, until it has been.
  private let target: SharedWord<Unmanaged<CancellationTarget>?>

  /// Wraps a closure.
  ///
  /// - Parameter cancel: Runs once: at the first ``cancel()``, or when the last reference goes. It may run on any thread.
  @preconcurrency
  public init(_ cancel: @escaping @Sendable () -> Void) {
    target = SharedWord(.passRetained(CancellationClosure(cancel)))
  }

  /// Wraps a cancellable, which is kept alive until this one has been cancelled.
  ///
  /// - Parameter canceller: What to cancel.
  public init<C: Cancellable>(_ canceller: C) {
    target = SharedWord(.passRetained(CancellationClosure(canceller.cancel)))
  }

  /// Wraps what is an object made to be cancelled.
  @usableFromInline
  package init(target: CancellationTarget) {
    self.target = SharedWord(.passRetained(target))
  }

  deinit {
    cancel()
  }

  /// Cancels what this wraps, and lets go of it. Only the first call does anything.
  public func cancel() {
    target.exchange(nil, ordering: .acquiringAndReleasing)?.takeRetainedValue().cancel()
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
