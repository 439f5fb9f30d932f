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

/// Reads a file, a pipe or a socket without ever waiting in a thread, for somebody who owns a serial queue.
// Sendable: `source` is reached on the queue alone.
package final class DescriptorReader: @unchecked Sendable {
  /// What a read brought.
  package enum Outcome {
    case data(Data)
    case end
    case notReady
    case failure(POSIXError)
  }

  private let handle: FileHandle
  private let closesHandle: Bool
  private let queue: DispatchQueue
  private var source: (any DispatchSourceRead)?

  /// - Parameters:
  ///   - handle: What to read.
  ///   - closesHandle: Whether ``close()`` closes it.
  ///   - queue: The queue of everybody who calls this.
  package init(_ handle: FileHandle, closesHandle: Bool, queue: DispatchQueue) {
    self.handle = handle
    self.closesHandle = closesHandle
    self.queue = queue
  }

  /// Reads what is there, but no more than `count` bytes.
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

  /// Whether the other side has gone and nothing is left to read.
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

  /// Runs `body` once, on the queue, when there is something to read, or the end; not after ``close()``.
  package func whenReady(_ body: @escaping @Sendable () -> Void) {
    guard source == nil else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: handle.fileDescriptor, queue: queue)
    source.setEventHandler { [self] in
      guard let source = self.source.take() else { return }
      source.cancel()
      body()
    }
    self.source = source
    source.resume()
  }

  /// Lets go of the descriptor, and closes it if that is agreed.
  package func close() {
    let handle = closesHandle ? self.handle : nil
    guard let source = source.take() else {
      try? handle?.close()
      return
    }
    // A source's descriptor must not be closed before it says that it has let go.
    source.setCancelHandler { try? handle?.close() }
    source.cancel()
  }
}

extension POSIXError {
  /// The error that a call of the system left in `errno`.
  package init(currentErrorNumber number: Int32) {
    self.init(POSIXErrorCode(rawValue: number) ?? .EIO)
  }
}

// The C function whose name the method above hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
