public import StreamCore
public import StreamParts
public import StreamSchedulers

/// The rate that a ``RateLimiter`` allows: a bucket of tokens that is full at first, and refilled steadily.
///
/// Where another package has a type of the same name, a scoped import chooses:
/// `import struct StreamResilience.RateLimit`.
public struct RateLimit: Hashable, Sendable {
  /// The number of tokens that a period adds: more than zero.
  public let permits: Int

  /// The time in which they are added, one after the other.
  public let period: Duration

  /// The capacity of the bucket: what may pass at once after some time without use.
  public let burst: Int

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - permits: The number of tokens that a period adds. Zero or less traps.
  ///   - period: The time in which they are added. Zero or less traps.
  ///   - burst: The capacity of the bucket, by default `permits`. Zero or less traps.
  public init(_ permits: Int, per period: Duration, burst: Int? = nil) {
    precondition(permits > 0, "A rate limit has at least one permit, not \(permits).")
    precondition(period > .zero, "The period of a rate limit is more than zero, not \(period).")
    precondition(burst ?? permits > 0, "The burst of a rate limit is at least one, not \(burst ?? permits).")
    (self.permits, self.period, self.burst) = (permits, period, burst ?? permits)
  }
}

/// What `rateLimited` does with an element for which there are no tokens.
public enum StreamRateLimitMode<Failure: Error>: Sendable {
  /// It waits in a queue, which has a bound and a policy.
  case shape(bufferSize: Int, whenFull: StreamOverflowPolicy<Failure>)

  /// It is left out, which is reported to the `DropHook`.
  case drop

  /// Upstream is cancelled, and the stream fails with the error that the closure returns.
  @preconcurrency case enforce(@Sendable () -> Failure)
}

extension PublisherNames {
  /// ``StreamRateLimitMode``, under a short name that a client's own type overrides.
  public typealias RateLimitMode<Failure: Error> = StreamRateLimitMode<Failure>
}

// Sendable: of the scheduler, only `now` is used, which may be on any thread; the bucket is locked.

/// Limits a rate, for `rateLimited(by:cost:mode:fileID:line:)`, or with ``tryAcquire(_:)``.
///
/// Create one, and share it between everything that counts towards the limit, on any threads; it serves them in the
/// order of arrival. No timer runs while nothing waits: tokens are computed from the scheduler's clock when they are
/// needed. While the clock goes back, none are added.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamResilience.RateLimiter`.
public final class RateLimiter<Context: Scheduler>: @unchecked Sendable {
  /// The scheduler whose clock it uses.
  @usableFromInline let scheduler: Context

  @usableFromInline let bucket: Locked<TokenBucket<Context.SchedulerTimeType>>

  /// Creates a limiter, whose bucket is full.
  ///
  /// - Parameters:
  ///   - limit: How much may pass in a time.
  ///   - scheduler: The scheduler whose clock it uses.
  public init(_ limit: RateLimit, scheduler: Context) {
    self.scheduler = scheduler
    bucket = Locked(TokenBucket(limit, at: scheduler.now))
  }

  /// Takes tokens, if there are enough, and nobody waits for them.
  ///
  /// - Parameter cost: The number of tokens: zero is free, more than the burst counts as the burst. A negative number
  ///   traps.
  /// - Returns: Whether they have been taken.
  @inlinable
  public func tryAcquire(_ cost: Int = 1) -> Bool {
    requireCost(cost)
    guard cost > 0 else { return true }
    let now = scheduler.now
    return bucket.withLock { $0.take(cost, at: now) }
  }

  /// The number of available tokens.
  public var available: Int {
    let now = scheduler.now
    return bucket.value.available(at: now)
  }

  /// Takes tokens, even if they are not available yet.
  ///
  /// - Returns: The time at which they are available; `nil` if they are available now.
  @inlinable
  func reserve(_ cost: Int) -> Context.SchedulerTimeType? {
    requireCost(cost)
    let now = scheduler.now
    return bucket.withLock { $0.reserve(cost, at: now) }
  }

  /// Gives back what was reserved for a time.
  @usableFromInline
  func giveBack(_ cost: Int, reservedFor due: Context.SchedulerTimeType) {
    let now = scheduler.now
    bucket.withLock { $0.giveBack(cost, reservedFor: due, at: now) }
  }

  @inlinable
  func requireCost(_ cost: Int) {
    precondition(cost >= 0, "A cost is not negative: \(cost)")
  }
}
