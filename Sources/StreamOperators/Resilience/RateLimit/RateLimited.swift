public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher where Output: Sendable {
  /// Limits the rate of elements, together with everything else that uses the limiter.
  ///
  ///     a             (123)-   ------|
  ///     b             -    (45)------|
  ///     rateLimited(by: limiter)
  ///     limited a     (12) -   3-----|
  ///     limited b     -    -   --4-5-|
  ///
  /// - **Demand**: `.shape` queues: with `.suspend` it requests `bufferSize` elements from upstream, and one more for
  ///   each that leaves; with other policies it requests unlimited demand. An element takes its tokens only when there
  ///   is demand. The other modes pass demand upstream unchanged, and `.drop` requests one more for each element that
  ///   it leaves out.
  /// - **Completion**: passed on, after what is queued.
  /// - **Failure**: passed on, after what is queued. That of `.enforce`, or of a full queue, cancels upstream.
  /// - **Threads**: `.shape` delivers on the limiter's scheduler, serially, the other modes where upstream delivers.
  ///   `cost` runs there or where a request is made, before an element takes its tokens; never under a lock.
  ///
  /// - Parameters:
  ///   - limiter: The limiter.
  ///   - cost: Returns the number of tokens that an element takes: zero is free, more than the burst counts as the
  ///     burst. A negative number traps.
  ///   - mode: What happens to an element for which there are no tokens: by default 256 wait, and upstream is paced. A
  ///     negative size of the queue traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements that pass.
  /// - Complexity: O(1) for each element; with `.shape`, O(`bufferSize`) memory.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func rateLimited<S: Scheduler>(
    by limiter: RateLimiter<S>, cost: @escaping @Sendable (Output) -> Int = { _ in 1 },
    mode: StreamRateLimitMode<Failure> = .shape(bufferSize: 256, whenFull: .suspend),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.RateLimited<Self, S> {
    RateLimitedPublisher(
      upstream: self, source: .shared(limiter), cost: cost, mode: mode, site: StreamSite(fileID: fileID, line: line))
  }

  /// Limits the rate of the elements of each subscription.
  ///
  ///     upstream      -(12345)-----6-|
  ///     rateLimited(RateLimit(1, per: .seconds(2), burst: 2), scheduler: scheduler)
  ///     downstream    -(12)   -3-4-5-(6|)
  ///
  /// Each subscription has a limiter of its own; otherwise this is `rateLimited(by:cost:mode:fileID:line:)`.
  ///
  /// - **Demand**: `.shape` queues: with `.suspend` it requests `bufferSize` elements from upstream, and one more for
  ///   each that leaves; with other policies it requests unlimited demand. An element takes its tokens only when there
  ///   is demand. The other modes pass demand upstream unchanged, and `.drop` requests one more for each element that
  ///   it leaves out.
  /// - **Completion**: passed on, after what is queued.
  /// - **Failure**: passed on, after what is queued. That of `.enforce`, or of a full queue, cancels upstream.
  /// - **Threads**: `.shape` delivers on the scheduler, serially, the other modes where upstream delivers. `cost` runs
  ///   there or where a request is made, before an element takes its tokens; never under a lock.
  ///
  /// - Parameters:
  ///   - limit: How much may pass in a time.
  ///   - scheduler: The scheduler whose clock the limiter uses.
  ///   - cost: Returns the number of tokens that an element takes: zero is free, more than the burst counts as the
  ///     burst. A negative number traps.
  ///   - mode: What happens to an element for which there are no tokens: by default 256 wait, and upstream is paced. A
  ///     negative size of the queue traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the elements that pass.
  /// - Complexity: O(1) for each element; with `.shape`, O(`bufferSize`) memory.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func rateLimited<S: Scheduler>(
    _ limit: RateLimit, scheduler: S, cost: @escaping @Sendable (Output) -> Int = { _ in 1 },
    mode: StreamRateLimitMode<Failure> = .shape(bufferSize: 256, whenFull: .suspend),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.RateLimited<Self, S> {
    RateLimitedPublisher(
      upstream: self, source: .own(limit, scheduler), cost: cost, mode: mode,
      site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that limits the rate of the elements of another.
@frozen
public struct RateLimitedPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher
where Upstream.Output: Sendable {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The limiter of a subscription.
  public enum Source {
    /// One that it shares.
    case shared(RateLimiter<Context>)

    /// One of its own.
    case own(RateLimit, Context)
  }

  /// The publisher whose elements are limited.
  public let upstream: Upstream

  /// The limiter of a subscription.
  public let source: Source

  /// Returns the number of tokens that an element takes.
  public let cost: @Sendable (Upstream.Output) -> Int

  /// What happens to an element for which there are no tokens.
  public let mode: StreamRateLimitMode<Upstream.Failure>

  /// The operator's source location.
  public let site: StreamSite

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, source: Source, cost: @escaping @Sendable (Upstream.Output) -> Int,
    mode: StreamRateLimitMode<Upstream.Failure>, site: StreamSite = StreamSite()
  ) {
    if case .shape(let size, _) = mode { precondition(size >= 0, "A queue cannot have a negative size: \(size)") }
    (self.upstream, self.source, self.cost, self.mode, self.site) = (upstream, source, cost, mode, site)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let limiter =
      switch source {
      case .shared(let limiter): limiter
      case .own(let limit, let scheduler): RateLimiter(limit, scheduler: scheduler)
      }
    switch mode {
    case .shape(let size, let whenFull):
      let pacer = RatePacer(downstream: subscriber, limiter: limiter, cost: cost)
      upstream.subscribe(BufferInner("RateLimited", size: size, whenFull: whenFull, site: site, to: pacer))
    case .drop:
      upstream.subscribe(
        RateInner(downstream: subscriber, limiter: limiter, cost: cost, makeFailure: nil, site: site))
    case .enforce(let makeFailure):
      upstream.subscribe(
        RateInner(downstream: subscriber, limiter: limiter, cost: cost, makeFailure: makeFailure, site: site))
    }
  }
}

extension RateLimitedPublisher.Source: Sendable where Context: Sendable {}
extension RateLimitedPublisher: Sendable where Upstream: Sendable, Context: Sendable {}

/// Passes on the elements for which there are tokens. An element without tokens is dropped, or ends the stream.
@usableFromInline
struct RateInner<Downstream: Subscriber, Context: Scheduler>: TerminatingInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = UpstreamSubscription("RateLimited")
  @usableFromInline let limiter: RateLimiter<Context>
  @usableFromInline let cost: @Sendable (Downstream.Input) -> Int
  @usableFromInline let makeFailure: (@Sendable () -> Downstream.Failure)?
  @usableFromInline let site: StreamSite

  @inlinable
  init(
    downstream: Downstream, limiter: RateLimiter<Context>, cost: @escaping @Sendable (Downstream.Input) -> Int,
    makeFailure: (@Sendable () -> Downstream.Failure)?, site: StreamSite
  ) {
    (self.downstream, self.limiter, self.cost) = (downstream, limiter, cost)
    (self.makeFailure, self.site) = (makeFailure, site)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    let tokens = cost(input)
    // Downstream may have cancelled inside the closure.
    guard upstream.isActive else { return .none }
    return limiter.tryAcquire(tokens) ? downstream.receive(input) : refuse()
  }

  @inlinable
  func refuse() -> Subscribers.Demand {
    if let makeFailure { return end(.failure(makeFailure())) }
    DropHook.report(DropReport(operatorName: "RateLimited", reason: .overflow, site: site))
    return .max(1)
  }
}

extension PublisherNames {
  /// A publisher that limits the rate of the elements of another.
  public typealias RateLimited<Upstream: Publisher, Context: Scheduler> = RateLimitedPublisher<Upstream, Context>
  where Upstream.Output: Sendable
}
