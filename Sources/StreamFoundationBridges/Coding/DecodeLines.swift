public import StreamCore
public import StreamLines
public import StreamParts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Publisher where Output: Sequence<UInt8> {
  /// Decodes a value from each line of a byte stream with arbitrary chunk boundaries: newline-delimited JSON, with a
  /// `JSONDecoder`.
  ///
  ///     upstream      --"{}\n{"--"}\n"--|
  ///     decodeLines(type: T.self, decoder: JSONDecoder())
  ///     downstream    --a--------b------|
  ///
  /// A line ends with a line feed, or with a carriage return and a line feed; the last one need not have an end. Lines
  /// of spaces and tabs only are skipped, but counted.
  ///
  /// - **Demand**: one chunk is requested when a value is wanted and no line is buffered; the buffer holds one chunk
  ///   and less than one line.
  /// - **Completion**: finishes after the last line.
  /// - **Failure**: passed on after the complete lines. A line that the decoder rejects cancels upstream and fails with
  ///   a ``LineDecodingError``, after the values of the lines before; a line that is too long fails with a
  ///   `LineTooLongError`.
  /// - **Threads**: the decoder runs where upstream delivers, or where downstream requests values, one line at a time
  ///   and never under a lock; do not use it elsewhere at the same time.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: Decodes each line.
  ///   - maxLength: The longest line in bytes, at least 1; a million by default.
  /// - Returns: A publisher of the decoded values.
  /// - Complexity: O(1) for each byte, besides what the decoder takes; O(*n*) memory, where *n* is the length of a
  ///   chunk and of a line.
  @inlinable
  @_disfavoredOverload
  public func decodeLines<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder, maxLength: Int = 1_000_000
  ) -> Publishers.DecodeLines<Self, Item, Coder> where Coder.Input == Data {
    Publishers.DecodeLines(upstream: self, decoder: decoder, maxLength: maxLength)
  }
}

/// A publisher that decodes a value from each line of a byte stream.
public struct DecodeLinesPublisher<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>:
  Publisher, ReleasingPublisher
where Upstream.Output: Swift.Sequence<UInt8>, Coder.Input == Data {
  /// Any error: upstream's, a ``LineDecodingError``, or a `LineTooLongError`.
  public typealias Failure = any Error

  /// The publisher whose bytes are decoded.
  public let upstream: Upstream

  /// The longest line in bytes.
  public let maxLength: Int

  @usableFromInline let decoder: Coder

  /// Creates a publisher that decodes the lines of another's bytes.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose bytes are decoded.
  ///   - decoder: Decodes each line.
  ///   - maxLength: The longest line in bytes, at least 1.
  @inlinable
  public init(upstream: Upstream, decoder: Coder, maxLength: Int) {
    precondition(maxLength > 0, "A line must be allowed to have at least one byte (rule 9).")
    self.upstream = upstream
    self.decoder = decoder
    self.maxLength = maxLength
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == any Error {
    let number = SerialState(0)
    upstream.subscribeToLines(subscriber, as: "DecodeLines", maxLength: maxLength) {
      [decoder] line in
      number.value += 1
      guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else {
        return nil
      }
      do {
        return try decoder.decode(Output.self, from: Data(line))
      } catch {
        throw LineDecodingError(lineNumber: number.value, underlyingError: error)
      }
    }
  }
}

extension PublisherNames {
  /// ``DecodeLinesPublisher``, under a short name that a client's own type overrides.
  public typealias DecodeLines<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder> = DecodeLinesPublisher<
    Upstream, Output, Coder
  > where Upstream.Output: Swift.Sequence<UInt8>, Coder.Input == Data
}

extension DecodeLinesPublisher: Sendable where Upstream: Sendable, Coder: Sendable {}

/// A line that cannot be decoded.
public struct LineDecodingError: Error, CustomStringConvertible {
  /// The number of the line, from 1; empty lines count.
  public let lineNumber: Int

  /// The decoder's error.
  public let underlyingError: any Error

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - lineNumber: The number of the line, from 1.
  ///   - underlyingError: The decoder's error.
  public init(lineNumber: Int, underlyingError: any Error) {
    self.lineNumber = lineNumber
    self.underlyingError = underlyingError
  }

  /// The number of the line, and the decoder's error.
  public var description: String { "Line \(lineNumber): \(underlyingError)" }
}
