internal import StreamCore
internal import Synchronization

/// What a thread does at this moment: which edge it attaches, or delivers through.
///
/// Edges of one pipeline find each other by it: an operator subscribes to its upstream while its own subscriber is
/// attached, and to an inner stream while it receives what the stream is made of.
final class ThreadContext {
  /// The edge that is attached or delivered through. Its caller keeps it alive.
  private(set) unowned(unsafe) var edge: Edge?
  private(set) var isDelivering = false

  /// The number of the thread, from 1 in the order in which threads were first seen; 0 for the main thread.
  let thread: Int32

  private init() {
    thread = isMainThread() ? 0 : threads.add(1, ordering: .relaxed).newValue
  }

  /// The context of the calling thread.
  static var current: ThreadContext { contexts.value { ThreadContext() } }

  /// What the thread did before.
  struct Former {
    unowned(unsafe) let edge: Edge?
    let isDelivering: Bool
  }

  /// Begins to attach an edge, or to deliver through it. Calls are nested; ``leave(to:)`` ends one.
  func enter(_ edge: Edge?, delivering: Bool) -> Former {
    defer { (self.edge, isDelivering) = (edge, delivering) }
    return Former(edge: self.edge, isDelivering: isDelivering)
  }

  func leave(to former: Former) {
    (edge, isDelivering) = (former.edge, former.isDelivering)
  }
}

private let threads = Atomic<Int32>(0)
private let contexts = ThreadLocalObject<ThreadContext>()
