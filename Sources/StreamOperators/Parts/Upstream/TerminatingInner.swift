public import StreamCore

/// A stage that may end the stream by itself, with an ``UpstreamSubscription`` as its state.
///
/// An operator implements `receive(_:)`; this protocol supplies the other requirements.
@usableFromInline
package protocol TerminatingInner: InnerSubscriber {
  var upstream: UpstreamSubscription { get }
}

extension TerminatingInner {
  @inlinable package var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }

  @inlinable package var description: String { upstream.description }

  @inlinable package var mirrorChildren: KeyValuePairs<String, Any> {
    ["downstream": downstream, "state": upstream.upstream]
  }

  @inlinable
  package func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    downstream.receive(subscription: upstream)
  }

  /// Ends the stream: cancels upstream, then finishes downstream.
  @inlinable
  package func finish() -> Subscribers.Demand {
    end(.finished)
  }

  @inlinable
  package func end(_ completion: Subscribers.Completion<Downstream.Failure>) -> Subscribers.Demand {
    if let upstream = upstream.terminate() {
      upstream.cancel()
      downstream.receive(completion: completion)
    }
    return .none
  }
}

extension TerminatingInner where Failure == Downstream.Failure {
  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.terminate() != nil else { return FailureHook.report(late: completion, at: upstream) }
    downstream.receive(completion: completion)
  }
}

extension TerminatingInner {
  /// Upstream's failures are of downstream's type, or of any if that is `any Error`, or there are none.
  @_disfavoredOverload
  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.terminate() != nil else { return FailureHook.report(late: completion, at: upstream) }
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let error): downstream.receive(completion: .failure(error.converted()))
    }
  }
}
