public import StreamCore
public import StreamParts

extension Publisher {
  /// Subscribes to upstream again when it has finished, as long as a closure returns `true`.
  ///
  ///     upstream 1    -1-2|
  ///     upstream 2        ^1-2|
  ///     upstream 3            ^1-2|
  ///     repeated(while: { $0 < 3 })
  ///     downstream    -1-2-1-2-1-2|
  ///
  /// - **Demand**: passed upstream; the demand outstanding when a run finishes is carried over to the next.
  /// - **Completion**: after the run for which `shouldRepeat` returns `false`.
  /// - **Failure**: passed on; it ends the repetition.
  /// - **Threads**: `shouldRepeat` runs, and subscribes again, where upstream finishes, never under a lock, in a loop:
  ///   a publisher that finishes inside `subscribe(_:)` does not grow the stack.
  ///
  /// - Parameter shouldRepeat: Whether another run follows. It receives the number of runs that have finished: 1 after
  ///   the first.
  /// - Returns: A publisher of the elements of all runs.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func repeated(
    while shouldRepeat: @escaping @Sendable (_ runs: Int) -> Bool
  ) -> Publishers.RepeatedWhile<Self> {
    Publishers.RepeatedWhile(upstream: self, shouldRepeat: shouldRepeat)
  }
}

/// A publisher that subscribes to another again when it has finished, as long as a closure returns `true`.
@frozen
public struct RepeatedWhilePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is repeated.
  public let upstream: Upstream

  /// Whether another run follows those that have finished.
  public let shouldRepeat: @Sendable (_ runs: Int) -> Bool

  @inlinable
  @preconcurrency
  public init(upstream: Upstream, shouldRepeat: @escaping @Sendable (_ runs: Int) -> Bool) {
    self.upstream = upstream
    self.shouldRepeat = shouldRepeat
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    SuccessiveRuns("RepeatedWhile", of: self, to: subscriber).start()
  }
}

extension PublisherNames {
  /// ``RepeatedWhilePublisher``, under a short name that a client's own type overrides.
  public typealias RepeatedWhile<Upstream: Publisher> = RepeatedWhilePublisher<Upstream>
}

extension RepeatedWhilePublisher: Sendable where Upstream: Sendable {}

extension RepeatedWhilePublisher: SuccessiveRunsPublisher {
  @inlinable @inline(__always)
  package func subscribe<S: Subscriber>(_ subscriber: S, toRun number: Int)
  where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(subscriber)
  }

  @inlinable
  package func continues(after completion: Subscribers.Completion<Failure>, ofRun number: Int) -> Bool {
    if case .finished = completion { shouldRepeat(number + 1) } else { false }
  }
}
