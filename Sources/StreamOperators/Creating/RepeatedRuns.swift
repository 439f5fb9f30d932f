public import StreamCore
public import StreamParts

extension Publisher {
  /// Subscribes to upstream again when it has finished, up to a number of times.
  ///
  ///     upstream 1    -1-2|
  ///     upstream 2        ^1-2|
  ///     repeated(2)
  ///     downstream    -1-2-1-2|
  ///
  /// An upstream that finishes at once, repeated without a limit, blocks the subscribing thread until another thread
  /// cancels.
  ///
  /// - **Demand**: passed upstream; the demand outstanding when a run finishes is carried over to the next.
  /// - **Completion**: after the last run; if `times` is zero, immediately, without a subscription to upstream.
  /// - **Failure**: passed on; it ends the repetition.
  /// - **Threads**: subscribes again on the thread on which upstream finishes, in a loop: a publisher that finishes
  ///   inside `subscribe(_:)` does not grow the stack.
  ///
  /// - Parameter times: The number of runs, the first included: zero or more. A negative number traps; `Int.max` sets
  ///   no limit.
  /// - Returns: A publisher of the elements of all runs.
  @_disfavoredOverload
  @inlinable
  public func repeated(_ times: Int = .max) -> Publishers.RepeatedRuns<Self> {
    Publishers.RepeatedRuns(upstream: self, times: times)
  }
}

/// A publisher that subscribes to another again when it has finished, up to a number of times.
@frozen
public struct RepeatedRunsPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is repeated.
  public let upstream: Upstream

  /// The number of runs, the first included.
  public let times: Int

  /// Creates a publisher that subscribes to another again when it has finished.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that is repeated.
  ///   - times: The number of runs, the first included: zero or more. A negative number traps; `Int.max` sets no limit.
  @inlinable
  public init(upstream: Upstream, times: Int) {
    precondition(times >= 0, "The number of runs is zero or more: \(times)")
    self.upstream = upstream
    self.times = times
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    if times == 0 {
      subscriber.end(with: .finished)
    } else {
      SuccessiveRuns("RepeatedRuns", of: self, to: subscriber).start()
    }
  }
}

extension PublisherNames {
  /// ``RepeatedRunsPublisher``, under a short name that a client's own type overrides.
  public typealias RepeatedRuns<Upstream: Publisher> = RepeatedRunsPublisher<Upstream>
}

extension RepeatedRunsPublisher: Equatable where Upstream: Equatable {}

extension RepeatedRunsPublisher: Sendable where Upstream: Sendable {}

extension RepeatedRunsPublisher: SuccessiveRunsPublisher {
  @inlinable @inline(__always)
  package func subscribe<S: Subscriber>(_ subscriber: S, toRun number: Int)
  where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(subscriber)
  }

  @inlinable
  package func continues(after completion: Subscribers.Completion<Failure>, ofRun number: Int) -> Bool {
    if case .finished = completion { number + 1 < times } else { false }
  }
}
