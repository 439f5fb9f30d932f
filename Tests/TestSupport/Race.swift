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

/// Lets two threads meet on each of many objects.
///
/// - Parameters:
///   - objects: What they meet on.
///   - first: What one thread does with each object.
///   - second: What the other does with it, as nearly at the same time as can be.
public func race<Object: Sendable>(
  over objects: [Object], _ first: @escaping @Sendable (Object) -> Void,
  against second: @escaping @Sendable (Object) -> Void
) {
  let meetings = objects.map { _ in Meeting() }
  concurrently(2) { thread in
    for (object, meeting) in zip(objects, meetings) {
      meeting.arrive()
      if thread == 0 { first(object) } else { second(object) }
    }
  }
}

/// Where two threads wait for each other, though not for ever: one that was put to sleep holds up the other only once.
private final class Meeting: Sendable {
  private let arrived = Atomic(0)

  func arrive() {
    arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
    for attempt in 1...200 where arrived.load(ordering: .acquiring) < 2 {
      if attempt.isMultiple(of: 64) { sched_yield() }
    }
  }
}
