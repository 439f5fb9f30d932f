public import StreamCore

extension Publisher {
  /// Keeps elements until downstream asks for them.
  ///
  ///     upstream      --1-2-3-4-5-----|
  ///     buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
  ///     demand        -----------2------2
  ///     downstream    -----------(45)---|
  ///
  /// - **Demand**: upstream is asked for `size` elements, then for one for each that is delivered (`.keepFull`), or for
  ///   everything at once (`.byRequest`); at most `size` elements wait for downstream.
  /// - **Completion**: comes after the last element in the buffer.
  /// - **Failure**: comes after the last element in the buffer, as does that of a full buffer (`.customError`), which
  ///   cancels upstream.
  /// - **Threads**: delivers where upstream does, or where downstream asks; the closure of `.customError` runs where
  ///   upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - size: How many elements may wait: zero or more. It costs no memory before they do. A buffer of none passes on
  ///     what downstream waits for, and with `.keepFull` asks for nothing.
  ///   - prefetch: How upstream is asked.
  ///   - whenFull: What to do with an element for which there is no room.
  /// - Returns: A publisher of the elements, those that were dropped excepted.
  @inlinable
  public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// A publisher that keeps the elements of another until downstream asks for them.
  @frozen
  public struct Buffer<Upstream: Publisher>: Publisher, ReleasingPublisher {
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// The kind of error that upstream may fail with, and a full buffer too.
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are kept.
    public let upstream: Upstream

    /// How many elements may wait.
    public let size: Int

    /// How upstream is asked.
    public let prefetch: PrefetchStrategy

    /// What to do with an element for which there is no room.
    public let whenFull: BufferingStrategy<Upstream.Failure>

    /// Makes a publisher that keeps the elements of another until downstream asks for them.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are kept.
    ///   - size: How many elements may wait: zero or more. A negative number is a programmer's error, and traps.
    ///   - prefetch: How upstream is asked.
    ///   - whenFull: What to do with an element for which there is no room.
    @inlinable
    public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Upstream.Failure>
    ) {
      precondition(size >= 0, "A buffer cannot have a negative size: \(size)")
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(BufferInner(downstream: subscriber, size: size, prefetch: prefetch, whenFull: whenFull))
    }
  }
}

extension Publishers.Buffer: Sendable where Upstream: Sendable {}
