import Synchronization

/// Counts events, from any task.
final class Counter: Sendable {
  private let atomic = Atomic(0)

  var value: Int { atomic.load(ordering: .sequentiallyConsistent) }

  func increment() {
    atomic.add(1, ordering: .sequentiallyConsistent)
  }
}
