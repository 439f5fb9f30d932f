public import StreamCore
public import StreamParts

extension Publisher {
  /// Resubscribes to a publisher that fails, if a closure accepts the failure.
  ///
  ///     upstream 1    -1-#
  ///     upstream 2       ^1-#
  ///     upstream 3          ^1-#
  ///     retry { _, failures in failures < 3 }
  ///     downstream    -1--1--1-#
  ///
  /// Elements delivered before a failure are not retracted. A publisher that keeps its result, like
  /// ``/StreamCore/Future``, fails again immediately; wrap it in ``/StreamCore/Deferred`` to repeat the work.
  ///
  /// - **Demand**: passed upstream; the demand outstanding when an attempt fails is carried over to the next.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: the first that `shouldRetry` refuses, or that exceeds `retries`, is passed on.
  /// - **Threads**: `shouldRetry` runs, and resubscribes, where upstream fails, never under a lock, in a loop: a
  ///   publisher that fails inside `subscribe(_:)` does not grow the stack.
  ///
  /// - Parameters:
  ///   - retries: How often to resubscribe after a failure, at most: zero or more. A negative number traps; `Int.max`
  ///     sets no limit.
  ///   - shouldRetry: Whether to resubscribe after a failure. It also receives the number of failures so far, that one
  ///     included: 1 for the first.
  /// - Returns: A publisher that fails only with a failure that is not retried.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func retry(
    _ retries: Int = .max, if shouldRetry: @escaping @Sendable (_ failure: Failure, _ attempt: Int) -> Bool
  ) -> Publishers.RetryIf<Self> {
    Publishers.RetryIf(upstream: self, retries: retries, shouldRetry: shouldRetry)
  }
}

/// A publisher that resubscribes to a publisher that fails, if a closure accepts the failure.
@frozen
public struct RetryIfPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that may fail.
  public let upstream: Upstream

  /// How often to resubscribe after a failure, at most.
  public let retries: Int

  /// Whether to resubscribe after a failure, which is the first, the second and so on.
  public let shouldRetry: @Sendable (_ failure: Failure, _ attempt: Int) -> Bool

  /// Creates a publisher that resubscribes to a publisher that fails, if a closure accepts the failure.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that may fail.
  ///   - retries: How often to resubscribe after a failure, at most: zero or more. A negative number traps; `Int.max`
  ///     sets no limit.
  ///   - shouldRetry: Whether to resubscribe after a failure. It also receives the number of failures so far, that one
  ///     included: 1 for the first.
  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, retries: Int, shouldRetry: @escaping @Sendable (_ failure: Failure, _ attempt: Int) -> Bool
  ) {
    precondition(retries >= 0, "The number of retries is zero or more: \(retries)")
    self.upstream = upstream
    self.retries = retries
    self.shouldRetry = shouldRetry
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    SuccessiveRuns("RetryIf", of: self, to: subscriber).start()
  }
}

extension PublisherNames {
  /// ``RetryIfPublisher``, under a short name that a client's own type overrides.
  public typealias RetryIf<Upstream: Publisher> = RetryIfPublisher<Upstream>
}

extension RetryIfPublisher: Sendable where Upstream: Sendable {}

extension RetryIfPublisher: SuccessiveRunsPublisher {
  @inlinable @inline(__always)
  package func subscribe<S: Subscriber>(_ subscriber: S, toRun number: Int)
  where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(subscriber)
  }

  @inlinable
  package func continues(after completion: Subscribers.Completion<Failure>, ofRun number: Int) -> Bool {
    guard case .failure(let error) = completion, number < retries else { return false }
    return shouldRetry(error, number + 1)
  }
}
