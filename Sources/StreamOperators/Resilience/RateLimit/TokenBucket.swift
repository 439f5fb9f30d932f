public import StreamSchedulers

/// The tokens of a rate limiter. Pure: the time is passed in.
///
/// It keeps the time at which it was last full, and the number of tokens spent since: token `n` of the refill is
/// available `n` token periods after that time, rounded up to a nanosecond. So nothing drifts, and no timer runs.
@usableFromInline
struct TokenBucket<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  @usableFromInline let limit: RateLimit

  /// More than zero.
  @usableFromInline let period: Int

  /// When it was last full.
  @usableFromInline var origin: Time

  /// The tokens taken or reserved since then. Of more than fit in an `Int`, the last is there at the end of time.
  @usableFromInline var spent: Int128 = 0

  @usableFromInline
  init(_ limit: RateLimit, at now: Time) {
    (self.limit, origin) = (limit, now)
    period = max(1, limit.period.nanoseconds)
  }

  /// When a token of the refill, counted from 1, is there; the time at which the bucket was full for zero and less.
  @inlinable
  func time(ofToken number: Int128) -> Time {
    guard number > 0 else { return origin }
    let (product, overflow) = number.multipliedReportingOverflow(by: Int128(period))
    let quotient = overflow ? .max : (product - 1) / Int128(limit.permits) + 1
    return origin.advanced(by: .nanoseconds(Int(clamping: quotient)))
  }

  /// The bucket is full when all that has been spent is there again. From then on time adds nothing.
  @inlinable
  mutating func fill(at now: Time) {
    if spent == 0 || time(ofToken: spent) <= now { (origin, spent) = (now, 0) }
  }

  /// What a cost takes: a cost above the capacity could never pass.
  @inlinable
  func tokens(for cost: Int) -> Int128 { Int128(min(cost, limit.burst)) }

  /// Takes tokens that are there.
  ///
  /// - Returns: Whether there are enough.
  @inlinable
  mutating func take(_ cost: Int, at now: Time) -> Bool {
    fill(at: now)
    let lacking = spent + tokens(for: cost) - Int128(limit.burst)
    guard lacking <= 0 || time(ofToken: lacking) <= now else { return false }
    spent += tokens(for: cost)
    return true
  }

  /// Takes tokens, even if they are not available yet.
  ///
  /// - Returns: The time at which they are available; `nil` if they are available now.
  @inlinable
  mutating func reserve(_ cost: Int, at now: Time) -> Time? {
    guard cost > 0 else { return nil }
    fill(at: now)
    spent += tokens(for: cost)
    let lacking = spent - Int128(limit.burst)
    guard lacking > 0 else { return nil }
    let due = time(ofToken: lacking)
    return due <= now ? nil : due
  }

  /// Gives back tokens that were reserved, unless their time has come: the bucket may have been full since.
  @inlinable
  mutating func giveBack(_ cost: Int, reservedFor due: Time, at now: Time) {
    if due > now { spent -= tokens(for: cost) }
  }

  /// The number of available tokens.
  @inlinable
  func available(at now: Time) -> Int {
    var bucket = self
    bucket.fill(at: now)
    // The largest number of the tokens spent that are there again.
    var (low, high) = (Int128(0), bucket.spent)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if bucket.time(ofToken: middle) <= now { low = middle } else { high = middle - 1 }
    }
    return Int(clamping: max(0, Int128(limit.burst) - bucket.spent + low))
  }
}
