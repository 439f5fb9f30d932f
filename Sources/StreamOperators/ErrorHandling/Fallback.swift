public import StreamCore
public import StreamParts

extension Publisher {
  /// Replaces a failed publisher with others, one after the other, until one does not fail.
  ///
  ///     upstream      --1--#
  ///     second             ^-2-#
  ///     third                  ^3--|
  ///     fallback(to: second, third)
  ///     downstream    --1----2--3--|
  ///
  /// Elements delivered before a failure are not retracted. `catch` makes the replacement from the failure.
  ///
  /// - **Demand**: passed upstream; the demand outstanding at a failure is carried over to the next publisher.
  /// - **Completion**: of the first publisher that finishes. The others are not subscribed to.
  /// - **Failure**: that of the last publisher; or an earlier failure for which `isRecoverable` returns `false`.
  /// - **Threads**: `isRecoverable` runs, and subscribes to the next publisher, where a publisher fails, never under a
  ///   lock, in a loop: publishers that fail inside `subscribe(_:)` do not grow the stack.
  ///
  /// - Parameters:
  ///   - others: The publishers that take over, in this order: any number. Each is subscribed to once at most.
  ///   - isRecoverable: Whether the next publisher takes over after a failure; `false` passes the failure on. It is not
  ///     called for a failure of the last publisher.
  /// - Returns: A publisher of upstream's elements, followed by those of each publisher that took over.
  /// - Complexity: O(*n*) memory, where *n* is the number of publishers, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func fallback<Other: Publisher>(
    to others: Other..., if isRecoverable: @escaping @Sendable (Failure) -> Bool = { _ in true }
  ) -> Publishers.Fallback<Self, Other> where Other.Output == Output, Other.Failure == Failure {
    Publishers.Fallback(upstream: self, others: others, isRecoverable: isRecoverable)
  }
}

/// A publisher that replaces a failed publisher with others, one after the other.
@frozen
public struct FallbackPublisher<Upstream: Publisher, Other: Publisher>: Publisher, ReleasingPublisher
where Other.Output == Upstream.Output, Other.Failure == Upstream.Failure {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that may fail.
  public let upstream: Upstream

  /// The publishers that take over, in this order.
  public let others: [Other]

  /// Whether the next publisher takes over after a failure.
  public let isRecoverable: @Sendable (Failure) -> Bool

  @inlinable
  @preconcurrency
  public init(upstream: Upstream, others: [Other], isRecoverable: @escaping @Sendable (Failure) -> Bool) {
    self.upstream = upstream
    self.others = others
    self.isRecoverable = isRecoverable
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    SuccessiveRuns("Fallback", of: self, to: subscriber).start()
  }
}

extension PublisherNames {
  /// ``FallbackPublisher``, under a short name that a client's own type overrides.
  public typealias Fallback<Upstream: Publisher, Other: Publisher> = FallbackPublisher<Upstream, Other>
  where Other.Output == Upstream.Output, Other.Failure == Upstream.Failure
}

extension FallbackPublisher: Sendable where Upstream: Sendable, Other: Sendable {}

extension FallbackPublisher: SuccessiveRunsPublisher {
  @inlinable @inline(__always)
  package func subscribe<S: Subscriber>(_ subscriber: S, toRun number: Int)
  where S.Input == Output, S.Failure == Failure {
    if number == 0 { upstream.subscribe(subscriber) } else { others[number - 1].subscribe(subscriber) }
  }

  @inlinable
  package func continues(after completion: Subscribers.Completion<Failure>, ofRun number: Int) -> Bool {
    guard case .failure(let error) = completion, number < others.count else { return false }
    return isRecoverable(error)
  }
}
