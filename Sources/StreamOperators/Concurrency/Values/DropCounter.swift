internal import StreamCore

/// Counts the values that the inboxes of one sequence drop.
@usableFromInline
final class DropCounter: Sendable {
  private let state = Locked(0)

  @usableFromInline
  init() {}

  @usableFromInline var count: Int { state.value }

  @usableFromInline
  func increment() {
    state.withLock { $0 += 1 }
  }
}
