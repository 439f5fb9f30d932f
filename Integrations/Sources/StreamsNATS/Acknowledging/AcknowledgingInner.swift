internal import IntegrationParts
internal import StreamCore

/// The stage between messages and the values of the publishers that handle them.
// Sendable: the state is under its lock; the rest is constant.
final class AcknowledgingInner<Upstream: Publisher, Work: Publisher, Downstream: Subscriber>: Subscriber, Subscription,
  CustomStringConvertible, @unchecked Sendable
where
  Upstream.Output == JetStreamMessage, Downstream.Input == Work.Output, Downstream.Failure == Upstream.Failure
{
  typealias Input = JetStreamMessage
  typealias Failure = Upstream.Failure
  typealias Side = AcknowledgingSide<Upstream, Work, Downstream>

  private struct State {
    var upstream: (any Subscription)?
    var hasSubscribed = false
    var hasStarted = false
    var hasEnded = false
    var isUpstreamFinished = false
    var handle: (@Sendable (JetStreamMessage) -> Work)?
    var sides: [UInt64: Side] = [:]
  }

  let description = "JetStreamAcknowledgingPublishers"
  private let maxPublishers: Int
  private let policy: AcknowledgementPolicy
  private let work: WorkInProgress
  private let state: Lock<State>
  private var outlet: Outlet<Downstream.Input, Downstream.Failure, Side>?

  /// Downstream, until it has got its subscription.
  private var handover: Downstream?

  init(to downstream: Downstream, _ publisher: JetStreamAcknowledgingPublishers<Upstream, Work>) {
    (maxPublishers, policy) = (publisher.maxPublishers, publisher.policy)
    work = WorkInProgress(interval: publisher.policy.progressInterval)
    state = Lock(State(handle: publisher.handle))
    outlet = nil
    handover = downstream
    outlet = Outlet(to: downstream) { side, _ in side.valueWasTaken() }
  }

  // MARK: Upstream's side

  func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      if !state.hasSubscribed { state.upstream = subscription }
      defer { state.hasSubscribed = true }
      return !state.hasSubscribed
    }
    guard isFirst else { return subscription.cancel() }  // Rule 1.
    handover.take()?.receive(subscription: self)
    outlet?.open()
  }

  func receive(_ input: JetStreamMessage) -> Subscribers.Demand {
    guard let handle = state.withLock({ $0.isUpstreamFinished ? nil : $0.handle }) else {
      input.pass()  // It came after a cancel: for another program, at once.
      return .none
    }
    guard !policy.givesUp(input) else { return .max(1) }
    let publisher = handle(input)
    let side = Side(input, number: work.begin(input), inner: self)
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.sides[side.number] = side }
      return state.hasEnded
    }
    if hasEnded { input.pass() } else { publisher.subscribe(side) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    let isCurrent = state.withLock { state in
      guard state.hasSubscribed, !state.hasEnded, !state.isUpstreamFinished else { return false }
      state.isUpstreamFinished = true
      state.upstream = nil
      return true
    }
    guard isCurrent else { return }
    switch completion {
    case .finished: finishIfDone()
    case .failure:
      guard end() else { return }
      // Values that wait belong to messages that are delivered again.
      outlet?.fail(completion)
    }
  }

  // MARK: Downstream's side

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    outlet?.request(demand)
    let upstream = state.withLock { state in
      defer { state.hasStarted = true }
      return state.hasStarted ? nil : state.upstream
    }
    upstream?.request(.max(maxPublishers))
  }

  func cancel() {
    outlet?.cancel()
    end()
  }

  // MARK: The publishers' side

  func deliver(_ value: Work.Output, of side: Side) {
    outlet?.send(value, tag: side)
  }

  /// The work on a message has ended, and downstream has taken its values.
  func settle(_ side: Side, _ completion: Subscribers.Completion<Work.Failure>) {
    let (wasOpen, upstream) = state.withLock { state in
      (state.sides.removeValue(forKey: side.number) != nil, state.upstream)
    }
    guard wasOpen else { return }
    work.end(side.number)
    switch completion {
    case .finished: side.message.acknowledge()
    case .failure(let error): policy.refuse(side.message, error)
    }
    upstream?.request(.max(1))
    finishIfDone()
  }

  private func finishIfDone() {
    guard state.withLock({ $0.isUpstreamFinished && $0.sides.isEmpty }), end() else { return }
    outlet?.send(completion: .finished)
  }

  /// Releases what the stage holds. Downstream is the outlet's to release.
  ///
  /// - Returns: Whether it had not ended before.
  @discardableResult
  private func end() -> Bool {
    let (isFirst, former) = state.withLock { state in
      let former = state
      (state.upstream, state.handle, state.sides, state.hasEnded) = (nil, nil, [:], true)
      return (!former.hasEnded, former)
    }
    guard isFirst else { return false }
    work.end()
    former.upstream?.cancel()
    for side in former.sides.values {
      side.cancel()
      // For another program, at once.
      side.message.pass()
    }
    return withExtendedLifetime(former) { true }
  }
}
