internal import Dispatch
package import Foundation

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Reads a file, a pipe or a socket without blocking, for an owner with a serial queue.
///
/// It closes on deinitialization if ``close()`` was not called.
// Sendable: mutable state is accessed on the queue only, or by `deinit`.
package final class DescriptorReader: @unchecked Sendable {
  /// The result of a read.
  package enum Outcome {
    case data(Data)
    case end
    case notReady
    case failure(POSIXError)
  }

  private let handle: FileHandle
  private let queue: DispatchQueue
  private var source: (any DispatchSourceRead)?
  private var isClosed = false

  /// The block waiting for readiness; the dispatch source is suspended unless there is one.
  private var waiting: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - handle: The handle to read; ``close()`` closes it.
  ///   - queue: The queue on which all methods are called.
  package init(owning handle: FileHandle, queue: DispatchQueue) {
    self.handle = handle
    self.queue = queue
  }

  /// - Parameters:
  ///   - handle: The handle to read; it stays open, and may be closed at any time.
  ///   - queue: The queue on which all methods are called.
  /// - Throws: An error if the handle cannot be duplicated: it has been closed, or the process has too many open files.
  package convenience init(sharing handle: FileHandle, queue: DispatchQueue) throws(POSIXError) {
    let copy = fcntl(handle.fileDescriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw POSIXError(currentErrorNumber: errno) }
    self.init(owning: FileHandle(fileDescriptor: copy, closeOnDealloc: false), queue: queue)
  }

  deinit {
    close()
  }

  /// Reads the available bytes, up to `count`.
  package func read(upTo count: Int) -> Outcome {
    let descriptor = handle.fileDescriptor
    switch readiness(of: descriptor) {
    case .success(true): break
    case .success(false): return .notReady
    case .failure(let error): return .failure(error)
    }
    var data = Data(count: count)
    while true {
      let result = data.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, count) }
      if result > 0 {
        data.removeLast(count - result)
        return .data(data)
      }
      if result == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .notReady
      default: return .failure(POSIXError(currentErrorNumber: errno))
      }
    }
  }

  /// Whether the other end has been closed and all data is read.
  package var isAtEnd: Bool {
    var request = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    let readable = Int32(POLLIN)
    return poll(&request, 1, 0) > 0 && Int32(request.revents) & readable == 0
      && Int32(request.revents) & Int32(POLLHUP) != 0
  }

  private func readiness(of descriptor: Int32) -> Result<Bool, POSIXError> {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&request, 1, 0)
    if count < 0, errno != EINTR { return .failure(POSIXError(currentErrorNumber: errno)) }
    return .success(count > 0)
  }

  /// Runs `body` once on the queue, when data or the end can be read; not after ``close()``.
  package func whenReady(_ body: @escaping @Sendable () -> Void) {
    guard waiting == nil else { return }
    waiting = body
    let source = self.source ?? makeSource()
    self.source = source
    source.resume()
  }

  private func makeSource() -> any DispatchSourceRead {
    let standIn = makeStandIn(for: handle.fileDescriptor)
    let source = DispatchSource.makeReadSource(fileDescriptor: (standIn ?? handle).fileDescriptor, queue: queue)
    source.setEventHandler { [weak self] in
      guard let self, let body = waiting.take() else { return }
      self.source?.suspend()
      body()
    }
    // Dispatch may use the descriptor until the cancel handler runs: close it only then.
    source.setCancelHandler { [handle] in
      try? standIn?.close()
      try? handle.close()
    }
    return source
  }

  /// Closes the descriptor.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    guard let source = source.take() else {
      try? handle.close()
      return
    }
    source.cancel()
    // A suspended source does not run its cancel handler.
    if waiting.take() == nil { source.resume() }
  }
}

extension POSIXError {
  /// The error in `errno` after a system call.
  package init(currentErrorNumber number: Int32) {
    self.init(POSIXErrorCode(rawValue: number) ?? .EIO)
  }
}

// The C function, whose name the method above shadows.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

#if os(Linux) || os(Android)
  /// Creates a descriptor that is readable whenever `descriptor` is readable or at its end: an epoll instance that
  /// watches only that descriptor.
  ///
  /// Dispatch on Linux (as of Swift 6.3) must not itself watch a descriptor that can hang up. On EPOLLHUP its manager
  /// thread wakes the source, and the source's queue then frees the registration, which in every other case only the
  /// manager does. The manager may still be reading it, or changing the table that it is removed from, and the program
  /// crashes in `_dispatch_event_loop_drain`: https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949. An
  /// epoll instance never hangs up.
  ///
  /// Foundation's URLSession has Dispatch watch its sockets. A reset connection takes the same path there, which
  /// nothing here can change; no crash was seen in 70,000 resets.
  ///
  /// - Returns: The instance; `nil` if the process has too many open files, in which case Dispatch watches
  ///   `descriptor`.
  private func makeStandIn(for descriptor: Int32) -> FileHandle? {
    let instance = epollCreate(flags: O_CLOEXEC)
    guard instance >= 0 else { return nil }
    let standIn = FileHandle(fileDescriptor: instance, closeOnDealloc: false)
    // C's `struct epoll_event`, of 12 or 16 bytes, starts with the events; the rest is user data.
    var event: (UInt32, UInt32, UInt32, UInt32) = (UInt32(POLLIN), 0, 0, 0)
    let addition: Int32 = 1
    guard epollControl(instance, addition, descriptor, &event) == 0 else {
      try? standIn.close()
      return nil
    }
    return standIn
  }

  // Swift's modules of the C libraries do not contain <sys/epoll.h>. Swift passes integers and pointers as C does.
  @_silgen_name("epoll_create1")
  private func epollCreate(flags: Int32) -> Int32

  @_silgen_name("epoll_ctl")
  private func epollControl(
    _ instance: Int32, _ operation: Int32, _ descriptor: Int32, _ event: UnsafeMutableRawPointer
  ) -> Int32
#else
  private func makeStandIn(for descriptor: Int32) -> FileHandle? { nil }
#endif
