public import StreamCore
public import StreamParts

extension Publishers.Multicast {
  /// Connects at the first subscription, with a new subject for each connection, and disconnects when the last one has
  /// ended.
  ///
  ///     upstream 1    -1-2-3|
  ///     upstream 2            ^1-2-3|
  ///     referenceCounted()
  ///     subscriber 1  -1-2-3|
  ///     subscriber 2    ^2-3|
  ///     subscriber 3          ^1-2-3|
  ///
  /// Unlike `autoconnect()`, it runs upstream again for subscribers that arrive after the end. The closure passed to
  /// `multicast` creates the subject. If the closure returns the same subject each time, that subject ends all later
  /// subscriptions once it has ended.
  ///
  /// - **Demand**: as `multicast`: the subject keeps each subscriber's demand.
  /// - **Completion**: sent to the subscribers of the connection; the next subscriber begins a new one.
  /// - **Failure**: as the completion.
  /// - **Threads**: connects where the first subscriber subscribes, and disconnects where the last one cancels. Two
  ///   connections never overlap.
  ///
  /// - Returns: A publisher, of class type, that is connected while it has subscribers.
  /// - Complexity: O(*n*) for each element, where *n* is the number of subscribers; subscribing and cancelling take
  ///   O(1), amortised.
  @_disfavoredOverload
  @inlinable
  public func referenceCounted() -> Publishers.ReferenceCounted<Upstream, SubjectType> {
    ReferenceCountedPublisher(upstream: upstream, createSubject: createSubject)
  }
}

/// A publisher that delivers to all its subscribers through one subject, a new one for each connection.
public final class ReferenceCountedPublisher<Upstream: Publisher, SubjectType: Subject>: Publisher, ReleasingPublisher,
  Equatable
where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is shared.
  public let upstream: Upstream

  /// Creates the subject of a connection.
  public let createSubject: @Sendable () -> SubjectType

  @usableFromInline let name: StageName

  /// Whether a subscriber after the end of upstream begins a new run.
  private let restarts: Bool
  private let state = Locked(ShareRuns<Run>(minimum: 1, endsUnused: true))

  /// One connection, with its subject.
  @usableFromInline
  final class Run {
    @usableFromInline let subject: SubjectType
    let connection: SubjectSubscriber<SubjectType>

    init(_ subject: SubjectType) {
      self.subject = subject
      connection = SubjectSubscriber(subject, isOwner: true)
    }
  }

  /// Creates a publisher that delivers to all its subscribers through one subject, a new one for each connection.
  ///
  /// - Parameters:
  ///   - upstream: The publisher that is shared.
  ///   - createSubject: Creates the subject of a connection. If two threads need one at the same time, one of their two
  ///     subjects is used.
  @preconcurrency
  public convenience init(upstream: Upstream, createSubject: @escaping @Sendable () -> SubjectType) {
    self.init("ReferenceCounted", upstream: upstream, restarts: true, createSubject: createSubject)
  }

  @usableFromInline
  init(
    _ name: StageName, upstream: Upstream, restarts: Bool, createSubject: @escaping @Sendable () -> SubjectType
  ) {
    (self.name, self.upstream, self.restarts, self.createSubject) = (name, upstream, restarts, createSubject)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let run = join()
    run.subject.subscribe(
      AutoconnectInner(name, downstream: subscriber, member: RunMember(of: run, in: self)))
    didAttach(to: run)
  }

  @usableFromInline
  func join() -> Run {
    if let run = state.withLock({ $0.joinCurrent() }) { return run }
    // Outside the lock: a closure of the client makes the subject (rule 6).
    let new = Run(createSubject())
    return state.withLock { runs in
      if let run = runs.joinCurrent() { return run }
      _ = runs.begin(new)
      runs.join()
      return new
    }
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
      upstream.subscribe(run.connection)
      state.withLock { $0.didConnect() }
    }
  }

  fileprivate func leave(_ run: Run, ended: Bool) {
    if ended, restarts { return state.withLock { $0.end(run) } }
    // Its completion may wait for requests of others.
    let hasEnded = ended || run.connection.hasEnded
    guard case .disconnect = state.withLock({ $0.leave(run, hasEnded: hasEnded) }) else { return }
    run.connection.cancel()
    state.withLock { $0.didDisconnect() }
    connectIfDue()
  }

  /// Whether two references point to the same object.
  public static func == (lhs: ReferenceCountedPublisher, rhs: ReferenceCountedPublisher) -> Bool {
    lhs === rhs
  }

  /// The membership of one subscriber in a run. It holds both until it leaves.
  @usableFromInline
  final class RunMember: Membership {
    private let place: Locked<Place?>

    private struct Place {
      let run: Run
      let publisher: ReferenceCountedPublisher
    }

    @usableFromInline
    init(of run: Run, in publisher: ReferenceCountedPublisher) {
      place = Locked(Place(run: run, publisher: publisher))
    }

    @usableFromInline
    func leave(ended: Bool) {
      guard let former = place.exchange(nil) else { return }
      former.publisher.leave(former.run, ended: ended)
    }
  }
}

// The runs are under a lock, and a subject is used on the threads of its subscribers.
extension ReferenceCountedPublisher: @unchecked Sendable where Upstream: Sendable, SubjectType: Sendable {}

extension PublisherNames {
  /// ``ReferenceCountedPublisher``, under a short name that a client's own type overrides.
  public typealias ReferenceCounted<Upstream: Publisher, SubjectType: Subject> =
    ReferenceCountedPublisher<Upstream, SubjectType>
  where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output
}
