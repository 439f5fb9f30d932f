private import Synchronization

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// Runs `body` on several threads of their own, which set off together, and returns when all have come back.
///
/// The threads are plain ones, so that they may block, and so that the thread sanitizer sees them start and end.
///
/// - Parameters:
///   - count: How many threads.
///   - body: What each does; it gets its number, from zero.
public func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let gate = Gate(count)
  let threads = (0..<count).map { index in
    JoinableThread {
      gate.passTogether()
      body(index)
    }
  }
  for thread in threads { thread.join() }
}

/// Opens when the last of those expected has arrived.
private final class Gate: Sendable {
  private let missing: Atomic<Int>

  init(_ count: Int) {
    missing = Atomic(count)
  }

  func passTogether() {
    missing.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 { sched_yield() }
  }
}
