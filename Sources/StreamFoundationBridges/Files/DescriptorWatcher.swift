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

/// Tells when descriptors can be read: one thread for the process, which waits in `poll`.
///
/// Dispatch must not watch them on Linux (as of Swift 6.3). When a descriptor hangs up, it frees the registration on
/// the source's queue while its manager thread may still read it, and the process crashes:
/// https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949.
// Sendable: all that changes is under the lock.
final class DescriptorWatcher: Sendable {
  static let shared = DescriptorWatcher()

  /// Names one call of ``watch(_:_:)``.
  typealias Token = UInt64

  private struct Watch {
    let descriptor: Int32
    let body: @Sendable (Token) -> Void
  }

  private struct State {
    var watches: [Token: Watch] = [:]
    var lastToken: Token = 0

    /// The ends of a pipe. A byte in it makes `poll` return, so that the thread looks at the watches again. Without a
    /// pipe, if the process has too many open files, the thread looks after each interval.
    var wakeUpPipe: (readEnd: Int32, writeEnd: Int32)?
    var isRunning = false
  }

  private let state = Locked(State())

  /// Calls `body` once, on the watcher's thread, when the descriptor can be read or is at its end.
  ///
  /// - Returns: What `body` is called with, and what ``unwatch(_:)`` takes.
  func watch(_ descriptor: Int32, _ body: @escaping @Sendable (Token) -> Void) -> Token {
    let (token, mustStart) = state.withLock { state in
      state.lastToken += 1
      state.watches[state.lastToken] = Watch(descriptor: descriptor, body: body)
      defer { state.isRunning = true }
      return (state.lastToken, !state.isRunning)
    }
    if mustStart { Thread.detachNewThread { self.run() } } else { wakeUp() }
    return token
  }

  /// Ends a watch. The descriptor may be closed at once: the thread is woken, so that `poll` does not keep the file open.
  func unwatch(_ token: Token) {
    let watch = state.withLock { $0.watches.removeValue(forKey: token) }
    if watch != nil { wakeUp() }
  }

  private func wakeUp() {
    guard let writeEnd = state.withLock({ $0.wakeUpPipe?.writeEnd }) else { return }
    var byte: UInt8 = 1
    // If the pipe is full, the thread will wake up anyway.
    _ = write(writeEnd, &byte, 1)
  }

  private static let interval: Int32 = 10

  private func run() {
    while true {
      let pipe = wakeUpPipe()
      let watched = state.withLock { state in state.watches.map { (token: $0.key, descriptor: $0.value.descriptor) } }
      var requests = watched.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      if let pipe { requests.append(pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)) }
      guard poll(&requests, nfds_t(requests.count), pipe == nil ? Self.interval : -1) > 0 else { continue }
      if let pipe, requests[watched.count].revents != 0 { drain(pipe) }
      // A descriptor that was closed in the meantime, and is another file now, has no watch any more.
      let ready = zip(watched, requests).filter { $0.1.revents != 0 }.map(\.0.token)
      let bodies = state.withLock { state in
        ready.compactMap { token in state.watches.removeValue(forKey: token).map { (token, $0.body) } }
      }
      for (token, body) in bodies { body(token) }
    }
  }

  /// The end of the pipe to wait for; `nil` if there can be none at present.
  private func wakeUpPipe() -> Int32? {
    if let pipe = state.withLock({ $0.wakeUpPipe }) { return pipe.readEnd }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    state.withLock { $0.wakeUpPipe = (ends[0], ends[1]) }
    return ends[0]
  }

  private func drain(_ pipe: Int32) {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(pipe, &bytes, bytes.count) == bytes.count {}
  }
}
