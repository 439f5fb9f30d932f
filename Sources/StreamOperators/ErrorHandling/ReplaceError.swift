public import StreamCore

extension Publisher {
  /// Replaces a failure with an element.
  ///
  ///     upstream      --1--2--#
  ///     replaceError(with: 9)
  ///     downstream    --1--2--(9|)
  ///
  /// ```swift
  /// import Foundation
  /// import Streams
  ///
  /// let cancellable = ["20", "x", "40"].publisher
  ///   .tryMap { text in try JSONDecoder().decode(Int.self, from: Data(text.utf8)) }
  ///   .replaceError(with: -1)
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it where a fixed value can replace a failure, such as an empty list. To go on with another publisher, use
  /// `catch`. The stream ends after the replacement. To replace each failed element and go on, put this operator into
  /// the closure of a `flatMap`.
  ///
  /// - **Demand**: passed upstream; the replacement waits for demand as well.
  /// - **Completion**: passed on, or right after the replacement.
  /// - **Failure**: never fails; upstream's failure is replaced.
  /// - **Threads**: the replacement is delivered where upstream fails, or where downstream requests it later.
  ///
  /// - Parameter output: The element that replaces a failure.
  /// - Returns: A publisher that cannot fail.
  @inlinable
  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    Publishers.ReplaceError(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that replaces a failure with an element.
  @frozen
  public struct ReplaceError<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output

    /// A failure is replaced.
    public typealias Failure = Never

    /// The publisher that may fail.
    public let upstream: Upstream

    /// The element that replaces a failure.
    public let output: Output

    @inlinable
    public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
      upstream.subscribe(
        RecoveringInner<Upstream.Failure, Just<Output>, S>(
          "ReplaceError", downstream: subscriber, recover: { [output] _ in Just(output) }))
    }
  }
}

extension Publishers.ReplaceError: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
