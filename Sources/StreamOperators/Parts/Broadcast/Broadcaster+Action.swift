package import StreamCore

extension Broadcaster {
  /// Runs an action as the drain thread, or leaves it to that, after what is queued.
  @usableFromInline
  package func perform(_ action: @escaping () -> Void) {
    guard withState({ enters(or: .action(action), &$0) }) else { return }
    action()
    leave()
  }
}
