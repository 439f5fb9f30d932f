internal import StreamCore

/// The subscription of a publisher that subscribes to its source at the first demand.
///
/// The source begins when downstream has been told of the subscription, and not before: it may deliver on a thread of
/// its own, where it would overtake (rule 3).
// Sendable: everything is reached under the lock, and `begin` is called by the one who takes it out.
@usableFromInline
final class DeferredSubscription: StageSubscription, @unchecked Sendable {
  @usableFromInline typealias Begin = (DeferredSubscription) -> Void

  @usableFromInline let description: String
  private let phase: Locked<Phase>

  private enum Phase {
    /// Downstream is being told, and may ask meanwhile.
    case greeting(Begin, Subscribers.Demand)
    case idle(Begin)
    /// The source has not yet answered.
    case attaching(Subscribers.Demand)
    case active(SubscriptionObject)
    case ended
  }

  /// - Parameters:
  ///   - description: What the subscription says of itself.
  ///   - begin: Subscribes to the source.
  @usableFromInline
  init(_ description: String, begin: @escaping Begin) {
    self.description = description
    phase = Locked(.greeting(begin, .none))
  }

  /// Says that downstream has been told of the subscription.
  @usableFromInline
  func endGreeting() {
    let begin: Begin? = phase.withLock { phase in
      guard case .greeting(let begin, let demand) = phase else { return nil }
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
      case .greeting(let begin, let present): phase = .greeting(begin, present + demand)
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

  /// Takes the source's subscription, and asks it for what downstream has asked for.
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
    if case .ended = letGo() { false } else { true }
  }

  @usableFromInline
  func cancel() {
    // The source's subscription is let go of after its cancel: one who cancels meanwhile finds it, and returns no sooner than
    // it knows of a cancel (rule 5). So whether there is one is decided where it stays: a source may attach in between.
    let (upstream, released) = phase.withLock { phase -> (SubscriptionObject?, Phase?) in
      if case .active(let upstream) = phase { return (upstream, nil) }
      defer { phase = .ended }
      return (nil, phase)
    }
    withExtendedLifetime(released) {}
    guard let upstream else { return }
    upstream.cancel()
    _ = letGo()
  }

  /// Lets go of everything; what was held goes outside the lock.
  private func letGo() -> Phase {
    phase.exchange(.ended)
  }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    switch phase.value {
    case .greeting(_, let demand), .attaching(let demand): ["demand": demand]
    case .active(let upstream): ["upstream": upstream]
    case .idle, .ended: [:]
    }
  }
}
