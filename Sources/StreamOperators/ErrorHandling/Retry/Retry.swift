public import StreamCore
public import StreamParts

extension Publisher {
  /// Resubscribes to a publisher that fails, up to a number of times.
  ///
  ///     upstream 1    -1-2-#
  ///     upstream 2         ^1-2-#
  ///     upstream 3              ^1-2-#
  ///     retry(2)
  ///     downstream    -1-2--1-2--1-2-#
  ///
  /// ```swift
  /// import Streams
  ///
  /// enum FeedError: Error { case offline }
  /// let attempts = CurrentValueSubject<Int, Never>(0)
  /// let request = Deferred {
  ///   attempts.value += 1
  ///   let result: Result<String, FeedError> = attempts.value < 3 ? .failure(.offline) : .success("page")
  ///   return result.publisher
  /// }
  /// let cancellable = request
  ///   .retry(2)
  ///   .sink { print($0) } receiveValue: { print($0, "at attempt", attempts.value) }
  /// ```
  ///
  /// Use it for work that may succeed the next time, such as a request. It resubscribes, which repeats the work only if
  /// the publisher begins it at each subscription. A `Future` has begun before and keeps its failure: wrap it in
  /// `Deferred`. Attempts follow without a pause; `retry(when:)` waits between them.
  ///
  /// Elements delivered before a failure are not retracted. A publisher that keeps its result, like
  /// ``/StreamCore/Future``, fails again immediately; wrap it in ``/StreamCore/Deferred`` to repeat the work.
  ///
  /// - **Demand**: passed upstream; the demand outstanding when an attempt fails is carried over to the next.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on after the last attempt.
  /// - **Threads**: resubscribes on the thread on which upstream fails, in a loop: a publisher that fails inside
  ///   `subscribe(_:)` does not grow the stack.
  ///
  /// - Parameter retries: How often to resubscribe after a failure. A negative number sets no limit.
  /// - Returns: A publisher that fails only after `retries + 1` failures.
  @inlinable
  public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, retries: retries)
  }
}

extension Publishers {
  /// A publisher that resubscribes to a publisher that fails.
  @frozen
  public struct Retry<Upstream: Publisher>: Publisher, ReleasingPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher that may fail.
    public let upstream: Upstream

    /// How often to resubscribe after a failure; `nil`, or a negative number, sets no limit.
    public let retries: Int?

    /// Creates a publisher that resubscribes to a publisher that fails.
    ///
    /// - Parameters:
    ///   - upstream: The publisher that may fail.
    ///   - retries: How often to resubscribe after a failure; `nil`, or a negative number, sets no limit.
    @inlinable
    public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      SuccessiveRuns("Retry", of: self, to: subscriber).start()
    }
  }
}

extension Publishers.Retry: Sendable where Upstream: Sendable {}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

extension Publishers.Retry: SuccessiveRunsPublisher {
  @inlinable @inline(__always)
  package func subscribe<S: Subscriber>(_ subscriber: S, toRun number: Int)
  where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(subscriber)
  }

  @inlinable
  package func continues(after completion: Subscribers.Completion<Failure>, ofRun number: Int) -> Bool {
    let retries = retries ?? -1
    if case .failure = completion { return retries < 0 || number < retries }
    return false
  }
}
