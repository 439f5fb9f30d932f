internal import Foundation
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

/// Reports when descriptors can be read or written. One thread, shared by the whole process, waits for them in `poll`.
///
/// Dispatch must not watch them on Linux (as of Swift 6.3). When a descriptor hangs up, it frees the registration on
/// the source's queue while its manager thread may still read it, and the process crashes:
/// https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949.
// Sendable: mutable state is under the lock.
package final class DescriptorWatcher: Sendable {
  package static let shared = DescriptorWatcher()

  /// Identifies a watch. Unlike the descriptor, which the system reuses after a close, a token is never used again.
  package typealias Token = UInt64

  package typealias Pipe = (readEnd: Int32, writeEnd: Int32)

  /// What a watch waits for.
  package enum Readiness {
    case readable, writable

    fileprivate var events: Int16 { Int16(self == .readable ? POLLIN : POLLOUT) }
  }

  private struct Watch {
    let descriptor: Int32
    let readiness: Readiness
    let body: @Sendable (Token) -> Void
  }

  private struct State {
    var watches: [Token: Watch] = [:]
    var lastToken: Token = 0

    /// The ends of a pipe. A byte in it makes `poll` return, so that the thread reads the watches again. If no pipe can
    /// be created, because the process has too many open files, the thread reads them after each ``interval`` instead.
    var wakeUpPipe: Pipe?
    var isRunning = false
  }

  private let state = Locked(State())
  private let openPipe: @Sendable () -> Pipe?

  /// - Parameter openPipe: Opens the pipe by which the thread is woken; tests let it fail.
  init(openPipe: @escaping @Sendable () -> Pipe? = DescriptorWatcher.newPipe) {
    self.openPipe = openPipe
  }

  /// Calls `body` once, on the watcher's thread, when the descriptor can be read or written, or its other end is
  /// closed. All watches share that thread, so `body` must not block.
  ///
  /// - Returns: The token of the watch, which `body` receives too.
  package func watch(
    _ descriptor: Int32, until readiness: Readiness = .readable, _ body: @escaping @Sendable (Token) -> Void
  ) -> Token {
    let (token, mustStart) = state.withLock { state in
      state.lastToken += 1
      state.watches[state.lastToken] = Watch(descriptor: descriptor, readiness: readiness, body: body)
      defer { state.isRunning = true }
      return (state.lastToken, !state.isRunning)
    }
    if mustStart { Thread.detachNewThread { self.run() } } else { wakeUp() }
    return token
  }

  /// Ends a watch. The descriptor may be closed right after this call. The thread is woken, because the kernel keeps
  /// the file open until `poll` returns.
  func unwatch(_ token: Token) {
    let watch = state.withLock { $0.watches.removeValue(forKey: token) }
    if watch != nil { wakeUp() }
  }

  private func wakeUp() {
    guard let writeEnd = state.withLock({ $0.wakeUpPipe?.writeEnd }) else { return }
    var byte: UInt8 = 1
    // If the pipe is full, its bytes wake the thread anyway.
    _ = write(writeEnd, &byte, 1)
  }

  /// In milliseconds.
  private static let interval: Int32 = 10

  private func run() {
    while true {
      // The pipe is created before the watches are read: a watch that is added later finds it, and wakes the thread.
      let pipe = wakeUpPipe()
      let watched = state.withLock { state in state.watches.map { (token: $0.key, watch: $0.value) } }
      var requests = watched.map { pollfd(fd: $0.watch.descriptor, events: $0.watch.readiness.events, revents: 0) }
      if let pipe { requests.append(pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)) }
      let count = poll(&requests, nfds_t(requests.count), pipe == nil ? Self.interval : -1)
      if count < 0, errno != EINTR {
        // Too many descriptors for the limits of the process: tried again later, when there may be fewer.
        poll(nil, 0, Self.interval)
      }
      guard count > 0 else { continue }
      if let pipe, requests[watched.count].revents != 0 { Self.drain(pipe) }
      // A descriptor that was closed since the watches were read, and reused for another file, has no watch under this
      // token.
      let ready = zip(watched, requests).filter { $0.1.revents != 0 }.map(\.0.token)
      let bodies = state.withLock { state in
        ready.compactMap { token in state.watches.removeValue(forKey: token).map { (token, $0.body) } }
      }
      for (token, body) in bodies { body(token) }
    }
  }

  /// The read end of the pipe, which is created if necessary; `nil` if that fails.
  private func wakeUpPipe() -> Int32? {
    if let pipe = state.withLock({ $0.wakeUpPipe }) { return pipe.readEnd }
    guard let pipe = openPipe() else { return nil }
    state.withLock { $0.wakeUpPipe = pipe }
    return pipe.readEnd
  }

  /// Opens a pipe whose ends do not block, and are closed in a program that is started.
  ///
  /// - Returns: Its ends; `nil` if the process has too many open files.
  @Sendable
  package static func newPipe() -> Pipe? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// Reads all bytes of a pipe whose ends do not block.
  package static func drain(_ pipe: Int32) {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(pipe, &bytes, bytes.count) == bytes.count {}
  }
}
