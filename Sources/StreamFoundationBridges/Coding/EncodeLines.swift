public import StreamCore
public import StreamParts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Publisher where Output: Encodable {
  /// Encodes each element as a line: newline-delimited JSON, with a `JSONEncoder`.
  ///
  ///     upstream      --a--------b------|
  ///     encodeLines(encoder: JSONEncoder())
  ///     downstream    --"{}\n"---"{}\n"-|
  ///
  /// Each line ends with a line feed.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error of the encoder cancels upstream and becomes the failure. So does multi-line
  ///   text, as `outputFormatting = .prettyPrinted` produces: an `EncodingError.invalidValue`.
  /// - **Threads**: the encoder runs where upstream delivers, never under a lock; do not use it elsewhere at the same
  ///   time.
  ///
  /// - Parameter encoder: Encodes each element.
  /// - Returns: A publisher of one line for each element.
  /// - Complexity: O(*n*) for each element, where *n* is the length of its line.
  @inlinable
  @_disfavoredOverload
  public func encodeLines<Coder: TopLevelEncoder>(encoder: Coder)
    -> Publishers.EncodeLines<Self, Coder>
  where Coder.Output == Data {
    Publishers.EncodeLines(upstream: self, encoder: encoder)
  }
}

/// A publisher that encodes each element as a line.
public struct EncodeLinesPublisher<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher, ReleasingPublisher
where Upstream.Output: Encodable, Coder.Output == Data {
  /// A line, including its line feed.
  public typealias Output = Data

  /// Any error: upstream's, or the encoder's.
  public typealias Failure = any Error

  /// The publisher whose elements are encoded.
  public let upstream: Upstream

  @usableFromInline let encoder: Coder

  @inlinable
  public init(upstream: Upstream, encoder: Coder) {
    self.upstream = upstream
    self.encoder = encoder
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Data, S.Failure == any Error {
    upstream.subscribe(
      Inner(downstream: subscriber, upstream: UpstreamSubscription("EncodeLines"), encoder: encoder))
  }
}

extension PublisherNames {
  /// ``EncodeLinesPublisher``, under a short name that a client's own type overrides.
  public typealias EncodeLines<Upstream: Publisher, Coder: TopLevelEncoder> = EncodeLinesPublisher<Upstream, Coder>
  where Upstream.Output: Encodable, Coder.Output == Data
}

extension EncodeLinesPublisher: Sendable where Upstream: Sendable, Coder: Sendable {}

extension EncodeLinesPublisher {
  @usableFromInline
  struct Inner<Downstream: Subscriber>: TerminatingInner
  where Downstream.Input == Data, Downstream.Failure == any Error {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let upstream: UpstreamSubscription
    @usableFromInline let encoder: Coder

    @inlinable
    init(downstream: Downstream, upstream: UpstreamSubscription, encoder: Coder) {
      self.downstream = downstream
      self.upstream = upstream
      self.encoder = encoder
    }

    @inlinable
    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      guard upstream.isActive else { return .none }
      do {
        return downstream.receive(try line(of: input))
      } catch {
        return end(.failure(error))
      }
    }

    @inlinable
    func line(of input: Upstream.Output) throws -> Data {
      var line = try encoder.encode(input)
      if line.contains(UInt8(ascii: "\n")) {
        let context = EncodingError.Context(
          codingPath: [], debugDescription: "The encoded text has several lines.")
        throw EncodingError.invalidValue(input, context)
      }
      line.append(UInt8(ascii: "\n"))
      return line
    }
  }
}
