public import StreamCore

/// A placeholder for a cancellable that is set later.
///
///     cancel()      ---x--
///     set           -----a
///     a                  (^!)
///
/// A cancellable that is set after the cancel is cancelled at once: so a closure can cancel an activity that is still
/// being created. Releasing the placeholder cancels, too.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubscribing.SingleAssignmentCancellable`.
///
/// - **Threads**: all members may be called on any thread. What has been set is cancelled once, and released, on the
///   thread of the call, never under a lock.
public final class SingleAssignmentCancellable: Cancellable, Sendable {
  private let state = Locked(State())

  /// The cancellable that has been set, and whether it was set and cancelled.
  private struct State {
    var assigned: (any Cancellable)?
    var isAssigned = false
    var isCancelled = false

    /// Keeps a cancellable, unless the state has ended.
    ///
    /// - Returns: Whether it is the first.
    mutating func assign(_ cancellable: any Cancellable) -> Bool {
      guard !isAssigned else { return false }
      isAssigned = true
      if !isCancelled { assigned = cancellable }
      return true
    }

    /// Ends the state.
    ///
    /// - Returns: What is to be cancelled.
    mutating func cancel() -> (any Cancellable)? {
      isCancelled = true
      return assigned.take()
    }
  }

  /// Creates a placeholder without a cancellable.
  public init() {}

  deinit {
    cancel()
  }

  /// Sets the cancellable, or cancels it at once if this placeholder has been cancelled.
  ///
  /// - Parameter cancellable: Retained until it is cancelled. A second call traps, also after a cancel.
  public func set(_ cancellable: any Cancellable) {
    let (isFirst, isCancelled) = state.withLock { ($0.assign(cancellable), $0.isCancelled) }
    precondition(isFirst, "A SingleAssignmentCancellable is set once")
    if isCancelled { cancellable.cancel() }
  }

  /// Cancels and releases what has been set.
  public func cancel() {
    state.withLock { $0.cancel() }?.cancel()
  }
}
