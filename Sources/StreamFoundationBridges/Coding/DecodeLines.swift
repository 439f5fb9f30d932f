public import StreamCore
public import StreamLines
public import StreamParts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Publisher where Output: Sequence<UInt8> {
  /// Decodes a value from each line of a stream of bytes, which may be cut anywhere: newline-delimited JSON, with a
  /// `JSONDecoder`.
  ///
  ///     upstream      --"{}\n{"--"}\n"--|
  ///     decodeLines(type: T.self, decoder: JSONDecoder())
  ///     downstream    --a--------b------|
  ///
  /// A line ends with a line feed, or with a carriage return and a line feed; the last one need not have an end. Lines
  /// of nothing but spaces and tabulators are left out, though counted.
  ///
  /// - **Demand**: one piece is asked of upstream when a value is wanted and no line is left; what is held is one piece
  ///   and less than one line.
  /// - **Completion**: finishes after the last line.
  /// - **Failure**: passed on after the lines that are complete. A line that the decoder rejects cancels upstream and is
  ///   a ``LineDecodingError``, after the values of the lines before; a line that is too long is a `LineTooLongError`.
  /// - **Threads**: the decoder runs where upstream delivers, or where downstream asks for values, one line at a time and
  ///   never under a lock; do not use it elsewhere meanwhile.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: What decodes each line.
  ///   - maxLength: The number of bytes that a line may have, at least 1: a million, unless you say otherwise.
  /// - Returns: A publisher of the decoded values.
  @inlinable
  @_disfavoredOverload
  public func decodeLines<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder, maxLength: Int = 1_000_000
  ) -> Publishers.DecodeLines<Self, Item, Coder> where Coder.Input == Data {
    Publishers.DecodeLines(upstream: self, decoder: decoder, maxLength: maxLength)
  }
}

/// A publisher that decodes a value from each line of a stream of bytes.
public struct DecodeLinesPublisher<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>:
  Publisher, ReleasingPublisher
where Upstream.Output: Swift.Sequence<UInt8>, Coder.Input == Data {
  /// Any error: upstream's, a ``LineDecodingError``, or a `LineTooLongError`.
  public typealias Failure = any Error

  /// The publisher whose bytes are decoded.
  public let upstream: Upstream

  /// The number of bytes that a line may have.
  public let maxLength: Int

  @usableFromInline let decoder: Coder

  /// Makes a publisher that decodes the lines of another's bytes.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose bytes are decoded.
  ///   - decoder: What decodes each line.
  ///   - maxLength: The number of bytes that a line may have, at least 1.
  @inlinable
  public init(upstream: Upstream, decoder: Coder, maxLength: Int) {
    precondition(maxLength > 0, "A line must be allowed to have at least one byte (rule 9).")
    self.upstream = upstream
    self.decoder = decoder
    self.maxLength = maxLength
  }

  /// Attaches `subscriber`.
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
  /// ``DecodeLinesPublisher``, by the short name that gives way to a type of a client.
  public typealias DecodeLines<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder> = DecodeLinesPublisher<
    Upstream, Output, Coder
  > where Upstream.Output: Swift.Sequence<UInt8>, Coder.Input == Data
}

extension DecodeLinesPublisher: Sendable where Upstream: Sendable, Coder: Sendable {}

/// A line of a stream cannot be decoded.
public struct LineDecodingError: Error, CustomStringConvertible {
  /// The number of the line, from 1; empty lines count.
  public let lineNumber: Int

  /// The decoder's error.
  public let underlyingError: any Error

  /// Makes an error.
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
