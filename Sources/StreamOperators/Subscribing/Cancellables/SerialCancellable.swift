public import StreamCore

/// Keeps one cancellable, and cancels it when another takes its place.
///
///     replace(with:)  -a---b---
///     a                ^---!
///     b                    ^--!
///
/// A cancellable that is added after the cancel is cancelled at once. Releasing this object cancels, too.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubscribing.SerialCancellable`.
///
/// - **Threads**: all members may be called on any thread. What is kept is cancelled and released on the thread of the
///   call, never under a lock.
public final class SerialCancellable: Cancellable, Sendable {
  private let state = Locked(State())

  /// What is kept, and whether that has been cancelled.
  private struct State {
    var current: (any Cancellable)?
    var isCancelled = false

    /// Keeps another cancellable, or none, unless the state has ended.
    ///
    /// - Returns: The cancellable to cancel: the previous one or, after the end, the new one.
    mutating func replace(with other: (any Cancellable)?) -> (any Cancellable)? {
      guard !isCancelled else { return other }
      defer { current = other }
      return current
    }

    /// Ends the state.
    ///
    /// - Returns: What is to be cancelled.
    mutating func cancel() -> (any Cancellable)? {
      isCancelled = true
      return current.take()
    }
  }

  /// Creates a cancellable that keeps nothing yet.
  public init() {}

  deinit {
    cancel()
  }

  /// Keeps another cancellable, and cancels the previous one; or cancels the new one, if this object has been
  /// cancelled.
  ///
  /// - Parameter other: Retained until it is replaced or cancelled; `nil` only cancels the one before.
  public func replace(with other: (any Cancellable)?) {
    state.withLock { $0.replace(with: other) }?.cancel()
  }

  /// Cancels and releases what is kept.
  public func cancel() {
    state.withLock { $0.cancel() }?.cancel()
  }
}
