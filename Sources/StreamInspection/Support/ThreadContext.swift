internal import StreamCore
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

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
  static var current: ThreadContext {
    if let context = pthread_getspecific(key) { return Unmanaged.fromOpaque(context).takeUnretainedValue() }
    let context = ThreadContext()
    pthread_setspecific(key, UnsafeRawPointer(Unmanaged.passRetained(context).toOpaque()))
    return context
  }

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

/// The key of each thread's context, which is released when the thread ends.
private let key: pthread_key_t = {
  var key = pthread_key_t()
  #if canImport(Darwin)
    pthread_key_create(&key) { Unmanaged<ThreadContext>.fromOpaque($0).release() }
  #else
    pthread_key_create(&key) { if let context = $0 { Unmanaged<ThreadContext>.fromOpaque(context).release() } }
  #endif
  return key
}()

/// Nanoseconds of a clock that only advances, and is read in a few instructions: on Linux it has steps of a few
/// milliseconds.
func now() -> Int {
  var time = timespec()
  #if os(Linux) || os(Android)
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
  #else
    clock_gettime(CLOCK_MONOTONIC, &time)
  #endif
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}
