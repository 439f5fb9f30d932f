public import StreamCore

/// The upstream of a ``EmitterDelivery``: starts the source at the first demand, passes later demand on to it, and
/// cancels it.
// Sendable: the state is under the lock. Closures are called outside, by the thread that takes them out, but for that
// of the demand, which is `@Sendable`.
@usableFromInline
final class EmitterSource: StageSubscription, @unchecked Sendable {
  @usableFromInline typealias Start = (EmitterSource) -> any Cancellable
  typealias OnDemand = @Sendable (Subscribers.Demand) -> Void

  private struct State {
    var handover = Handover()

    /// Starts the source, until it has.
    var start: Start?

    /// What the source has returned.
    var running: (any Cancellable)?

    /// Releases the emitter's receiver.
    var close: ((_ cancelled: Bool) -> Void)?

    /// The closure that the source has set to receive new demand; `nil` after the end.
    var onDemand: OnDemand?

    /// The demand that has not been reported to a closure yet.
    var untold = Subscribers.Demand.none

    /// Whether the closure is running.
    var isTelling = false

    var isEnded = false

    mutating func takeUntold() -> (action: OnDemand, demand: Subscribers.Demand)? {
      guard let onDemand, untold != .none else { return nil }
      defer { untold = .none }
      return (onDemand, untold)
    }
  }

  private let state: Locked<State>

  /// - Parameter start: Starts the source. Called once, at the first demand.
  @usableFromInline
  init(start: @escaping Start) {
    state = Locked(State(start: start))
  }

  @usableFromInline var description: String { "Create" }

  /// Whether the source has set a closure for new demand, or has ended.
  var isPaced: Bool { state.withLock { $0.onDemand != nil || $0.isEnded } }

  /// Ends the handover: downstream's `receive(subscription:)` has returned.
  @usableFromInline
  func endHandover() {
    request(state.withLock { $0.handover.end() })
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let start = state.withLock { state -> Start? in
      if state.isEnded || state.handover.withhold(demand) { return nil }
      state.untold += demand
      return state.start.take()
    }
    if let start { run(start) }
    tell()
  }

  /// Reports new demand to the source. The closure may send a value, for which downstream asks for more: that request
  /// adds to the loop of the call that runs, so that the stack does not grow.
  private func tell() {
    var next = state.withLock { state in
      if state.isTelling { return nil as (action: OnDemand, demand: Subscribers.Demand)? }
      let next = state.takeUntold()
      state.isTelling = next != nil
      return next
    }
    while let (action, demand) = next {
      action(demand)
      next = state.withLock { state in
        let next = state.takeUntold()
        state.isTelling = next != nil
        return next
      }
    }
  }

  private func run(_ start: Start) {
    let running = start(self)
    let isEnded = state.withLock { state in
      if !state.isEnded { state.running = running }
      return state.isEnded
    }
    if isEnded { running.cancel() }
  }

  func onDemand(_ action: @escaping OnDemand) {
    let former = state.withLock { state in
      let former = state.onDemand
      if !state.isEnded { state.onDemand = action }
      return former
    }
    withExtendedLifetime(former) {}
    tell()
  }

  /// Sets what releases the emitter's receiver; if the stream has ended, calls it.
  func setClose(_ close: @escaping (_ cancelled: Bool) -> Void) {
    let isEnded = state.withLock { state in
      if !state.isEnded { state.close = close }
      return state.isEnded
    }
    if isEnded { close(true) }
  }

  /// Downstream has cancelled.
  @usableFromInline
  func cancel() {
    end(cancelled: true)
  }

  /// Cancels the source, once; if it is still starting, as soon as it has started.
  func end(cancelled: Bool) {
    let ended = state.withLock { state in
      defer {
        (state.start, state.running, state.close, state.onDemand) = (nil, nil, nil, nil)
        state.isEnded = true
      }
      return state
    }
    ended.close?(cancelled)
    ended.running?.cancel()
  }
}
