internal import Dispatch
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

/// Reads what is appended to the file at a path, and goes on with another file that gets its path.
///
/// When it goes on with another file, or with the same one from its beginning, it ends the line that it has begun.
// Sendable: accessed on the queue only, before that runs, or by `deinit`.
final class FollowedFile: ChunkReader, @unchecked Sendable {
  private let path: String
  private let watch: PathWatch

  /// The file being read; `nil` before there is one.
  private var current: OpenFile?

  /// The file that has got the path, while the rest of `current` is read.
  private var successor: OpenFile?

  /// Whether a line has begun whose line feed has not been read.
  private var isInLine = false

  /// - Parameters:
  ///   - path: The path; there need not be a file.
  ///   - startsAtEnd: Whether to skip what the file that is there now contains.
  ///   - interval: How often to poll; `nil` for events, where the system has them.
  ///   - queue: The queue on which all methods are called.
  ///   - hub: The source of events.
  /// - Throws: The system's error, if the file cannot be opened.
  init(
    _ path: String, startsAtEnd: Bool, polling interval: Duration?, queue: DispatchQueue, hub: FileEventHub = .shared
  ) throws(POSIXError) {
    self.path = path
    watch = PathWatch(path, polling: interval, queue: queue, hub: hub)
    // Watched before it is opened, so that every later change makes a hint.
    _ = watch.beginLook()
    current = try OpenFile(path, other: nil)
    if startsAtEnd, let size = try current?.state().size { current?.offset = size }
  }

  func read(upTo limit: Int) -> DescriptorReader.Outcome {
    do {
      var hasLooked = false
      while true {
        if let data = try current?.read(upTo: limit), let last = data.last {
          isInLine = last != UInt8(ascii: "\n")
          return .data(data)
        }
        // Everything has been read that was in the file when its successor was found.
        let isOver = successor != nil
        if isOver {
          current = successor.take()
        } else if let file = current, try file.state().size < file.offset {
          current?.offset = 0
        } else {
          if hasLooked { return .notReady }
          // Once in a call: what changes thereafter makes a hint. The current file is read again after this.
          hasLooked = true
          _ = watch.beginLook()
          let found = try OpenFile(path, other: current)
          if current == nil { current = found } else { successor = found }
          continue
        }
        if isInLine {
          isInLine = false
          return .data(Data([UInt8(ascii: "\n")]))
        }
      }
    } catch {
      return .failure(error)
    }
  }

  func whenReady(_ body: @escaping @Sendable () -> Void) {
    watch.whenChanged(body)
  }

  func close() {
    watch.close()
    current = nil
    successor = nil
  }
}

/// A regular file that is open for reading. It is closed on deinitialization.
private final class OpenFile {
  private let descriptor: Int32

  /// The position of the next byte to read.
  var offset: Int64 = 0

  /// Fails with `nil` if there is no file at the path, or the other one.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - other: A file that is open already.
  /// - Throws: The system's error, if the file cannot be opened or is not a regular one.
  init?(_ path: String, other: OpenFile?) throws(POSIXError) {
    let former = try other?.state()
    guard let state = try FileState.of(path), former.map({ !state.isSameFile(as: $0) }) ?? true else { return nil }
    try Self.check(state)
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 {
      if errno == ENOENT { return nil }
      throw POSIXError(currentErrorNumber: errno)
    }
    // It may be another one by now. From here on, `deinit` closes it.
    let opened = try self.state()
    try Self.check(opened)
    if let former, opened.isSameFile(as: former) { return nil }
  }

  private static func check(_ state: FileState) throws(POSIXError) {
    switch state.kind {
    case .regular: break
    case .folder: throw POSIXError(.EISDIR)
    case .other: throw POSIXError(.ESPIPE)
    }
  }

  deinit {
    close(descriptor)
  }

  func state() throws(POSIXError) -> FileState {
    try FileState(of: descriptor)
  }

  /// Reads the next bytes, up to `limit`.
  ///
  /// - Returns: The bytes; `nil` at the end.
  /// - Throws: The system's error.
  func read(upTo limit: Int) throws(POSIXError) -> Data? {
    var data = Data(count: limit)
    while true {
      let count = data.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, limit, off_t(offset)) }
      if count < 0 {
        if errno == EINTR { continue }
        throw POSIXError(currentErrorNumber: errno)
      }
      if count == 0 { return nil }
      offset += Int64(count)
      return data.prefix(count)
    }
  }
}
