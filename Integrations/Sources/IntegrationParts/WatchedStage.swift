package import StreamCore

/// Passes the signals of one subscription on, and shows them to a ``SignalWatch``.
package final class WatchedStage<Downstream: Subscriber, Watch: SignalWatch>: Subscriber, Subscription
where Watch.Input == Downstream.Input, Watch.Failure == Downstream.Failure {
  package typealias Input = Downstream.Input
  package typealias Failure = Downstream.Failure

  private struct State {
    var downstream: Downstream?
    var watch: Watch?
    var upstream: (any Subscription)?
  }

  private let state: Lock<State>

  package init(downstream: Downstream, watch: Watch) {
    state = Lock(State(downstream: downstream, watch: watch))
  }

  /// The references while the stream is open: after the subscription and before the end.
  private var open: (downstream: Downstream, watch: Watch, upstream: any Subscription)? {
    state.withLock { state in
      guard let downstream = state.downstream, let watch = state.watch, let upstream = state.upstream else {
        return nil
      }
      return (downstream, watch, upstream)
    }
  }

  /// Ends the stream: of several calls, one gets the references (rules 4, 5, 7).
  private func end() -> (downstream: Downstream, watch: Watch, upstream: any Subscription)? {
    let ended = state.withLock { state -> State? in
      guard state.upstream != nil else { return nil }
      defer { state = State() }
      return state
    }
    guard let downstream = ended?.downstream, let watch = ended?.watch, let upstream = ended?.upstream else {
      return nil
    }
    return (downstream, watch, upstream)
  }

  package func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard state.downstream != nil, state.upstream == nil else { return false }
      state.upstream = subscription
      return true
    }
    guard isFirst, let open else { return subscription.cancel() }
    open.watch.subscription { open.downstream.receive(subscription: self) }
  }

  package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard let open else { return .none }
    return open.watch.value(input, open.downstream.receive)
  }

  package func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard let ended = end() else { return }
    ended.watch.completion(completion) { ended.downstream.receive(completion: completion) }
  }

  package func request(_ demand: Subscribers.Demand) {
    guard demand != .none, let open else { return }
    open.watch.request(demand) { open.upstream.request(demand) }
  }

  package func cancel() {
    guard let ended = end() else { return }
    ended.watch.cancel { ended.upstream.cancel() }
  }
}

// Sendable: the state is under the lock.
extension WatchedStage: @unchecked Sendable {}
