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
  private let phase: Locked<Phase>

  private enum Phase {
    /// Downstream is inside `receive(subscription:)`; the demand is what it has requested there.
    case handingOver(Begin, Subscribers.Demand)
    case idle(Begin)
    /// Subscribed to the source, whose subscription has not arrived yet.
    case attaching(Subscribers.Demand)
    case active(SubscriptionObject)
    case ended
  }

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - begin: Subscribes to the source.
  @usableFromInline
  init(_ description: String, begin: @escaping Begin) {
    self.description = description
    phase = Locked(.handingOver(begin, .none))
  }

  /// Marks the end of the hand-over: downstream's `receive(subscription:)` has returned.
  @usableFromInline
  func endHandover() {
    let begin: Begin? = phase.withLock { phase in
      guard case .handingOver(let begin, let demand) = phase else { return nil }
      if demand == .none {
        phase = .idle(begin)
        return nil
      }
      phase = .attaching(demand)
      return begin
    }
    begin?(self)
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let (begin, upstream) = phase.withLock { phase -> (Begin?, SubscriptionObject?) in
      switch phase {
      case .handingOver(let begin, let present): phase = .handingOver(begin, present + demand)
      case .idle(let begin):
        phase = .attaching(demand)
        return (begin, nil)
      case .attaching(let present): phase = .attaching(present + demand)
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
    let demand: Subscribers.Demand? = phase.withLock { phase in
      guard case .attaching(let demand) = phase else { return nil }
      phase = .active(object(of: subscription))
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
    let (upstream, released) = phase.withLock { phase -> (SubscriptionObject?, Phase?) in
      if case .active(let upstream) = phase { return (upstream, nil) }
      defer { phase = .ended }
      return (nil, phase)
    }
    withExtendedLifetime(released) {}
    guard let upstream else { return }
    upstream.cancel()
    _ = endPhase()
  }

  /// Releases everything; the caller destroys it outside the lock.
  private func endPhase() -> Phase {
    phase.exchange(.ended)
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    switch phase.value {
    case .handingOver(_, let demand), .attaching(let demand): ["demand": demand]
    case .active(let upstream): ["upstream": upstream]
    case .idle, .ended: [:]
    }
  }
}
