public import StreamCore
public import StreamParts

extension Publisher where Output: Encodable {
  /// Encodes each element.
  ///
  ///     upstream      --2--4--0--5--|
  ///     encode(encoder:)
  ///     downstream    --A--B--#
  ///     A = [0.5], B = [0.25],
  ///     # = EncodingError.invalidValue: inf (Double). Path: [0]. Debug description: Unable to encode Double.inf directly in JSON.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on; an error of the encoder cancels upstream and becomes the failure.
  /// - **Threads**: the encoder runs where upstream delivers, never under a lock; do not use it elsewhere at
  ///   the same time.
  ///
  /// - Parameter encoder: The encoder.
  /// - Returns: A publisher of the encoded elements.
  @inlinable
  public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> {
    Publishers.Encode(upstream: self, encoder: encoder)
  }
}

extension Publishers {
  /// A publisher that encodes each element.
  ///
  /// Its failure type is `any Error`, for upstream's failures and the encoder's errors.
  public typealias Encode<Upstream: Publisher, Coder: TopLevelEncoder> = EncodePublisher<Upstream, Coder, any Error>
  where Upstream.Output: Encodable
}

/// A publisher that encodes each element.
///
/// `Failure` is the type of upstream's failures, if it can fail, and of the encoder's errors; for
/// ``StreamCore/Publishers/Encode``, it is `any Error`.
public struct EncodePublisher<Upstream: Publisher, Coder: TopLevelEncoder, Failure: Error>: Publisher,
  ReleasingPublisher
where Upstream.Output: Encodable {
  public typealias Output = Coder.Output

  /// The publisher whose elements are encoded.
  public let upstream: Upstream

  @usableFromInline let encoder: Coder

  @inlinable
  public init(upstream: Upstream, encoder: Coder) where Failure == any Error {
    self.init(upstream, encoder)
  }

  // `Upstream` and `encoder` fail with `Failure`, or cannot fail, or `Failure` is `any Error`.
  @inlinable
  init(_ upstream: Upstream, _ encoder: Coder) {
    self.upstream = upstream
    self.encoder = encoder
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      TryMappingInner<Upstream.Output, Upstream.Failure, S>(downstream: subscriber, name: "Encode") {
        [encoder] input throws(Failure) in
        do { return try encoder.encode(input) } catch { throw error.converted() }
      })
  }
}

extension EncodePublisher: Sendable where Upstream: Sendable, Coder: Sendable {}
