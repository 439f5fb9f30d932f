public import StreamCore
public import StreamParts

extension Publisher {
  /// The first value of this publisher, for which the calling thread blocks.
  ///
  ///     upstream      --1--2--|
  ///     waitForFirst  --1
  ///     upstream      --!
  ///
  /// For scripts, tests, and threads that the program starts itself. It waits in vain on a thread that the publisher
  /// needs to deliver on, such as the main thread or one that runs tasks.
  ///
  /// - **Demand**: one value, on subscription.
  /// - **Completion**: before a value, returns `nil`. After the first value, it is not waited for: upstream is
  ///   cancelled.
  /// - **Failure**: before a value, thrown.
  /// - **Threads**: blocks the calling thread.
  ///
  /// - Parameter timeout: The longest time to wait; `nil` waits without a limit; with zero or less, the call succeeds
  ///   only if it need not wait.
  /// - Returns: The first value, or `nil` if there is none.
  /// - Throws: The failure, or ``StreamWaitTimeout`` after the time; upstream has been cancelled then.
  @available(*, noasync, message: "Use 'firstValue', which suspends the task and does not block the thread.")
  @_disfavoredOverload
  public func waitForFirst(timeout: Duration? = nil) throws -> Output? {
    try wait(with: BlockingSubscriber(count: 1), timeout: timeout).first
  }

  /// The last value of this publisher, for which the calling thread blocks.
  ///
  ///     upstream      --1--2--|
  ///     waitForLast   --------2
  ///
  /// For scripts, tests, and threads that the program starts itself. It waits in vain on a thread that the publisher
  /// needs to deliver on, such as the main thread or one that runs tasks.
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: returns the last value.
  /// - **Failure**: thrown.
  /// - **Threads**: blocks the calling thread.
  ///
  /// - Parameter timeout: The longest time to wait; `nil` waits without a limit; with zero or less, the call succeeds
  ///   only if it need not wait.
  /// - Returns: The last value, or `nil` if there is none.
  /// - Throws: The failure, or ``StreamWaitTimeout`` after the time; upstream has been cancelled then.
  @available(*, noasync, message: "Use 'lastValue', which suspends the task and does not block the thread.")
  @_disfavoredOverload
  public func waitForLast(timeout: Duration? = nil) throws -> Output? {
    try wait(with: BlockingSubscriber(), timeout: timeout).last
  }

  /// All values of this publisher, or the first of them, for which the calling thread blocks.
  ///
  ///     upstream      --1--2--|
  ///     waitForAll    --------[1, 2]
  ///
  /// For scripts, tests, and threads that the program starts itself. It waits in vain on a thread that the publisher
  /// needs to deliver on, such as the main thread or one that runs tasks.
  ///
  /// - **Demand**: `maxCount`, on subscription; unlimited, if that is `.max`. All values are kept in memory.
  /// - **Completion**: returns the values. After `maxCount` values upstream is cancelled.
  /// - **Failure**: thrown; the values are dropped.
  /// - **Threads**: blocks the calling thread.
  ///
  /// - Parameters:
  ///   - timeout: The longest time to wait; `nil` waits without a limit; with zero or less, the call succeeds only if
  ///     it need not wait.
  ///   - maxCount: The number of values after which nothing is waited for, zero or more. A negative number traps.
  /// - Returns: The values, in order.
  /// - Throws: The failure, or ``StreamWaitTimeout`` after the time; upstream has been cancelled then.
  /// - Complexity: O(*n*) memory, where *n* is the number of values, at most `maxCount`.
  @available(*, noasync, message: "Use 'allValues', which suspends the task and does not block the thread.")
  @_disfavoredOverload
  public func waitForAll(timeout: Duration? = nil, maxCount: Int = .max) throws -> [Output] {
    precondition(maxCount >= 0, "waitForAll cannot wait for a negative number of values: \(maxCount)")
    return try wait(with: BlockingSubscriber(count: maxCount), timeout: timeout)
  }

  /// Blocks the calling thread until this publisher has finished.
  ///
  ///     upstream           --1--2--|
  ///     waitForCompletion  --------
  ///
  /// For scripts, tests, and threads that the program starts itself. It waits in vain on a thread that the publisher
  /// needs to deliver on, such as the main thread or one that runs tasks.
  ///
  /// - **Demand**: unlimited, on subscription.
  /// - **Completion**: returns.
  /// - **Failure**: thrown.
  /// - **Threads**: blocks the calling thread.
  ///
  /// - Parameter timeout: The longest time to wait; `nil` waits without a limit; with zero or less, the call succeeds
  ///   only if it need not wait.
  /// - Throws: The failure, or ``StreamWaitTimeout`` after the time; upstream has been cancelled then.
  @available(*, noasync, message: "Use 'lastValue', which suspends the task and does not block the thread.")
  @_disfavoredOverload
  public func waitForCompletion(timeout: Duration? = nil) throws {
    _ = try wait(with: BlockingSubscriber(), timeout: timeout)
  }

  private func wait(with waiter: BlockingSubscriber<Output, Failure>, timeout: Duration?) throws -> [Output] {
    let deadline = timeout.map { ContinuousClock.now + min(max($0, .zero), longestTimeout) }
    subscribe(waiter)
    guard let result = waiter.wait(until: deadline) else { throw StreamWaitTimeout(timeout: timeout ?? .zero) }
    return try result.get()
  }
}

/// A century: longer timeouts are shortened to it, so that their deadline can be computed.
private let longestTimeout = Duration.seconds(3_155_760_000)

/// Thrown where a thread has waited too long for a publisher.
public struct StreamWaitTimeout: Error, Hashable, CustomStringConvertible {
  /// The time that the thread was to wait.
  public let timeout: Duration

  /// Creates an error.
  ///
  /// - Parameter timeout: The time that the thread was to wait.
  public init(timeout: Duration) {
    self.timeout = timeout
  }

  /// A sentence: "The publisher has not ended within 1.0 seconds."
  public var description: String { "The publisher has not ended within \(timeout)." }
}

extension PublisherNames {
  /// ``StreamWaitTimeout``, under a short name that a client's own type overrides.
  public typealias WaitTimeout = StreamWaitTimeout
}
