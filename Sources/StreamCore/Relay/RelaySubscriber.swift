/// A stage that may end the stream by itself: it passes values through a ``RelaySubscription``.
///
/// What is particular to an operator is its `receive(_:)`; this protocol supplies the rest.
@usableFromInline
package protocol RelaySubscriber: InnerSubscriber {
  var relay: RelaySubscription { get }
}

extension RelaySubscriber {
  @inlinable package var combineIdentifier: CombineIdentifier { relay.combineIdentifier }

  @inlinable package var description: String { relay.description }

  @inlinable package var mirrorChildren: KeyValuePairs<String, Any> {
    ["downstream": downstream, "state": relay.state.value]
  }

  @inlinable
  package func receive(subscription: any Subscription) {
    guard relay.attach(subscription) else { return }
    downstream.receive(subscription: relay)
  }

  /// Ends the stream: cancels upstream, then finishes downstream.
  @inlinable
  package func finish() -> Subscribers.Demand {
    end(.finished)
  }

  @inlinable
  package func end(_ completion: Subscribers.Completion<Downstream.Failure>) -> Subscribers.Demand {
    if let upstream = relay.terminate() {
      upstream.cancel()
      downstream.receive(completion: completion)
    }
    return .none
  }
}

extension RelaySubscriber where Failure == Downstream.Failure {
  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    guard relay.terminate() != nil else { return }
    downstream.receive(completion: completion)
  }
}

extension RelaySubscriber where Downstream.Failure == any Error {
  /// Ends the stream with an error: cancels upstream, then fails downstream.
  @inlinable
  package func fail(_ error: any Error) -> Subscribers.Demand {
    end(.failure(error))
  }

  @_disfavoredOverload
  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    guard relay.terminate() != nil else { return }
    downstream.receive(completion: completion.widened)
  }
}
