public import StreamCore
public import StreamParts

/// The closures that observe the signals of a stage.
@usableFromInline
struct Observer<Input, Failure: Error> {
  @usableFromInline var receiveSubscription: ((any Subscription) -> Void)?
  @usableFromInline var receiveOutput: ((Input) -> Void)?
  @usableFromInline var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  @usableFromInline var receiveCancel: (() -> Void)?
  @usableFromInline var receiveRequest: ((Subscribers.Demand) -> Void)?

  /// Called with the demand that downstream's `receive(_:)` returns, unless it is none.
  @usableFromInline var receiveReturnedDemand: ((Subscribers.Demand) -> Void)?

  @usableFromInline
  init() {}
}

/// The subscription of a stage that observes requests and the cancel.
///
/// It holds upstream's subscription and the closures until the stream ends, and nothing else (rule 7).
// Sendable: everything is accessed under the lock; the closures are the client's, and `@Sendable`.
@usableFromInline
final class ObservedSubscription: StageSubscription, @unchecked Sendable {
  @usableFromInline let upstream: UpstreamSubscription
  private let state: Locked<State>

  private struct State {
    var receiveCancel: (() -> Void)?
    var receiveRequest: ((Subscribers.Demand) -> Void)?

    /// Reports the subscription to the observer; `nil` once that has been done.
    var announce: (() -> Void)?

    /// Requests pass through once it is over.
    var handover = Handover()
  }

  @usableFromInline
  init(
    _ description: String, receiveCancel: (() -> Void)?, receiveRequest: ((Subscribers.Demand) -> Void)?
  ) {
    upstream = UpstreamSubscription(description)
    state = Locked(State(receiveCancel: receiveCancel, receiveRequest: receiveRequest))
  }

  @usableFromInline var description: String { upstream.description }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { upstream.mirrorChildren }

  /// Stores the closure that reports the subscription, for ``announce()``.
  @usableFromInline
  func announceLater(_ tell: @escaping () -> Void) {
    state.withLock { $0.announce = tell }
  }

  /// Reports the subscription, unless that has been done. A completion or a cancel during the handover reports it
  /// first: an observer that counts open subscriptions then sees each begin before it ends.
  @usableFromInline
  func announce() {
    state.withLock { $0.announce.take() }?()
  }

  /// Ends the handover: passes the withheld demand upstream, and all later requests directly.
  @usableFromInline
  func endHandover() {
    let withheld = state.withLock { $0.handover.end() }
    if withheld != .none { upstream.request(withheld) }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard upstream.isActive else { return }
    state.value.receiveRequest?(demand)
    let isWithheld = state.withLock { $0.handover.withhold(demand) }
    if !isWithheld { upstream.request(demand) }
  }

  @usableFromInline
  func cancel() {
    guard let upstream = upstream.terminate() else { return }
    announce()
    let released = release()
    released?()
    upstream.cancel()
  }

  /// Releases the closures.
  ///
  /// - Returns: The closure that observes a cancel.
  @discardableResult
  @usableFromInline
  func release() -> (() -> Void)? {
    state.exchange(State()).receiveCancel
  }
}
