public import StreamCore

/// The hub of the subjects and publishers that replay: a `Broadcaster`, and a ``ReplayLog`` of the newest values, which
/// is under its lock. Its subscribers are ``ReplayBranch``es.
///
/// A value is added to the log and sent under one lock, and a subscriber begins to read the log and is listed under one
/// lock: so no value is missing between those replayed and those that follow, and none comes twice.
// Sendable: everything is under a lock, or Sendable.
@usableFromInline
package final class ReplayHub<Output, Failure: Error>: @unchecked Sendable {
  @usableFromInline package typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let broadcaster: Broadcaster<Output, Failure>
  @usableFromInline let name: StageName

  /// Whether there is a clock. To look at an optional existential on the path of the values copies it.
  @usableFromInline let hasClock: Bool
  let clock: (any ReplayClock)?

  /// Where the subject or the operator was written, for the report of a drop.
  private let site: StreamSite?

  @usableFromInline let limit: Int

  /// Under the lock of the broadcaster, where nothing of a client's is called or released.
  @exclusivity(unchecked) @usableFromInline var log: ReplayLog<Output>

  /// - Parameters:
  ///   - name: The description of the subscriptions.
  ///   - limit: How many values are kept, at least 0.
  ///   - clock: Measures their age, if that is limited, too.
  ///   - site: Where the subject or the operator was written, for the report of a drop.
  @usableFromInline
  package init(_ name: StageName, limit: Int, clock: (any ReplayClock)? = nil, site: StreamSite?) {
    precondition(limit >= 0, "The size of a replay buffer must not be negative.")
    (self.name, self.limit, self.clock, hasClock) = (name, limit, clock, clock != nil)
    self.site = site
    log = ReplayLog(limit: limit)
    broadcaster = Broadcaster(name)
    broadcaster.requestFromUpstreams()
  }

  @inlinable
  package func withLog<Result>(_ body: (inout ReplayLog<Output>) -> Result) -> Result {
    broadcaster.lock.withLock { _ in body(&log) }
  }

  /// Whether the completion has been sent.
  @usableFromInline package var hasEnded: Bool { broadcaster.lock.withLock { _ in broadcaster.isOver } }

  // MARK: Sending

  @inlinable
  package func send(_ value: Output) {
    if hasClock { sendStamped(value) } else { add(value) { _ in } }
  }

  @usableFromInline
  func sendStamped(_ value: Output) {
    guard let stamp = clock?.now() else { return }
    expire(at: stamp)
    add(value) { $0.append(stamp: stamp) }
  }

  @inlinable @inline(__always)
  func add(_ value: Output, _ stamp: (inout ReplayLog<Output>) -> Void) {
    var removed: Output?
    let isDrainThread = broadcaster.lock.withLock { _ in
      if broadcaster.isOver { return false }
      log.append(value)
      stamp(&log)
      removed = log.popExcess()
      return broadcaster.enters(or: .value(value))
    }
    withExtendedLifetime(removed) {}
    guard isDrainThread else { return }
    broadcaster.deliver(value)
    broadcaster.leave()
  }

  @usableFromInline
  package func send(completion: Completion) {
    broadcaster.send(completion: completion)
  }

  /// Takes an upstream, and requests everything from it.
  @usableFromInline
  package func send(subscription upstream: any Subscription) {
    broadcaster.send(subscription: upstream)
  }

  // MARK: Subscribers

  /// - Parameters:
  ///   - downstream: The subscriber.
  ///   - owner: What the subscription retains until it ends.
  @inlinable
  package func subscribe<Downstream: Subscriber>(_ downstream: Downstream, owner: (any ReplayOwner)? = nil)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    // Erased, so that the rest is compiled once for a type of values.
    add(AnySubscriber(downstream), owner)
  }

  @inlinable
  func add(_ downstream: AnySubscriber<Output, Failure>, _ owner: (any ReplayOwner)?) {
    if hasClock { expire() }
    let branch = ReplayBranch(of: self, owner, to: downstream)
    broadcaster.add(branch) { $0.begin(at: log) }
  }

  // MARK: Age. The clock is a client's scheduler, so it is asked outside the lock.

  /// What a new subscriber gets.
  @usableFromInline package var replayed: [Output] {
    expire()
    return withLog { log in (log.replayStart..<log.end).compactMap { log[$0] } }
  }

  /// Removes what is too old.
  @usableFromInline
  func expire() {
    if let clock { expire(at: clock.now()) }
  }

  func expire(at now: Any) {
    guard let clock else { return }
    while let oldest = withLog({ $0.oldest }), clock.hasExpired(oldest.stamp, at: now) {
      let removed = withLog { $0.pop(at: oldest.position) }
      withExtendedLifetime(removed) {}
    }
    let stamps = withLog { $0.takeOldStamps() }
    withExtendedLifetime(stamps) {}
  }

  @usableFromInline
  func reportDrops(_ count: Int) {
    DropHook.report(DropReport(operatorName: name.description, reason: .overflow, count: count, site: site))
  }
}

// What a connection, `SubjectSubscriber`, sends to.
extension ReplayHub: Subject, ReleasingPublisher {
  @usableFromInline
  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscribe(subscriber)
  }
}

/// Holds a ``ReplayHub`` for its subscribers: a subject, or a publisher that shares.
@usableFromInline
package protocol ReplayOwner: AnyObject {
  /// A subscriber of a hub has cancelled.
  func subscriberCancelled(in hub: AnyObject)
}

extension ReplayOwner {
  @usableFromInline
  package func subscriberCancelled(in hub: AnyObject) {}
}
