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
  private var isClosed = false

  /// The block that runs when the descriptor is ready, and the token of its watch.
  private var waiting: (@Sendable () -> Void)?
  private var token: DescriptorWatcher.Token?

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

  /// - Parameters:
  ///   - url: The URL of the file to read; ``close()`` closes it.
  ///   - queue: The queue on which all methods are called.
  /// - Throws: Foundation's error, if the file cannot be opened, or the URL is not that of a file.
  convenience init(opening url: URL, queue: DispatchQueue) throws {
    // Foundation for Linux would take the path of any URL for that of a file.
    guard url.isFileURL else { throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: url]) }
    #if os(Linux) || os(Android)
      // A named pipe without a writer is open at once, and can be read when a writer comes: no thread waits in `open`,
      // where no cancel would reach it.
      let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    #else
      let descriptor: Int32 = -1
    #endif
    // Where that has failed, Foundation says why.
    let handle =
      descriptor < 0
      ? try FileHandle(forReadingFrom: url) : FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    self.init(owning: handle, queue: queue)
  }

  deinit {
    close()
  }

  /// Reads the available bytes, up to `limit`, and at most a mebibyte, for which there is always memory.
  package func read(upTo limit: Int) -> Outcome {
    let count = min(limit, 1 << 20)
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
    token = DescriptorWatcher.shared.watch(handle.fileDescriptor) { [weak self, queue] token in
      guard let self else { return }
      queue.async { self.becomeReady(token) }
    }
  }

  private func becomeReady(_ token: DescriptorWatcher.Token) {
    // After a close there is no waiting block.
    guard token == self.token, let body = waiting.take() else { return }
    body()
  }

  /// Closes the descriptor.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    if let token { DescriptorWatcher.shared.unwatch(token) }
    waiting = nil
    try? handle.close()
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
