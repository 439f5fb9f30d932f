public import StreamCore
public import StreamParts

extension Publisher where Output: Swift.Sequence<UInt8> {
  /// Cuts bytes, which come in pieces of any length, into lines of text.
  ///
  ///     upstream      --"a\nb"--"c\n"--"d"--|
  ///     lines()
  ///     downstream    --"a"-----"bc"--------("d"|)
  ///
  /// A line ends with a line feed, or with a carriage return and a line feed; neither is part of it. Empty lines are
  /// elements too. Bytes that are no UTF-8 become U+FFFD.
  ///
  /// - **Demand**: one piece is asked of upstream when a line is wanted and none is left; what is held is one piece and
  ///   less than one line.
  /// - **Completion**: finishes after the last line, which need not have an end.
  /// - **Failure**: passed on after the lines that are complete; a line that is too long cancels upstream and is a
  ///   ``LineTooLongError``.
  /// - **Threads**: lines come where upstream delivers, or where downstream asks for them, one at a time.
  ///
  /// - Parameter maxLength: The number of bytes that a line may have, at least 1: a million, unless you say otherwise.
  /// - Returns: A publisher of the lines.
  @inlinable
  @_disfavoredOverload
  public func lines(maxLength: Int = 1_000_000) -> Publishers.Lines<Self> {
    Publishers.Lines(upstream: self, maxLength: maxLength)
  }
}

/// A publisher that cuts bytes, which come in pieces of any length, into lines of text.
@frozen
public struct LinesPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher
where Upstream.Output: Swift.Sequence<UInt8> {
  /// A line, without its end.
  public typealias Output = String

  /// Any error: upstream's, or a ``LineTooLongError``.
  public typealias Failure = any Error

  /// The publisher whose bytes are cut.
  public let upstream: Upstream

  /// The number of bytes that a line may have.
  public let maxLength: Int

  /// Makes a publisher of the lines of another's bytes.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose bytes are cut.
  ///   - maxLength: The number of bytes that a line may have, at least 1.
  @inlinable
  public init(upstream: Upstream, maxLength: Int) {
    precondition(maxLength > 0, "A line must be allowed to have at least one byte (rule 9).")
    self.upstream = upstream
    self.maxLength = maxLength
  }

  /// Attaches `subscriber`.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == String, S.Failure == any Error {
    upstream.subscribeToLines(subscriber, as: "Lines", maxLength: maxLength) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension PublisherNames {
  /// ``LinesPublisher``, by the short name that gives way to a type of a client.
  public typealias Lines<Upstream: Publisher> = LinesPublisher<Upstream> where Upstream.Output: Swift.Sequence<UInt8>
}

extension LinesPublisher: Sendable where Upstream: Sendable {}
