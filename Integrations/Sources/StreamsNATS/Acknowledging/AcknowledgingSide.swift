internal import IntegrationParts
internal import StreamCore

/// The stage's subscription to the publisher that handles one message. It asks for a value when downstream has taken
/// the one before.
// Sendable: the state is under its lock.
final class AcknowledgingSide<Upstream: Publisher, Work: Publisher, Downstream: Subscriber>: Subscriber,
  @unchecked Sendable
where
  Upstream.Output == JetStreamMessage, Downstream.Input == Work.Output, Downstream.Failure == Upstream.Failure
{
  typealias Input = Work.Output
  typealias Failure = Work.Failure

  private struct State {
    var inner: AcknowledgingInner<Upstream, Work, Downstream>?
    var subscription: (any Subscription)?
    var hasSubscribed = false
    var untaken = 0
    var completion: Subscribers.Completion<Work.Failure>?
  }

  let message: JetStreamMessage
  let number: UInt64
  private let state: Lock<State>

  init(_ message: JetStreamMessage, number: UInt64, inner: AcknowledgingInner<Upstream, Work, Downstream>) {
    self.message = message
    self.number = number
    state = Lock(State(inner: inner))
  }

  func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard !state.hasSubscribed, state.inner != nil else { return false }
      (state.hasSubscribed, state.subscription) = (true, subscription)
      return true
    }
    if isFirst { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  func receive(_ input: Work.Output) -> Subscribers.Demand {
    let inner = state.withLock { state in
      guard state.completion == nil else { return nil as AcknowledgingInner<Upstream, Work, Downstream>? }
      state.untaken += 1
      return state.inner
    }
    inner?.deliver(input, of: self)
    return .none
  }

  func receive(completion: Subscribers.Completion<Work.Failure>) {
    state.withLock { state in
      state.subscription = nil
      if state.completion == nil { state.completion = completion }
    }
    settleIfDone()
  }

  /// Downstream has taken a value.
  func valueWasTaken() {
    let subscription = state.withLock { state in
      state.untaken -= 1
      return state.subscription
    }
    subscription?.request(.max(1))
    settleIfDone()
  }

  func cancel() {
    let (subscription, inner) = state.withLock { state in
      (state.subscription.take(), state.inner.take())
    }
    subscription?.cancel()
    withExtendedLifetime(inner) {}
  }

  private func settleIfDone() {
    let settled = state.withLock { state in
      guard state.untaken == 0, let completion = state.completion, let inner = state.inner.take() else {
        return nil as (AcknowledgingInner<Upstream, Work, Downstream>, Subscribers.Completion<Work.Failure>)?
      }
      return (inner, completion)
    }
    if let (inner, completion) = settled { inner.settle(self, completion) }
  }
}
