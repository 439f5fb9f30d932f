#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// A joinable system thread: it may block, and the thread sanitizer sees it start and end.
package struct JoinableThread {
  private let thread: pthread_t

  /// Starts a thread.
  ///
  /// - Parameter body: The thread's work.
  package init(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, { run($0) }, work)
      guard status == 0, let thread else { fatalError("No thread could be started: \(status)") }
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, { $0.flatMap(run) }, work)
      guard status == 0 else { fatalError("No thread could be started: \(status)") }
    #endif
    self.thread = thread
  }

  /// Blocks until the thread has ended. Call either this or ``detach()``, once.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Detaches the thread.
  package func detach() {
    pthread_detach(thread)
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

private func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  return nil
}
