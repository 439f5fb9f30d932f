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

/// Starts a thread, which ends by itself when `body` returns.
///
/// - Parameters:
///   - name: The beginning of its name in debuggers, cut if the whole is longer than the 15 bytes that Linux allows.
///   - suffix: The rest of its name.
///   - body: What it does.
func startThread(named name: String, suffix: String, _ body: @escaping @Sendable () -> Void) {
  let start = Unmanaged.passRetained(ThreadStart(name: name.cut(for: suffix) + suffix, body: body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    let status = pthread_create(&thread, nil, { run($0) }, start)
    guard status == 0, let thread else { fatalError("No thread could be started: error \(status)") }
  #else
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, { $0.flatMap(run) }, start)
    guard status == 0 else { fatalError("No thread could be started: error \(status)") }
  #endif
  pthread_detach(thread)
}

/// The number of processors, at least one.
func processorCount() -> Int {
  max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}

private final class ThreadStart: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    (self.name, self.body) = (name, body)
  }
}

extension String {
  fileprivate func cut(for suffix: String) -> String {
    var cut = self
    while !cut.isEmpty, cut.utf8.count + suffix.utf8.count > 15 { cut.removeLast() }
    return cut
  }
}

private func run(_ start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  let start = Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue()
  nameThread(start.name)
  start.body()
  return nil
}

/// Names the calling thread.
private func nameThread(_ name: String) {
  #if canImport(Darwin)
    pthread_setname_np(name)
  #else
    // By its name: Swift's Glibc module leaves it out.
    guard let function = dlsym(nil, "pthread_setname_np") else { return }
    typealias SetName = @convention(c) (pthread_t, UnsafePointer<CChar>) -> Int32
    _ = unsafeBitCast(function, to: SetName.self)(pthread_self(), name)
  #endif
}
