package import StreamCore

extension Broadcaster {
  /// Runs an action as the drain thread, or leaves it to that, after what is queued.
  @usableFromInline
  package func perform(_ action: @escaping () -> Void) {
    guard lock.withLock({ _ in enters(or: .action(action)) }) else { return }
    action()
    leave()
  }
}
