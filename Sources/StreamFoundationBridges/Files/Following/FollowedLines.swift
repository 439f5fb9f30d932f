public import Foundation
public import StreamCore
public import StreamParts

extension URL {
  /// Reads the lines of the file at this URL, and then those that are appended to it, as `tail -F` does.
  ///
  ///     file          ab-----c----de--
  ///     followedLines()
  ///     downstream    ab-----c----de--
  ///
  /// Use it to watch a log. It survives what happens to logs:
  ///
  /// - There is no file yet: it waits for one, and reads that from its beginning.
  /// - Another file gets the name, since the former one is renamed or deleted: the former one is read to its end, then
  ///   the other one from its beginning. Until then the former one stays open, for its writer may go on.
  /// - The file is truncated: it is read from its beginning again. A file that has grown beyond its former length
  ///   by the time of the next look is not known to have been truncated.
  ///
  /// A line comes when its line feed has been written, or when a rest without one is followed by another file or a
  /// truncation. As in `lines(maxLength:)`, a carriage return before the line feed is not a part of the line, and
  /// invalid UTF-8 becomes U+FFFD.
  ///
  /// On Linux the system tells of changes (inotify). Elsewhere, and while it does not, since it has no more watches
  /// or the folder does not exist either, the file is looked at every second, or at the interval that you give. Give
  /// one for files that other machines write, of whose changes the system does not learn.
  ///
  /// - **Demand**: a chunk is read when a line is requested and none is left of the previous chunk. Of several files
  ///   that get the name while nothing is requested, the last one is read.
  /// - **Completion**: never.
  /// - **Failure**: a `POSIXError` if the file cannot be opened or read for any reason but that it does not exist,
  ///   `.EISDIR` for a folder, `.ESPIPE` for a pipe or a device; a `LineTooLongError` for a line beyond `maxLength`,
  ///   after the lines before it; a `CocoaError` if the URL is not that of a file.
  /// - **Threads**: the file is opened, and watched, before the subscriber receives its subscription, so that every
  ///   later line is delivered. Delivers on a queue of the subscription's own, which also reads, or where a line is
  ///   requested that has been read already. Cancelling may be done on any thread; it closes the file.
  ///
  /// - Parameters:
  ///   - start: Where to begin in a file that is there already.
  ///   - interval: How often to look at the file, positive; `nil` for every change, and every second where the system
  ///     does not tell of changes.
  ///   - maxLength: The longest line in bytes, at least 1; a million by default.
  /// - Returns: A publisher of the lines; see `Publishers.FollowedLines`.
  /// - Complexity: O(1) for each byte; O(*n*) memory, where *n* is the length of a line, or of a chunk of 65,536 bytes
  ///   if that is longer.
  @_disfavoredOverload
  public func followedLines(
    from start: FollowedLinesPublisher.Start = .beginning, polling interval: Duration? = nil,
    maxLength: Int = 1_000_000
  ) -> Publishers.FollowedLines {
    Publishers.FollowedLines(file: self, start: start, interval: interval, maxLength: maxLength)
  }
}

/// A publisher of the lines of a file, and of those that are appended to it, that survives rotation and truncation.
///
/// - **Demand**: a chunk is read when a line is requested and none is left of the previous chunk.
/// - **Completion**: never.
/// - **Failure**: a `POSIXError` if the file cannot be opened or read for any reason but that it does not exist; a
///   `LineTooLongError`; a `CocoaError` if the URL is not that of a file.
/// - **Threads**: delivers on a queue of the subscription's own, which also reads, or where a line is requested that
///   has been read already. Cancelling may be done on any thread; it closes the file.
public struct FollowedLinesPublisher: Publisher, ReleasingPublisher, Sendable {
  /// Where to begin in a file that is there at the subscription.
  public enum Start: Hashable, Sendable {
    /// At its first line.
    case beginning

    /// At its end: what it contains is skipped. If a line has begun there, the rest of it is a line.
    case end
  }

  /// A line, without its end.
  public typealias Output = String

  /// The system's error, or a `LineTooLongError`.
  public typealias Failure = any Error

  /// The URL of the file.
  public let file: URL

  /// Where to begin in a file that is there at the subscription.
  public let start: Start

  /// How often to look at the file; `nil` for every change.
  public let interval: Duration?

  /// The longest line in bytes.
  public let maxLength: Int

  /// Creates a publisher of the lines of a file.
  ///
  /// - Parameters:
  ///   - file: The URL of the file, which need not exist.
  ///   - start: Where to begin in a file that is there at the subscription.
  ///   - interval: How often to look at the file, positive; `nil` for every change, and every second where the system
  ///     does not tell of changes.
  ///   - maxLength: The longest line in bytes, at least 1.
  public init(file: URL, start: Start = .beginning, interval: Duration? = nil, maxLength: Int = 1_000_000) {
    precondition(interval.map { $0 > .zero } ?? true, "The interval of polling must be positive (rule 9).")
    precondition(maxLength > 0, "A line must be allowed to have at least one byte (rule 9).")
    self.file = file
    self.start = start
    self.interval = interval
    self.maxLength = maxLength
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == String, S.Failure == any Error {
    FollowedBytes(publisher: self).subscribeToLines(subscriber, as: "FollowedLines", maxLength: maxLength) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension PublisherNames {
  /// ``FollowedLinesPublisher``, under a short name that a client's own type overrides.
  public typealias FollowedLines = FollowedLinesPublisher
}

/// The bytes of the lines, in chunks.
private struct FollowedBytes: Publisher, ReleasingPublisher {
  typealias Output = Data
  typealias Failure = any Error

  let publisher: FollowedLinesPublisher

  func receive<S: Subscriber>(subscriber: S) where S.Input == Data, S.Failure == any Error {
    let subscription = FileSubscription("FollowedBytes", chunkSize: 65_536, downstream: subscriber) { [publisher] in
      try FollowedFile(
        publisher.file.pathOfFile, startsAtEnd: publisher.start == .end, polling: publisher.interval, queue: $0)
    }
    subscription.open()
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}
