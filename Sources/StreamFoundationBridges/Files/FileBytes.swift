public import Foundation

extension FileHandle {
  /// Reads a file, a pipe or a socket piece by piece, from where the handle stands.
  ///
  ///     request       --!-----!--!
  ///     downstream    ---d-----d--d--|
  ///
  /// The handle is not closed. Subscribers share it and its position: two of them get parts of the content each.
  ///
  /// - Parameter chunkSize: The number of bytes that a piece may have, at least 1.
  /// - Returns: A publisher of the pieces; see `Publishers.FileBytes`.
  @_disfavoredOverload
  public func bytesPublisher(chunkSize: Int = 65_536) -> Publishers.FileBytes {
    Publishers.FileBytes(source: .handle(self), chunkSize: chunkSize)
  }

  /// Reads lines from where the handle stands: the pieces of `bytesPublisher(chunkSize:)`, cut by `lines(maxLength:)`.
  ///
  ///     request       --!-----!--!
  ///     downstream    ---l-----l--l--|
  ///
  /// - Parameter maxLength: The number of bytes that a line may have, at least 1: a million, unless you say otherwise.
  /// - Returns: A publisher of the lines.
  @_disfavoredOverload
  public func linesPublisher(maxLength: Int = 1_000_000) -> Publishers.Lines<Publishers.FileBytes> {
    bytesPublisher().lines(maxLength: maxLength)
  }
}

extension URL {
  /// Reads the file of this URL piece by piece, from the beginning for each subscriber.
  ///
  ///     request       --!-----!--!
  ///     downstream    ---d-----d--d--|
  ///
  /// The file is opened at the first demand, and closed at the end, however that comes.
  ///
  /// - Parameter chunkSize: The number of bytes that a piece may have, at least 1.
  /// - Returns: A publisher of the pieces; see `Publishers.FileBytes`.
  @_disfavoredOverload
  public func fileBytesPublisher(chunkSize: Int = 65_536) -> Publishers.FileBytes {
    Publishers.FileBytes(source: .file(self), chunkSize: chunkSize)
  }

  /// Reads the lines of the file of this URL: the pieces of `fileBytesPublisher(chunkSize:)`, cut by `lines(maxLength:)`.
  ///
  ///     request       --!-----!--!
  ///     downstream    ---l-----l--l--|
  ///
  /// - Parameter maxLength: The number of bytes that a line may have, at least 1: a million, unless you say otherwise.
  /// - Returns: A publisher of the lines.
  @_disfavoredOverload
  public func fileLinesPublisher(maxLength: Int = 1_000_000) -> Publishers.Lines<Publishers.FileBytes> {
    fileBytesPublisher().lines(maxLength: maxLength)
  }
}

/// A publisher that reads a file, a pipe or a socket piece by piece.
///
/// - **Demand**: one piece is read for each element that is asked for, and nothing ahead.
/// - **Completion**: finishes at the end of the file, which is found when more is asked for than there is.
/// - **Failure**: what the system says: a `POSIXError` for a read that fails or a handle that was closed before the first
///   demand, Foundation's error for a file that cannot be opened.
/// - **Threads**: signals come on a queue of the subscription's own, where reads are made too. No thread waits for a
///   pipe or a socket that has nothing to read. Cancelling may be done on any thread; a file that the subscription
///   opened is closed then.
public struct FileBytesPublisher: Publisher, ReleasingPublisher, Sendable {
  /// What is read.
  public enum Source: Sendable {
    /// An open file, pipe or socket, which stays open.
    case handle(FileHandle)

    /// A file to be opened for each subscriber.
    case file(URL)
  }

  /// A piece of the content: never empty.
  public typealias Output = Data

  /// What the system says.
  public typealias Failure = any Error

  /// What is read.
  public let source: Source

  /// The number of bytes that a piece may have.
  public let chunkSize: Int

  /// Makes a publisher of a file's content.
  ///
  /// - Parameters:
  ///   - source: What to read.
  ///   - chunkSize: The number of bytes that a piece may have, at least 1.
  public init(source: Source, chunkSize: Int = 65_536) {
    precondition(chunkSize > 0, "A piece must be allowed to have at least one byte (rule 9).")
    self.source = source
    self.chunkSize = chunkSize
  }

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Data, S.Failure == any Error {
    let subscription = FileSubscription(self, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.attached()
  }
}

extension PublisherNames {
  /// ``FileBytesPublisher``, by the short name that gives way to a type of a client.
  public typealias FileBytes = FileBytesPublisher
}
