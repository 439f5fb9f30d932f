internal import StreamCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Runs a closure on a thread of its own, which ends with it. Nothing waits for the end.
func runInBackground(_ body: @escaping @Sendable () -> Void) {
  pthread_detach(start(body))
}

/// Runs a closure on a thread of its own, and waits for the end of both.
func onThreadOfItsOwn<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  let result = Locked<Result?>(nil)
  let thread = start { _ = result.exchange(body()) }
  pthread_join(thread, nil)
  guard let result = result.exchange(nil) else { preconditionFailure("A thread has ended without its result.") }
  return result
}

private func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
  let start = Unmanaged.passRetained(Start(body))
  #if canImport(Darwin) || canImport(Musl)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let error = pthread_create(&thread, nil, { run($0) }, start.toOpaque())
  precondition(error == 0, "The system has no thread left: error \(error).")
  #if canImport(Darwin) || canImport(Musl)
    guard let thread else { preconditionFailure("The system has made a thread without a name.") }
  #endif
  return thread
}

private final class Start: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

#if canImport(Darwin)
  private func run(_ start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body()
    return nil
  }
#else
  private func run(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body() }
    return nil
  }
#endif

/// Keeps the calling thread waiting.
func wait(_ duration: Duration) {
  let (seconds, attoseconds) = duration.components
  var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  nanosleep(&time, nil)
}
