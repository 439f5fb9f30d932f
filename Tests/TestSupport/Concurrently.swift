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

/// Runs `body` on several threads of its own that start together, and returns when all have returned.
///
/// They are system threads, so they may block, and the thread sanitizer sees them start and end.
///
/// - Parameters:
///   - count: The number of threads.
///   - body: The work of each; its argument is the thread's number, from zero.
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

/// Opens when the last expected thread has arrived.
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
