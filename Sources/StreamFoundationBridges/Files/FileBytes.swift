public import Foundation

extension FileHandle {
  /// Reads a file, a pipe or a socket in chunks, from the handle's current position.
  ///
  ///     request       --!-----!--!
  ///     downstream    ---d-----d--d--|
  ///
  /// The handle is not closed. Subscribers share it and its position: two of them each get part of the content.
  ///
  /// - **Demand**: one chunk is read per requested element, without read-ahead.
  /// - **Completion**: finishes at the end of the file, which is detected when more is requested than there is.
  /// - **Failure**: a `POSIXError`, if a read fails or the handle was closed before the first demand.
  /// - **Threads**: reads and delivers on a queue of the subscription's own. No thread blocks on an idle pipe or
  ///   socket.
  ///
  /// - Parameter chunkSize: The largest piece in bytes, at least 1; no piece has more than 1,048,576.
  /// - Returns: A publisher of the pieces; see `Publishers.FileBytes`.
  @_disfavoredOverload
  public func bytesPublisher(chunkSize: Int = 65_536) -> Publishers.FileBytes {
    Publishers.FileBytes(source: .handle(self), chunkSize: chunkSize)
  }

  /// Reads lines from the handle's current position: `bytesPublisher(chunkSize:)` followed by `lines(maxLength:)`.
  ///
  ///     request       --!-----!--!
  ///     downstream    ---l-----l--l--|
  ///
  /// - **Demand**: a chunk is read when a line is requested and none is left of the previous chunk.
  /// - **Completion**: finishes after the last line, which need not be terminated.
  /// - **Failure**: a `LineTooLongError` for a line beyond `maxLength`, or that of
  ///   `bytesPublisher(chunkSize:)`, after the complete lines.
  /// - **Threads**: delivers on a queue of the subscription's own, which also reads, or where a line is requested that
  ///   has been read already.
  ///
  /// - Parameter maxLength: The longest line in bytes, at least 1; a million by default.
  /// - Returns: A publisher of the lines.
  /// - Complexity: O(1) for each byte; O(*n*) memory, where *n* is the length of a line, or of a chunk if that is
  ///   longer.
  @_disfavoredOverload
  public func linesPublisher(maxLength: Int = 1_000_000) -> Publishers.Lines<Publishers.FileBytes> {
    bytesPublisher().lines(maxLength: maxLength)
  }
}

extension URL {
  /// Reads the file at this URL in chunks, from the start for each subscriber.
  ///
  ///     request       --!-----!--!
  ///     downstream    ---d-----d--d--|
  ///
  /// The file is opened at the first demand, and closed when the stream ends, however it ends.
  ///
  /// - **Demand**: one chunk is read per requested element, without read-ahead.
  /// - **Completion**: finishes at the end of the file, which is detected when more is requested than there is.
  /// - **Failure**: Foundation's error, if the file cannot be opened or the URL is not that of a file; a `POSIXError`,
  ///   if a read fails.
  /// - **Threads**: opens, reads and delivers on a queue of the subscription's own. No thread waits for the writer of a
  ///   named pipe, but on Apple's platforms.
  ///
  /// - Parameter chunkSize: The largest piece in bytes, at least 1; no piece has more than 1,048,576.
  /// - Returns: A publisher of the pieces; see `Publishers.FileBytes`.
  @_disfavoredOverload
  public func fileBytesPublisher(chunkSize: Int = 65_536) -> Publishers.FileBytes {
    Publishers.FileBytes(source: .file(self), chunkSize: chunkSize)
  }

  /// Reads the lines of the file at this URL: `fileBytesPublisher(chunkSize:)` followed by `lines(maxLength:)`.
  ///
  ///     request       --!-----!--!
  ///     downstream    ---l-----l--l--|
  ///
  /// - **Demand**: a chunk is read when a line is requested and none is left of the previous chunk.
  /// - **Completion**: finishes after the last line, which need not be terminated.
  /// - **Failure**: a `LineTooLongError` for a line beyond `maxLength`, or that of
  ///   `fileBytesPublisher(chunkSize:)`, after the complete lines.
  /// - **Threads**: delivers on a queue of the subscription's own, which also reads, or where a line is requested that
  ///   has been read already.
  ///
  /// - Parameter maxLength: The longest line in bytes, at least 1; a million by default.
  /// - Returns: A publisher of the lines.
  /// - Complexity: O(1) for each byte; O(*n*) memory, where *n* is the length of a line, or of a chunk if that is
  ///   longer.
  @_disfavoredOverload
  public func fileLinesPublisher(maxLength: Int = 1_000_000) -> Publishers.Lines<Publishers.FileBytes> {
    fileBytesPublisher().lines(maxLength: maxLength)
  }
}

/// A publisher that reads a file, a pipe or a socket in chunks.
///
/// - **Demand**: one chunk is read per requested element, without read-ahead.
/// - **Completion**: finishes at the end of the file, which is detected when more is requested than there is.
/// - **Failure**: the system's error: a `POSIXError` for a read that fails or a handle that was closed before the first
///   demand, Foundation's error for a file that cannot be opened.
/// - **Threads**: signals are delivered on a queue of the subscription's own, which also reads. No thread blocks on an
///   idle pipe or socket; on Apple's platforms, to open a named pipe by its URL the queue waits for a writer.
///   Cancelling may be done on any thread; it closes a file that the subscription opened.
public struct FileBytesPublisher: Publisher, ReleasingPublisher, Sendable {
  /// The source of the content.
  public enum Source: Sendable {
    /// An open file, pipe or socket, which is left open.
    case handle(FileHandle)

    /// A file to open for each subscriber.
    case file(URL)
  }

  /// A chunk of the content: never empty.
  public typealias Output = Data

  /// The system's error.
  public typealias Failure = any Error

  /// The source of the content.
  public let source: Source

  /// The largest piece in bytes.
  public let chunkSize: Int

  /// Creates a publisher of a file's content.
  ///
  /// - Parameters:
  ///   - source: The source of the content.
  ///   - chunkSize: The largest piece in bytes, at least 1; no piece has more than 1,048,576.
  public init(source: Source, chunkSize: Int = 65_536) {
    precondition(chunkSize > 0, "A piece must be allowed to have at least one byte (rule 9).")
    self.source = source
    self.chunkSize = chunkSize
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Data, S.Failure == any Error {
    let subscription = FileSubscription("FileBytes", chunkSize: chunkSize, downstream: subscriber) { [source] queue in
      switch source {
      case .handle(let handle): try DescriptorReader(sharing: handle, queue: queue)
      case .file(let url): try DescriptorReader(opening: url, queue: queue)
      }
    }
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}

extension PublisherNames {
  /// ``FileBytesPublisher``, under a short name that a client's own type overrides.
  public typealias FileBytes = FileBytesPublisher
}
