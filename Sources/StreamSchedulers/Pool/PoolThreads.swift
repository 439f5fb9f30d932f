internal import StreamCore

/// The threads of all pools. They do not wait for room: those of two pools could wait for each other.
enum PoolThreads {
  private static let threads = Locked<Set<UInt>>([])

  /// Whether the calling thread is one of them.
  static var hasCurrent: Bool { threads.withLock { $0.contains(currentThread()) } }

  /// Runs `body` on the calling thread as one of them.
  static func withCurrent(_ body: () -> Void) {
    let thread = currentThread()
    threads.withLock { _ = $0.insert(thread) }
    body()
    threads.withLock { _ = $0.remove(thread) }
  }
}
