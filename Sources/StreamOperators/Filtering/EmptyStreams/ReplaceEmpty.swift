public import StreamCore

extension Publisher {
  /// Delivers an element if upstream finishes without one.
  ///
  ///     upstream      --1--2--3--|
  ///     filter { $0 > 5 }.replaceEmpty(with: 9)
  ///     downstream    -----------(9|)
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = ["anna", "ben"].publisher
  ///   .filter { $0.hasPrefix("z") }
  ///   .replaceEmpty(with: "nobody")
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it where a later step needs at least one element. A failure is not an empty stream: it is passed on without
  /// the replacement. See `replaceError(with:)`.
  ///
  /// - **Demand**: passed upstream unchanged; the replacement waits for demand as well.
  /// - **Completion**: passed on, or right after the replacement.
  /// - **Failure**: passed on unchanged, without a replacement.
  /// - **Threads**: the replacement is delivered where upstream finishes, or where downstream requests it later.
  ///
  /// - Parameter output: The element to deliver if upstream finishes without one.
  /// - Returns: A publisher of at least one element, unless it fails.
  @inlinable
  public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    Publishers.ReplaceEmpty(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that delivers an element if another finishes without one.
  @frozen
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher that may be without elements.
    public let upstream: Upstream

    /// The element to deliver if upstream finishes without one.
    public let output: Upstream.Output

    @inlinable
    public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ReplaceEmptyInner(downstream: subscriber, output: output))
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publishers.ReplaceEmpty: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
