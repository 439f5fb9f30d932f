public import StreamCore
public import StreamParts

/// The rules of `collect(weight:maxWeight:)`: elements are requested one at a time while downstream waits for a batch.
/// It also holds the timer, so that every end of the stream cancels it.
@usableFromInline
struct WeightBatchesPolicy<Input, Failure: Error, Time: Strideable>: SingleUpstreamPolicy {
  @usableFromInline typealias Element = [Input]

  /// How long after its first element a batch is delivered; `nil` if time does not matter.
  @usableFromInline let interval: Time.Stride?

  @usableFromInline var batches: WeightBatches<Input>
  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether an element has been requested that has not come.
  @usableFromInline var isAsked = false

  /// When the open batch is due.
  @usableFromInline var deadline: Time?

  /// Whether a timer is set, or being set. A batch that is complete before does not cancel it.
  @usableFromInline var hasTimer = false
  @usableFromInline var timer: SubscriptionObject?

  @inlinable
  init(maxWeight: Int, interval: Time.Stride?) {
    batches = WeightBatches(maxWeight: maxWeight)
    self.interval = interval
  }

  // MARK: Elements

  /// What follows an element.
  @usableFromInline typealias Outcome = (isDropped: Bool, asks: Bool, setsTimer: Bool)

  /// Takes an element. One that has not been requested is dropped while a batch waits.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - weight: Its weight.
  ///   - now: The time; `nil` if it does not matter.
  ///   - isAwaited: Whether downstream has demand for a batch that nothing delivers.
  /// - Returns: Whether it is dropped, whether another is requested, and whether a timer must be set.
  @inlinable
  mutating func receive(_ element: Input, weight: Int, at now: Time?, isAwaited: Bool) -> Outcome {
    guard isAsked || !batches.hasBatch else { return (true, false, false) }
    isAsked = false
    if batches.add(element, weight: weight), let now, let interval { deadline = now.advanced(by: interval) }
    if isAwaited, !batches.hasBatch { isAsked = true }
    guard interval != nil, !hasTimer, !batches.isDue else { return (false, isAsked, false) }
    hasTimer = true
    return (false, isAsked, true)
  }

  @inlinable
  mutating func next() -> [Input]? { batches.take() }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    switch event {
    case .requested, .delivered:
      guard total != .none, upstream.isActive, !isAsked, !batches.hasBatch else { return UpstreamRequests() }
      isAsked = true
      return UpstreamRequests(.max(1), of: .outer)
    case .completed, .drained: return UpstreamRequests()
    }
  }

  // MARK: Time

  /// Keeps a timer.
  ///
  /// - Returns: When it must ring; `nil` if none is needed.
  @inlinable
  mutating func keep(_ timer: SubscriptionObject) -> Time? {
    guard isTimed, let deadline else {
      hasTimer = false
      return nil
    }
    self.timer = timer
    return deadline
  }

  /// Whether a batch is open that has not reached its time.
  @inlinable var isTimed: Bool { upstream.isActive && !batches.open.isEmpty && !batches.isDue }

  /// A timer rings, which may be an old one.
  ///
  /// - Returns: Whether it must be set anew, as another batch has been opened since.
  @inlinable
  mutating func ring(_ timer: SubscriptionObject, at now: Time) -> Bool {
    guard self.timer === timer else { return false }
    self.timer = nil
    guard isTimed, let deadline else {
      hasTimer = false
      return false
    }
    guard deadline <= now else { return true }
    hasTimer = false
    batches.isDue = true
    return false
  }

  // MARK: The end

  @inlinable
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    batches.isDue = true
    return upstream.terminate()
  }

  @inlinable var isOver: Bool { upstream.phase == .terminated && batches.isEmpty }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    let released = (batches.closed.take(), batches.takeOpen())
    return EndedUpstreams([upstream.terminate(), timer.take()].compactMap { $0 }, releasing: released)
  }
}
