import StreamCore
import StreamTesting
import TestSupport
import Testing

@testable import StreamResilience

@Suite("RateLimiter")
struct RateLimiterTests {
  private typealias Bucket = TokenBucket<VirtualTime>

  private let scheduler = TestScheduler()

  @Test("The bucket is full at first, and gets its tokens back one after the other")
  func refills() {
    let limiter = RateLimiter(RateLimit(2, per: .seconds(1), burst: 3), scheduler: scheduler)
    expectEqual(limiter.available, 3)
    expectEqual((1...4).map { _ in limiter.tryAcquire() }, [true, true, true, false])
    scheduler.advance(to: 0.499)
    expectEqual(limiter.available, 0)
    scheduler.advance(to: 0.5)
    expectEqual(limiter.available, 1)
    expect(limiter.tryAcquire())
    expect(!limiter.tryAcquire())
    scheduler.advance(to: 1.6)
    expectEqual(limiter.available, 2)
    scheduler.advance(to: 100)
    expectEqual(limiter.available, 3)
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("Without a burst the bucket has the tokens of a period")
  func burst() {
    let limit = RateLimit(5, per: .seconds(1))
    expectEqual(limit.burst, 5)
    expectEqual(RateLimiter(limit, scheduler: scheduler).available, 5)
  }

  @Test("A cost of zero is free, and one above the burst waits for a full bucket")
  func costs() {
    let limiter = RateLimiter(RateLimit(1, per: .seconds(1), burst: 3), scheduler: scheduler)
    expect(limiter.tryAcquire(2))
    expect(!limiter.tryAcquire(2))
    expect(limiter.tryAcquire(0))
    expect(!limiter.tryAcquire(.max))
    scheduler.advance(to: 1.9)
    expect(!limiter.tryAcquire(.max))
    scheduler.advance(to: 2)
    expect(limiter.tryAcquire(.max))
    expectEqual(limiter.available, 0)
    expect(limiter.tryAcquire(0))
  }

  @Test("Tokens come at their exact times, rounded up to a nanosecond, a million of them without drift")
  func exact() {
    var bucket = Bucket(RateLimit(3, per: .seconds(1), burst: 1), at: 0)
    expect(bucket.reserve(1, at: 0) == nil)
    expectEqual(bucket.reserve(1, at: 0), VirtualTime(.nanoseconds(333_333_334)))
    expectEqual(bucket.reserve(1, at: 0), VirtualTime(.nanoseconds(666_666_667)))
    expectEqual(bucket.reserve(1, at: 0), 1)
    var last: VirtualTime?
    for _ in 1...1_000_000 { last = bucket.reserve(1, at: 0) }
    expectEqual(last, VirtualTime(.nanoseconds(333_334_333_333_334)))
  }

  @Test("What is reserved counts as taken, and what is given back before its time may be taken again")
  func givesBack() {
    var bucket = Bucket(RateLimit(1, per: .seconds(2), burst: 2), at: 0)
    expect(bucket.reserve(2, at: 0) == nil)
    expectEqual(bucket.reserve(1, at: 0), 2)
    expectEqual(bucket.reserve(1, at: 0), 4)
    expectEqual(bucket.available(at: 3), 0)
    bucket.giveBack(1, reservedFor: 4, at: 3)
    expectEqual(bucket.available(at: 3), 0)
    expectEqual(bucket.available(at: 4), 1)
    bucket.giveBack(1, reservedFor: 2, at: 4)
    expectEqual(bucket.available(at: 4), 1)
    expect(bucket.reserve(0, at: 4) == nil)
  }

  @Test("While the clock goes back no token is added, and none is lost")
  func backwards() {
    var bucket = Bucket(RateLimit(1, per: .seconds(1), burst: 2), at: 10)
    expectEqual(bucket.take(2, at: 10), true)
    for time in [9, 0, -1_000_000] as [VirtualTime] {
      expectEqual(bucket.take(1, at: time), false)
      expectEqual(bucket.available(at: time), 0)
    }
    expectEqual(bucket.take(1, at: 11), true)
    expectEqual(bucket.take(1, at: 11), false)
    var idle = Bucket(RateLimit(1, per: .seconds(1), burst: 2), at: 0)
    expectEqual(idle.take(2, at: 10), true)
    expectEqual(idle.take(1, at: 10), false)
    // A full bucket does not remember a later time.
    expectEqual(bucket.available(at: 20), 2)
    expectEqual(bucket.take(2, at: 5), false)
    expectEqual(bucket.take(2, at: 13), true)
  }

  @Test("The largest and the smallest limits saturate")
  func extremes() {
    let longest = Duration.seconds(Int64.max)
    var bucket = Bucket(RateLimit(.max, per: longest), at: 0)
    for _ in 1...3 { _ = bucket.reserve(.max, at: 0) }
    expect(bucket.available(at: .distantFuture) >= 0)
    expectEqual(bucket.reserve(.max, at: 0), .distantFuture)
    var small = Bucket(RateLimit(1, per: Duration(secondsComponent: 0, attosecondsComponent: 1)), at: 0)
    expectEqual(small.take(1, at: 0), true)
    expectEqual(small.take(1, at: VirtualTime(.nanoseconds(1))), true)
    expect(RateLimiter(RateLimit(1, per: longest), scheduler: scheduler).tryAcquire())
  }

  @Test("An immediate scheduler, on which no time passes, always has tokens")
  func immediate() {
    let limiter = RateLimiter(RateLimit(1, per: .seconds(1)), scheduler: ImmediateScheduler.shared)
    expectEqual((1...9).map { _ in limiter.tryAcquire() }, Array(repeating: true, count: 9))
  }

  @Test("Eight threads take exactly the tokens that there are")
  func concurrent() {
    let limiter = RateLimiter(RateLimit(10_000, per: .seconds(1)), scheduler: scheduler)
    let taken = Box(0)
    concurrently(8) { _ in
      var own = 0
      for _ in 1...5_000 where limiter.tryAcquire() { own += 1 }
      taken.update { [own] in $0 += own }
    }
    expectEqual(taken.value, 10_000)
    expectEqual(limiter.available, 0)
  }

  @Test("No permits, no period, no burst and a negative cost trap")
  func badInput() async {
    await #expect(processExitsWith: .failure) { _ = RateLimit(0, per: .seconds(1)) }
    await #expect(processExitsWith: .failure) { _ = RateLimit(1, per: .zero) }
    await #expect(processExitsWith: .failure) { _ = RateLimit(1, per: .seconds(1), burst: 0) }
    await #expect(processExitsWith: .failure) {
      _ = RateLimiter(RateLimit(1, per: .seconds(1)), scheduler: TestScheduler()).tryAcquire(-1)
    }
    await #expect(processExitsWith: .failure) {
      _ = Just(1).rateLimited(
        RateLimit(1, per: .seconds(1)), scheduler: TestScheduler(), mode: .shape(bufferSize: -1, whenFull: .suspend))
    }
  }
}
