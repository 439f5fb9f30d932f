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
    guard upstream.terminate() != nil else { return }
    downstream.receive(completion: completion)
  }
}

extension TerminatingInner where Downstream.Failure == any Error {
  /// Ends the stream with an error: cancels upstream, then fails downstream.
  @inlinable
  package func fail(_ error: any Error) -> Subscribers.Demand {
    end(.failure(error))
  }

  @_disfavoredOverload
  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.terminate() != nil else { return }
    downstream.receive(completion: completion.widened)
  }
}
