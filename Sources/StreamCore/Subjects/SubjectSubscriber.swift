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
  /// - Parameter subject: The subject to feed.
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

/// Sends the signals that it receives to a subject, for which it is also the subscription.
// Sendable: the references to the subject and to upstream are under the lock.
@usableFromInline
package final class SubjectSubscriber<Target: Subject>: Subscriber, StageSubscription,
  EndingConnection, @unchecked Sendable
{
  @usableFromInline let state: Locked<State>

  @usableFromInline
  struct State {
    @usableFromInline var subject: Target?
    @usableFromInline var upstream = UpstreamState.awaitingSubscription
  }

  @usableFromInline
  package init(_ subject: Target) {
    state = Locked(State(subject: subject))
  }

  @usableFromInline package var description: String { "Subject" }

  package var hasEnded: Bool { state.withLock { $0.subject == nil } }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["downstreamSubject": state.subject as Any, "upstreamSubscription": state.upstream]
  }

  @usableFromInline
  package func receive(subscription: any Subscription) {
    let subject: Target? = state.withLock { state in
      guard let subject = state.subject, state.upstream.attach(subscription) else { return nil }
      return subject
    }
    guard let subject else { return subscription.cancel() }
    subject.send(subscription: self)
  }

  @inlinable @inline(__always)
  package func receive(_ input: Target.Output) -> Subscribers.Demand {
    state.withLock { $0.upstream.subscription == nil ? nil : $0.subject }?.send(input)
    return .none
  }

  @usableFromInline
  package func receive(completion: Subscribers.Completion<Target.Failure>) {
    // A completion before the subscription is ignored (rule 9).
    let ended: (Target, any Subscription)? = state.withLock { state in
      guard let upstream = state.upstream.terminate(), let subject = state.subject.take() else { return nil }
      return (subject, upstream)
    }
    guard let (subject, upstream) = ended else { return }
    withExtendedLifetime(upstream) {}
    subject.send(completion: completion)
  }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.upstream.subscription }?.request(demand)
  }

  @usableFromInline
  package func cancel() {
    end()?.upstream?.cancel()
  }

  /// Removes the references to both sides; `nil` if that has been done before.
  private func end() -> (subject: Target, upstream: (any Subscription)?)? {
    state.withLock { state in
      state.subject.take().map { ($0, state.upstream.terminate()) }
    }
  }
}
