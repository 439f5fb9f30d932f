public import StreamCore
public import StreamParts

extension Publisher where Output: Encodable {
  /// Encodes each element.
  ///
  ///     upstream      --a--b--|
  ///     encode(encoder: JSONEncoder())
  ///     downstream    --D--D--|
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
  public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher, ReleasingPublisher
  where Upstream.Output: Encodable {
    /// The kind of value that the encoder produces.
    public typealias Output = Coder.Output

    /// Any error: upstream's, or the encoder's.
    public typealias Failure = any Error

    /// The publisher whose elements are encoded.
    public let upstream: Upstream

    @usableFromInline let encoder: Coder

    /// Creates a publisher that encodes the elements of another.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are encoded.
    ///   - encoder: The encoder.
    @inlinable
    public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
      upstream.subscribe(
        TryMappingInner<Upstream.Output, Upstream.Failure, S>(downstream: subscriber, name: "Encode") { [encoder] in
          try encoder.encode($0)
        })
    }
  }
}

extension Publishers.Encode: Sendable where Upstream: Sendable, Coder: Sendable {}
