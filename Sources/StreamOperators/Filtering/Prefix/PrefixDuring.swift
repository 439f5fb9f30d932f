public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes elements until a lifetime ends, then finishes.
  ///
  ///     upstream      -1--2--3--4--|
  ///     prefix(during: lifetime)
  ///     downstream    -1--2-|
  ///
  /// An object that stores the token of a lifetime in a property ends the streams when it is released.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged; also finishes when the lifetime ends, which cancels upstream. If the
  ///   lifetime has already ended at the subscription, upstream is not subscribed to.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does; finishes on the thread that ends the lifetime, or after a delivery
  ///   that is under way.
  ///
  /// - Parameter lifetime: The lifetime that ends the stream. It does not retain the stream after the stream has ended.
  /// - Returns: A publisher of the elements that come during the lifetime.
  @_disfavoredOverload
  @inlinable
  public func prefix(during lifetime: Lifetime) -> Publishers.PrefixDuring<Self> {
    Publishers.PrefixDuring(upstream: self, lifetime: lifetime)
  }
}

/// A publisher that republishes the elements of another until a lifetime ends.
@frozen
public struct PrefixDuringPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are republished.
  public let upstream: Upstream

  /// The lifetime that ends the stream.
  public let lifetime: Lifetime

  @inlinable
  public init(upstream: Upstream, lifetime: Lifetime) {
    self.upstream = upstream
    self.lifetime = lifetime
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    lifetime.signal.bind(upstream, to: subscriber, as: "PrefixDuring", owner: lifetime)
  }
}

extension PublisherNames {
  /// ``PrefixDuringPublisher``, under a short name that a client's own type overrides.
  public typealias PrefixDuring<Upstream: Publisher> = PrefixDuringPublisher<Upstream>
}

extension PrefixDuringPublisher: Sendable where Upstream: Sendable {}
