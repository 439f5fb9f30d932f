public import StreamCore
public import StreamParts

extension Publisher {
  /// Decodes a value from each element.
  ///
  ///     upstream      --1--2--x--4--|
  ///     map { Data($0.utf8) }.decode(type: Int.self, decoder: JSONDecoder())
  ///     downstream    --1--2--#
  ///     # = DecodingError.dataCorrupted: Data was corrupted. Debug description: The given data was not valid JSON.
  ///
  /// ```swift
  /// import Foundation
  /// import Streams
  ///
  /// struct Point: Decodable { var x: Int }
  /// let cancellable = [#"{"x":1}"#, #"{"x":2}"#].publisher
  ///   .map { Data($0.utf8) }
  ///   .decode(type: Point.self, decoder: JSONDecoder())
  ///   .sink(receiveCompletion: { print($0) }, receiveValue: { print($0.x) })
  /// ```
  ///
  /// Use it to turn data into models, such as the body of a response. One malformed element ends the whole stream.
  /// Decode inside a `flatMap` with a `catch`, or with `tryMapSkippingFailures`, to leave it out instead.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error of the decoder cancels upstream and becomes the failure.
  /// - **Threads**: the decoder runs where upstream delivers, never under a lock; do not use it elsewhere at
  ///   the same time.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder.
  /// - Returns: A publisher of the decoded values.
  @inlinable
  public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    Publishers.Decode(upstream: self, decoder: decoder)
  }
}

extension Publishers {
  /// A publisher that decodes a value from each element.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the decoder's errors.
  public typealias Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder> = DecodePublisher<
    Upstream, Output, Coder, any Error
  >
  where Upstream.Output == Coder.Input
}

/// A publisher that decodes a value from each element.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the decoder's errors; for
/// ``StreamCore/Publishers/Decode``, it is `any Error`.
public struct DecodePublisher<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder, Failure: Error>:
  Publisher, ReleasingPublisher
where Upstream.Output == Coder.Input {
  /// The publisher whose elements are decoded.
  public let upstream: Upstream

  @usableFromInline let decoder: Coder

  @inlinable
  public init(upstream: Upstream, decoder: Coder) where Failure == any Error {
    self.init(upstream, decoder)
  }

  // `Upstream` and `decoder` fail with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(_ upstream: Upstream, _ decoder: Coder) {
    self.upstream = upstream
    self.decoder = decoder
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      TryMappingInner<Upstream.Output, Upstream.Failure, S>(downstream: subscriber, name: "Decode") {
        [decoder] input throws(Failure) in
        do { return try decoder.decode(Output.self, from: input) } catch { throw error.converted() }
      })
  }
}

extension DecodePublisher: Sendable where Upstream: Sendable, Coder: Sendable {}
