public import StreamCore
public import StreamSchedulers

extension Publisher {
  /// Shares one subscription to this publisher, and replays its newest elements until they are out of date.
  ///
  ///     upstream 1    -1|
  ///     upstream 2                    ^1|
  ///     share(replay: 1, expiresAfter: 6, scheduler: scheduler)
  ///     subscriber 1  -1|
  ///     subscriber 2      (^1|)
  ///     subscriber 3                  ^1|
  ///
  /// Use it as a cache of a result that takes time to fetch, such as the answer of a server: subscribers share one
  /// fetch, those that come later get its result, and the first that comes when that is out of date fetches it anew.
  ///
  /// The time counts from the finish of upstream, whether anybody is subscribed or not. A run that goes on does not
  /// expire: a subscriber that arrives while it loads, or while it delivers for hours, joins it. Subscribers keep the
  /// run that they have joined. Several that arrive when the time is over share one new run. Nothing is scheduled: the
  /// log of a run is kept until the next run takes its place, or until this publisher is released.
  ///
  /// - **Demand**: requests unlimited demand from upstream when it connects. Elements that a subscriber has not
  ///   requested wait in the log. A subscriber that falls behind by more than `count` elements loses the oldest it has
  ///   not received, which is reported to the `DropHook`.
  /// - **Completion**: sent to each subscriber after its waiting elements; replayed until the interval is over.
  /// - **Failure**: sent to the subscribers of the run; it is not kept: the next subscriber begins another run.
  /// - **Threads**: delivers where upstream delivers, or where a subscriber requests or subscribes, serially;
  ///   subscribing and cancelling may be done on any thread. Two runs of upstream never overlap.
  ///
  /// - Parameters:
  ///   - count: How many of the newest elements are replayed, at least 0: a negative number traps. With `.max`, all are
  ///     replayed, and memory grows with each.
  ///   - connect: When upstream is subscribed to.
  ///   - disconnect: When the subscription to upstream is cancelled. With `.never`, a fetch goes on though those who
  ///     wanted it have cancelled.
  ///   - interval: How long after its finish a run is replayed, in the scheduler's stride. Zero or less: never.
  ///   - scheduler: The scheduler whose clock is read.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher, of class type, whose subscribers receive the same elements.
  /// - Complexity: O(*n*) for each element, where *n* is the number of subscribers; O(`count`) memory.
  @_disfavoredOverload
  public func share<S: Scheduler>(
    replay count: Int, connect: StreamShareConnect = .onFirstSubscriber,
    disconnect: StreamShareDisconnect = .whenUnused, expiresAfter interval: S.SchedulerTimeType.Stride, scheduler: S,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.ShareReplay<Self> {
    ShareReplayPublisher(
      upstream: self, count: count, connect: connect, disconnect: disconnect, expiresAfter: interval,
      scheduler: scheduler, site: StreamSite(fileID: fileID, line: line))
  }
}
