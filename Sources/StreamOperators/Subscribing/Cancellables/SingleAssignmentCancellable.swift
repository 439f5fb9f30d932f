public import StreamCore

/// Stands for a cancellable that is known later.
///
///     cancel()      ---x--
///     set           -----a
///     a                  (^!)
///
/// What is set after the cancel is cancelled at once: so a closure can cancel what is being made, before there is
/// anything to cancel. The release cancels, too.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubscribing.SingleAssignmentCancellable`.
///
/// - **Threads**: all members may be called on any thread. What has been set is cancelled once, and released, on the
///   thread of the call, never under a lock.
public final class SingleAssignmentCancellable: Cancellable, Sendable {
  private let state = Locked(State())

  /// What has been set, and what has happened.
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

  /// Creates a cancellable that stands for nothing yet.
  public init() {}

  deinit {
    cancel()
  }

  /// Sets what is to be cancelled, or cancels it at once if this one has been cancelled.
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
