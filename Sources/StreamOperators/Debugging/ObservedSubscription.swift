public import StreamCore
public import StreamParts

/// What somebody wants to see of the signals that pass a stage.
@usableFromInline
struct Observer<Input, Failure: Error> {
  @usableFromInline var receiveSubscription: ((any Subscription) -> Void)?
  @usableFromInline var receiveOutput: ((Input) -> Void)?
  @usableFromInline var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  @usableFromInline var receiveCancel: (() -> Void)?
  @usableFromInline var receiveRequest: ((Subscribers.Demand) -> Void)?

  /// Called with demand that `receive(_:)` of downstream returned, unless it is none.
  @usableFromInline var receiveReturnedDemand: ((Subscribers.Demand) -> Void)?

  @usableFromInline
  init() {}
}

/// The subscription of a stage that shows requests and the cancel to somebody as they pass.
///
/// It holds the upstream's subscription and the closures until the stream ends, and nothing else.
// Sendable: everything is reached under the lock; the closures are those of the client's `@Sendable` ones.
@usableFromInline
final class ObservedSubscription: StageSubscription, @unchecked Sendable {
  @usableFromInline let upstream: UpstreamSubscription
  private let state: Locked<State>

  private struct State {
    var receiveCancel: (() -> Void)?
    var receiveRequest: ((Subscribers.Demand) -> Void)?

    /// Tells of the subscription, as long as that is still to be done.
    var announce: (() -> Void)?

    /// What is asked for while requests are kept back.
    var kept: Subscribers.Demand?
  }

  @usableFromInline
  init(
    _ description: String, keepsRequestsBack: Bool, receiveCancel: (() -> Void)?,
    receiveRequest: ((Subscribers.Demand) -> Void)?
  ) {
    upstream = UpstreamSubscription(description)
    state = Locked(
      State(
        receiveCancel: receiveCancel, receiveRequest: receiveRequest,
        kept: keepsRequestsBack ? Subscribers.Demand.none : nil))
  }

  @usableFromInline var description: String { upstream.description }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { upstream.mirrorChildren }

  /// Keeps back what tells of the subscription, for ``announce()``.
  @usableFromInline
  func announceLater(_ tell: @escaping () -> Void) {
    state.withLock { $0.announce = tell }
  }

  /// Tells of the subscription, if that is still to be done. It comes before an end: who counts subscriptions, or shows
  /// that something is under way, is told of the beginning first.
  @usableFromInline
  func announce() {
    state.withLock { $0.announce.take() }?()
  }

  /// Lets requests pass from now on, and those that have been kept back.
  @usableFromInline
  func passRequests() {
    if let kept = state.withLock({ $0.kept.take() }), kept != .none { upstream.request(kept) }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard upstream.isActive else { return }
    state.value.receiveRequest?(demand)
    let isKept = state.withLock { state in
      guard let kept = state.kept else { return false }
      state.kept = kept + demand
      return true
    }
    if !isKept { upstream.request(demand) }
  }

  @usableFromInline
  func cancel() {
    guard let upstream = upstream.terminate() else { return }
    announce()
    let released = release()
    released?()
    upstream.cancel()
  }

  /// Lets go of the closures.
  ///
  /// - Returns: The one that is to be told of a cancel.
  @discardableResult
  @usableFromInline
  func release() -> (() -> Void)? {
    state.exchange(State()).receiveCancel
  }
}
