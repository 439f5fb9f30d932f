#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// A plain thread, whose end can be waited for: it may block, and the thread sanitizer sees it start and end.
package struct JoinableThread {
  private let thread: pthread_t

  /// Starts a thread.
  ///
  /// - Parameter body: What it does.
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

  /// Returns when the thread has ended. Either this or ``detach()`` is to be called, once.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Leaves the thread to itself.
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
