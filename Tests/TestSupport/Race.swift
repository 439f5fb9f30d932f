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

/// Runs two threads against each other on each of many objects.
///
/// - Parameters:
///   - objects: The shared objects.
///   - first: One thread's action on each object.
///   - second: The other thread's action, as nearly simultaneous as possible.
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

/// Where two threads wait for each other, with a limit: a descheduled thread delays the other only once.
private final class Meeting: Sendable {
  private let arrived = Atomic(0)

  func arrive() {
    arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
    for attempt in 1...200 where arrived.load(ordering: .acquiring) < 2 {
      if attempt.isMultiple(of: 64) { sched_yield() }
    }
  }
}
