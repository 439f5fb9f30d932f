extension Publisher {
  /// Sends this publisher's elements and its completion to a subject.
  ///
  ///     upstream      --1--2--|
  ///     subject       --1--2--|
  ///
  /// - **Demand**: requested by the subject: a ``CurrentValueSubject`` requests unlimited demand immediately, a
  ///   ``PassthroughSubject`` once one of its subscribers has requested a value.
  /// - **Completion**: sent to the subject.
  /// - **Failure**: sent to the subject.
  /// - **Threads**: sends to the subject where upstream delivers.
  ///
  /// - Parameter subject: The subject to feed. The connection does not retain it; when it is released, upstream is
  ///   cancelled. A subject that hides another's type is retained.
  /// - Returns: A cancellable that cancels the subscription when it is cancelled or released.
  @inlinable
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
    let subscriber = SubjectSubscriber(subject)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

/// A connection from a publisher to a subject, which reports whether it has ended. The subject reads that under its
/// own lock, so the connection may only take its lock, and must not call out.
package protocol EndingConnection {
  var hasEnded: Bool { get }
}

/// A subject that passes everything on to another. What feeds it retains it: nothing else may.
package protocol ForwardingSubject: Subject {}

/// Sends the signals that it receives to a subject, for which it is also the subscription. It does not retain the
/// subject, unless it owns it: the subject's subscribers and its owner do, and its release cancels upstream.
// Sendable: the weak reference is read only; everything else is under the lock.
@usableFromInline
package final class SubjectSubscriber<Target: Subject>: Subscriber, StageSubscription,
  EndingConnection, @unchecked Sendable
{
  @usableFromInline let state: Locked<State>
  @usableFromInline weak var subject: Target?

  @usableFromInline
  struct State {
    @usableFromInline var upstream = UpstreamState.awaitingSubscription

    /// The subject, until the end, if the connection owns it, or nothing else does.
    @usableFromInline var owned: Target?
  }

  /// - Parameters:
  ///   - subject: The subject to feed.
  ///   - isOwner: Whether the connection retains the subject until it ends. A value is cheaper then: an object with
  ///     a weak reference costs some 170 instructions more.
  @usableFromInline
  package init(_ subject: Target, isOwner: Bool = false) {
    let isOwner = isOwner || subject is any ForwardingSubject
    self.subject = isOwner ? nil : subject
    state = Locked(State(owned: isOwner ? subject : nil))
  }

  @usableFromInline package var description: String { "Subject" }

  package var hasEnded: Bool { state.withLock { $0.upstream.phase == .terminated } }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    let subject = state.upstream.phase == .terminated ? nil : state.owned ?? subject
    return ["downstreamSubject": subject as Any, "upstreamSubscription": state.upstream]
  }

  @usableFromInline
  package func receive(subscription: any Subscription) {
    let isTaken = state.withLock { $0.upstream.attach(subscription) }
    guard isTaken, let target = state.value.owned ?? subject else { return subscription.cancel() }
    target.send(subscription: self)
  }

  @inlinable @inline(__always)
  package func receive(_ input: Target.Output) -> Subscribers.Demand {
    state.withLock { $0.upstream.isActive ? $0.owned ?? subject : nil }?.send(input)
    return .none
  }

  @usableFromInline
  package func receive(completion: Subscribers.Completion<Target.Failure>) {
    // A completion before the subscription is ignored (rule 9).
    guard state.withLock({ $0.upstream.isActive }), let ended = end() else { return }
    withExtendedLifetime(ended) { (ended.owned ?? subject)?.send(completion: completion) }
  }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.upstream.subscription }?.request(demand)
  }

  @usableFromInline
  package func cancel() {
    end()?.upstream.subscription?.cancel()
  }

  /// Removes the references to both sides; `nil` if that has been done before.
  private func end() -> State? {
    state.withLock { state in
      guard state.upstream.phase != .terminated else { return nil }
      defer { state = State(upstream: .terminated) }
      return state
    }
  }
}
