public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Delivers a heartbeat after each interval without elements.
  ///
  ///     upstream      -a--b----------c--|
  ///     idleHeartbeat(every: 4, scheduler: scheduler) { "h" }
  ///     downstream    -a--b---h---h--c--|
  ///
  /// It keeps a connection open that a peer or a proxy would close in a silence. Akka calls it `keepAlive`.
  ///
  /// The interval starts with the subscription, and again with each element and each heartbeat, also with one that is
  /// left out. If an element waits for demand, the interval starts when it arrives. On an immediate scheduler, whose
  /// clock stands still, there are no heartbeats.
  ///
  /// - **Demand**: passed upstream. A heartbeat counts against downstream's demand; without demand none is sent. An
  ///   element whose demand a heartbeat has used waits for the next request, which is not passed upstream again. At
  ///   most as many elements wait as the largest demand that downstream has had outstanding; with unlimited demand
  ///   none. An element beyond what upstream has been asked for is dropped, and reported to the `DropHook`.
  /// - **Completion**: passed on after the elements that wait.
  /// - **Failure**: passed on after the elements that wait.
  /// - **Threads**: elements are delivered where upstream delivers, or where downstream requests if they have waited;
  ///   heartbeats are made and delivered on the scheduler, and so is an element that arrives during the delivery of
  ///   one. All are delivered serially: a heartbeat that is due during another delivery, or overtaken by an element
  ///   while it is made, is left out.
  ///
  /// - Complexity: O(1) for each element; O(*n*) memory, where *n* is the number of elements that wait.
  ///
  /// - Parameters:
  ///   - interval: The silence before a heartbeat, in the scheduler's stride; more than zero, or the call traps.
  ///   - scheduler: The scheduler that times and delivers heartbeats.
  ///   - options: Options for the scheduler.
  ///   - makeHeartbeat: Makes a heartbeat. It runs on the scheduler, never under a lock.
  /// - Returns: A publisher of upstream's elements and heartbeats.
  @inlinable
  @preconcurrency
  @_disfavoredOverload
  public func idleHeartbeat<S: Scheduler>(
    every interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    _ makeHeartbeat: @escaping @Sendable () -> Output
  ) -> Publishers.IdleHeartbeat<Self, S> {
    IdleHeartbeatPublisher(
      upstream: self, interval: interval, scheduler: scheduler, options: options, makeHeartbeat: makeHeartbeat)
  }
}

/// A publisher that sends heartbeats while another is silent.
@frozen
public struct IdleHeartbeatPublisher<Upstream: Publisher, Context: Scheduler>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are republished.
  public let upstream: Upstream

  /// The silence before a heartbeat.
  public let interval: Context.SchedulerTimeType.Stride

  /// The scheduler that times and delivers heartbeats.
  public let scheduler: Context

  /// Options for the scheduler.
  public let options: Context.SchedulerOptions?

  /// Makes a heartbeat.
  public let makeHeartbeat: @Sendable () -> Output

  /// Creates a publisher that sends heartbeats while another is silent.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are republished.
  ///   - interval: The silence before a heartbeat: more than zero, or the call traps.
  ///   - scheduler: The scheduler that times and delivers heartbeats.
  ///   - options: Options for the scheduler.
  ///   - makeHeartbeat: Makes a heartbeat.
  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
    options: Context.SchedulerOptions? = nil, makeHeartbeat: @escaping @Sendable () -> Output
  ) {
    precondition(interval.isPeriod, "Heartbeats come at an interval of more than zero: \(interval)")
    (self.upstream, self.interval, self.scheduler) = (upstream, interval, scheduler)
    (self.options, self.makeHeartbeat) = (options, makeHeartbeat)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      HeartbeatInner(
        delivery: SerialDelivery(
          "IdleHeartbeat", HeartbeatPolicy(interval: interval), failsAfterQueue: true, to: subscriber),
        scheduler: scheduler, options: options, makeHeartbeat: makeHeartbeat))
  }
}

extension IdleHeartbeatPublisher: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}

/// The subscriber of upstream, which also sets the timer.
// Sendable: the delivery decides which thread calls downstream; the scheduler may be used on any thread.
@usableFromInline
struct HeartbeatInner<Downstream: Subscriber, Context: Scheduler>: BeginningInner, TimerStage, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Policy = HeartbeatPolicy<Input, Failure, Context.SchedulerTimeType>

  @usableFromInline let delivery: SerialDelivery<Policy, Downstream>
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let makeHeartbeat: @Sendable () -> Input

  @inlinable
  init(
    delivery: SerialDelivery<Policy, Downstream>, scheduler: Context, options: Context.SchedulerOptions?,
    makeHeartbeat: @escaping @Sendable () -> Input
  ) {
    (self.delivery, self.scheduler, self.options) = (delivery, scheduler, options)
    self.makeHeartbeat = makeHeartbeat
  }

  @inlinable
  func receive(subscription: any Subscription) {
    let now = scheduler.now
    delivery.begin(with: subscription, from: origin)
    if delivery.state.withLock({ $0.policy.start(at: now) }), !scheduler.hasStandingClock { setTimer() }
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    let now = scheduler.now
    return delivery.receive(from: origin) { policy in
      policy.startSilence(at: now)
      return input
    }
  }

  @inlinable
  func keep(_ timer: SubscriptionObject) -> Context.SchedulerTimeType? {
    delivery.state.withLock { $0.policy.keep(timer) }
  }

  @inlinable
  func ring(_ timer: SubscriptionObject, at now: Context.SchedulerTimeType, standsStill: Bool) {
    if standsStill { return }
    let action = delivery.state.withLock { state in
      state.policy.ring(timer, at: now, hasDemand: state.unclaimedDemand != .none)
    }
    switch action {
    case .nothing: return
    case .beat(let silence): beat(in: silence)
    case .setTimer: break
    }
    setTimer()
  }

  /// Delivers a heartbeat, unless an element has come since it was due, or the demand is used up.
  @inlinable
  func beat(in silence: Int) {
    let heartbeat = makeHeartbeat()
    _ = delivery.receive(
      from: Policy.heartbeatKey,
      holding: { policy, canDeliver in
        if canDeliver, policy.silence == silence { policy.heartbeat = heartbeat }
        return UpstreamRequests()
      })
  }
}

extension PublisherNames {
  /// A publisher that sends heartbeats while another is silent.
  public typealias IdleHeartbeat<Upstream: Publisher, Context: Scheduler> = IdleHeartbeatPublisher<Upstream, Context>
}
