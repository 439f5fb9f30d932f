internal import StreamCore

/// The subscription of a publisher that subscribes to its source at the first demand.
///
/// The source is subscribed to only after downstream's `receive(subscription:)` has returned, even if downstream
/// requests inside it: a source that delivers on another thread would otherwise overlap that call (rule 3).
// Sendable: everything is accessed under the lock, and `begin` is called by the thread that takes it out.
@usableFromInline
final class DeferredSubscription: StageSubscription, @unchecked Sendable {
  @usableFromInline typealias Begin = (DeferredSubscription) -> Void

  @usableFromInline let description: String
  private let state: Locked<State>

  private struct State {
    var handover = Handover()
    var phase: Phase
  }

  private enum Phase {
    case idle(Begin)
    /// Subscribed to the source, whose subscription has not arrived yet.
    case subscribing(Subscribers.Demand)
    case active(SubscriptionObject)
    case ended
  }

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - begin: Subscribes to the source.
  @usableFromInline
  init(_ description: String, begin: @escaping Begin) {
    self.description = description
    state = Locked(State(phase: .idle(begin)))
  }

  /// Ends the handover: downstream's `receive(subscription:)` has returned.
  @usableFromInline
  func endHandover() {
    request(state.withLock { $0.handover.end() })
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let (begin, upstream) = state.withLock { state -> (Begin?, SubscriptionObject?) in
      if state.handover.withhold(demand) { return (nil, nil) }
      switch state.phase {
      case .idle(let begin):
        state.phase = .subscribing(demand)
        return (begin, nil)
      case .subscribing(let present): state.phase = .subscribing(present + demand)
      case .active(let upstream): return (nil, upstream)
      case .ended: break
      }
      return (nil, nil)
    }
    begin?(self)
    upstream?.request(demand)
  }

  /// Stores the source's subscription, and requests downstream's demand from it.
  @usableFromInline
  func attach(_ subscription: any Subscription) {
    let demand: Subscribers.Demand? = state.withLock { state in
      guard case .subscribing(let demand) = state.phase else { return nil }
      state.phase = .active(object(of: subscription))
      return demand
    }
    if let demand { subscription.request(demand) } else { subscription.cancel() }
  }

  /// Ends the stream.
  ///
  /// - Returns: Whether it had not been cancelled.
  @usableFromInline
  func end() -> Bool {
    if case .ended = endPhase() { false } else { true }
  }

  @usableFromInline
  func cancel() {
    // The source's subscription stays in place until its cancel has returned, so that a thread that cancels
    // concurrently finds it, and cancels it too before it returns (rule 5). Without one, the phase must become `.ended`
    // in the same critical section: a source could attach between two.
    let (upstream, released) = state.withLock { state -> (SubscriptionObject?, Phase?) in
      if case .active(let upstream) = state.phase { return (upstream, nil) }
      defer { state.phase = .ended }
      return (nil, state.phase)
    }
    withExtendedLifetime(released) {}
    guard let upstream else { return }
    upstream.cancel()
    _ = endPhase()
  }

  /// Releases everything; the caller destroys it outside the lock.
  private func endPhase() -> Phase {
    state.withLock { state in
      defer { state.phase = .ended }
      return state.phase
    }
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    switch state.value.phase {
    case .subscribing(let demand): ["demand": demand]
    case .active(let upstream): ["upstream": upstream]
    case .idle, .ended: [:]
    }
  }
}
