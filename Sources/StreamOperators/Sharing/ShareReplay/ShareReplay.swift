public import StreamCore
public import StreamParts
public import StreamSchedulers

extension Publisher {
  /// Shares one subscription to this publisher, and replays the newest elements to each new subscriber.
  ///
  ///     upstream      -1-2-   3-4-|
  ///     share(replay: 1)
  ///     subscriber 1  -1-2-   3-4-|
  ///     subscriber 2      (^2)3-4-|
  ///     subscriber 3                (^4|)
  ///
  /// All subscribers read one log of the newest elements, each at its own pace, so its memory does not depend on their
  /// number. The other arguments choose when upstream is subscribed to, when that subscription ends, and what later
  /// subscribers receive after the completion. If upstream delivers while it is being subscribed to, the first
  /// subscriber receives everything, and later ones receive what the log keeps.
  ///
  /// - **Demand**: requests unlimited demand from upstream when it connects. Elements that a subscriber has not
  ///   requested wait in the log. A subscriber that falls behind by more than `count` elements loses the oldest it has
  ///   not received, which is reported to the `DropHook`.
  /// - **Completion**: sent to each subscriber after its waiting elements; `afterCompletion` chooses what later
  ///   subscribers receive.
  /// - **Failure**: as the completion.
  /// - **Threads**: delivers where upstream delivers, or where a subscriber requests or subscribes, serially;
  ///   subscribing and cancelling may be done on any thread. Two runs of upstream never overlap.
  ///
  /// - Parameters:
  ///   - count: How many of the newest elements are replayed, at least 0: a negative number traps. With `.max`, all are
  ///     replayed, and memory grows with each.
  ///   - connect: When upstream is subscribed to.
  ///   - disconnect: When the subscription to upstream is cancelled.
  ///   - afterCompletion: What a subscriber that arrives after the completion receives.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher, of class type, whose subscribers receive the same elements.
  /// - Complexity: O(*n*) for each element, where *n* is the number of subscribers; O(`count`) memory.
  @_disfavoredOverload
  @inlinable
  public func share(
    replay count: Int, connect: StreamShareConnect = .onFirstSubscriber,
    disconnect: StreamShareDisconnect = .whenUnused,
    afterCompletion: StreamShareEnd = .replay, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.ShareReplay<Self> {
    ShareReplayPublisher(
      upstream: self, count: count, connect: connect, disconnect: disconnect, afterCompletion: afterCompletion,
      site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that shares one subscription to another, and replays its newest elements to new subscribers.
public final class ShareReplayPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher, Equatable {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is shared.
  public let upstream: Upstream

  /// How many elements are replayed.
  public let count: Int

  /// The operator's source location.
  public let site: StreamSite

  @usableFromInline typealias Hub = ReplayHub<Output, Failure>

  private let end: StreamShareEnd

  /// Makes what decides whether a run that has ended is out of date; `nil` if time does not matter.
  private let makeExpiry: (() -> any ShareExpiry)?

  private let state: Locked<ShareRuns<Run>>

  /// One subscription to upstream, with its log.
  @usableFromInline
  final class Run {
    @usableFromInline let hub: Hub
    let connection: SubjectSubscriber<Hub>
    let expiry: (any ShareExpiry)?

    init(_ hub: Hub, expiry: (any ShareExpiry)?) {
      self.hub = hub
      self.expiry = expiry
      connection = SubjectSubscriber(hub, isOwner: true)
    }

    /// Whether the next subscriber begins another run. It asks a client's scheduler.
    var hasExpired: Bool {
      guard let expiry, hub.hasEnded else { return false }
      return expiry.isOver
    }
  }

  /// Creates a publisher that shares one subscription to another.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that is shared.
  ///   - count: How many of the newest elements are replayed, at least 0: a negative number traps.
  ///   - connect: When upstream is subscribed to.
  ///   - disconnect: When the subscription to upstream is cancelled.
  ///   - afterCompletion: What a subscriber that arrives after the completion receives.
  ///   - site: The operator's source location, for the report of a drop.
  public convenience init(
    upstream: Upstream, count: Int, connect: StreamShareConnect = .onFirstSubscriber,
    disconnect: StreamShareDisconnect = .whenUnused,
    afterCompletion: StreamShareEnd = .replay, site: StreamSite = StreamSite()
  ) {
    self.init(
      upstream: upstream, count: count, connect: connect, disconnect: disconnect, afterCompletion: afterCompletion,
      site: site, makeExpiry: nil)
  }

  /// Creates a publisher that shares one subscription to another until what it has left is out of date.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that is shared.
  ///   - count: How many of the newest elements are replayed, at least 0: a negative number traps.
  ///   - connect: When upstream is subscribed to.
  ///   - disconnect: When the subscription to upstream is cancelled.
  ///   - interval: How long after its finish a run is replayed. Zero or less: never.
  ///   - scheduler: The scheduler whose clock is read.
  ///   - site: The operator's source location, for the report of a drop.
  public convenience init<Context: Scheduler>(
    upstream: Upstream, count: Int, connect: StreamShareConnect = .onFirstSubscriber,
    disconnect: StreamShareDisconnect = .whenUnused, expiresAfter interval: Context.SchedulerTimeType.Stride,
    scheduler: Context, site: StreamSite = StreamSite()
  ) {
    self.init(
      upstream: upstream, count: count, connect: connect, disconnect: disconnect, afterCompletion: .replay, site: site
    ) { TimedExpiry(interval, scheduler) }
  }

  private init(
    upstream: Upstream, count: Int, connect: StreamShareConnect, disconnect: StreamShareDisconnect,
    afterCompletion: StreamShareEnd, site: StreamSite, makeExpiry: (() -> any ShareExpiry)?
  ) {
    (self.upstream, self.count, self.site) = (upstream, count, site)
    (end, self.makeExpiry) = (afterCompletion, makeExpiry)
    let minimum =
      switch connect {
      case .onFirstSubscriber: 1
      case .immediately: 0
      case .whenSubscribers(let minimum): minimum
      }
    precondition(minimum >= 0, "A shared publisher cannot wait for a negative number of subscribers: \(minimum)")
    var runs = ShareRuns<Run>(minimum: minimum, endsUnused: disconnect == .whenUnused)
    _ = runs.begin(Run(Hub("ShareReplay", limit: count, site: site), expiry: makeExpiry?()))
    state = Locked(runs)
    connectIfDue()
  }

  deinit {
    // Without a reference to it, it gets no subscriber that could end an unused connection.
    state.value.current?.connection.cancel()
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let run = join()
    run.hub.subscribe(subscriber, owner: self)
    didAttach(to: run)
  }

  @usableFromInline
  func join() -> Run {
    let new = Run(Hub("ShareReplay", limit: count, site: site), expiry: makeExpiry?())
    // The clock is asked outside the lock. Of several subscribers that find a run out of date, the first begins the
    // next, which the others join.
    let expired = makeExpiry == nil ? nil : state.value.current.flatMap { $0.hasExpired ? $0 : nil }
    var former: Run?
    let run = state.withLock { runs in
      if let current = runs.current, current !== expired, !(end == .restart && current.hub.hasEnded) {
        runs.join()
        return current
      }
      former = runs.begin(new)
      runs.join()
      return new
    }
    withExtendedLifetime(former) {}
    return run
  }

  @usableFromInline
  func didAttach(to run: Run) {
    state.withLock { $0.attach(to: run) }
    connectIfDue()
  }

  /// Connects the current run, if it is due. If another call is connecting or disconnecting, that call looks again
  /// afterwards.
  private func connectIfDue() {
    while let run = state.withLock({ $0.nextConnection() }) {
      if let expiry = run.expiry {
        upstream.subscribe(ExpiringInner(downstream: run.connection, expiry: expiry))
      } else {
        upstream.subscribe(run.connection)
      }
      state.withLock { $0.didConnect() }
    }
  }

  /// Whether two references point to the same object.
  public static func == (lhs: ShareReplayPublisher, rhs: ShareReplayPublisher) -> Bool {
    lhs === rhs
  }
}

extension ShareReplayPublisher: ReplayOwner {
  @usableFromInline
  package func subscriberCancelled(in hub: AnyObject) {
    let (run, departure) = state.withLock { runs -> (Run?, ShareRuns<Run>.Departure) in
      guard let run = runs.current, run.hub === hub else { return (nil, .nothing) }
      return (run, runs.leave(run, hasEnded: run.hub.hasEnded))
    }
    guard let run, case .disconnect = departure else { return }
    run.connection.cancel()
    state.withLock { $0.didDisconnect() }
    connectIfDue()
  }
}

extension PublisherNames {
  /// ``ShareReplayPublisher``, under a short name that a client's own type overrides.
  public typealias ShareReplay<Upstream: Publisher> = ShareReplayPublisher<Upstream>
}

// The runs are under a lock, and elements cross to other threads under that of a run's hub.
extension ShareReplayPublisher: @unchecked Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
