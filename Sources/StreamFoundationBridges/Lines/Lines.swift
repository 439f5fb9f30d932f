public import StreamCore
public import StreamParts

extension Publisher where Output: Swift.Sequence<UInt8> {
  /// Splits chunks of bytes into lines of text.
  ///
  ///     upstream      --"a\nb"--"c\n"--"d"--|
  ///     lines()
  ///     downstream    --"a"-----"bc"--------("d"|)
  ///
  /// A line ends with a line feed, or with a carriage return and a line feed; neither is part of it. Empty lines are
  /// elements too. Invalid UTF-8 becomes U+FFFD.
  ///
  /// - **Demand**: requests one chunk when downstream has requested a line and none is buffered; the buffer holds at
  ///   most one chunk and an incomplete line.
  /// - **Completion**: finishes after the last line, which need not be terminated.
  /// - **Failure**: passed on after the complete lines; a line that is too long cancels upstream and fails with a
  ///   ``LineTooLongError``.
  /// - **Threads**: lines are delivered where upstream delivers, or where downstream requests them, serially.
  ///
  /// - Parameter maxLength: The longest line in bytes, at least 1; a million by default.
  /// - Returns: A publisher of the lines.
  /// - Complexity: O(1) for each byte; O(*n*) memory, where *n* is the length of a chunk and of a line.
  @inlinable
  @_disfavoredOverload
  public func lines(maxLength: Int = 1_000_000) -> Publishers.Lines<Self> {
    Publishers.Lines(upstream: self, maxLength: maxLength)
  }
}

/// A publisher that splits chunks of bytes into lines of text.
@frozen
public struct LinesPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher
where Upstream.Output: Swift.Sequence<UInt8> {
  /// A line, without its end.
  public typealias Output = String

  /// Any error: upstream's, or a ``LineTooLongError``.
  public typealias Failure = any Error

  /// The publisher whose bytes are split.
  public let upstream: Upstream

  /// The longest line in bytes.
  public let maxLength: Int

  /// Creates a publisher of the lines of another's bytes.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose bytes are split.
  ///   - maxLength: The longest line in bytes, at least 1.
  @inlinable
  public init(upstream: Upstream, maxLength: Int) {
    precondition(maxLength > 0, "A line must be allowed to have at least one byte (rule 9).")
    self.upstream = upstream
    self.maxLength = maxLength
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == String, S.Failure == any Error {
    upstream.subscribeToLines(subscriber, as: "Lines", maxLength: maxLength) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension PublisherNames {
  /// ``LinesPublisher``, under a short name that a client's own type overrides.
  public typealias Lines<Upstream: Publisher> = LinesPublisher<Upstream> where Upstream.Output: Swift.Sequence<UInt8>
}

extension LinesPublisher: Sendable where Upstream: Sendable {}
