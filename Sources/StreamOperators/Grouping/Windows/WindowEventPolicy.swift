public import StreamCore
public import StreamParts

/// What happens to windows.
@usableFromInline
enum WindowEvent<Element, Failure: Error> {
  case element(Element)

  /// The end of a window; of time, with the number of the timer.
  case cut(timer: Int)

  /// The end of the stream.
  case end(Subscribers.Completion<Failure>)
}

/// The rules by which elements and boundaries, which come on threads of their own, become one order of events.
///
/// Events wait for the delivering thread. With `.suspend`, the demand on upstream limits their number; otherwise this
/// policy does.
@usableFromInline
struct WindowEventPolicy<Input, Failure: Error>: DeliveryPolicy {
  @usableFromInline typealias Element = WindowEvent<Input, Failure>

  @usableFromInline let bounds: InletBounds<Failure>
  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var boundary = UpstreamState.awaitingSubscription

  /// Whether one of the two has completed: what the other sends is ignored.
  @usableFromInline var isClosed = false

  /// The numbers of elements and of cuts that have not been delivered.
  @usableFromInline var elementCount = 0
  @usableFromInline var cutCount = 0

  /// Whether the element that is being delivered has left, or is counted by the windows.
  @usableFromInline var isTaken = false

  @inlinable
  init(_ bounds: InletBounds<Failure>) {
    self.bounds = bounds
  }

  /// Counts an event.
  ///
  /// - Returns: The event; `nil` if there is no room for it.
  @inlinable
  mutating func add(_ event: WindowEvent<Input, Failure>) -> WindowEvent<Input, Failure>? {
    switch event {
    case .element:
      guard elementCount < bounds.bufferSize || isReplacement else { return nil }
      elementCount += 1
    case .cut:
      guard cutCount < bounds.bufferSize else { return nil }
      cutCount += 1
    case .end: break
    }
    return event
  }

  /// Whether the element that is added next was asked for when one left its window, which is still being delivered: its
  /// place is counted until then.
  @inlinable var isReplacement: Bool { bounds.isSuspending && elementCount == bounds.bufferSize }

  /// A window has taken the element that is being delivered, and is about to close: what arrives from inside the end of
  /// the window finds the place of the element free.
  @usableFromInline
  mutating func noteTaken() {
    isTaken = true
    elementCount -= 1
  }

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    guard !isClosed else { return nil }
    if origin == .boundary { return boundary.attach(subscription) ? .unlimited : nil }
    return upstream.attach(subscription) ? bounds.firstDemand : nil
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool {
    !isClosed && (origin == .boundary ? boundary.isActive : upstream.isActive)
  }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    guard !isClosed, let ended = origin == .boundary ? boundary.terminate() : upstream.terminate() else { return nil }
    isClosed = true
    return ended
  }

  @inlinable var isOver: Bool { isClosed }

  // What downstream requests here are events. Elements are requested as they leave their windows.
  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    if case .delivered(let origin, _) = event {
      if origin == .boundary { cutCount -= 1 } else if isTaken { isTaken = false } else { elementCount -= 1 }
    }
    return UpstreamRequests()
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    origin == .boundary ? boundary.subscription : upstream.subscription
  }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    EndedUpstreams([upstream.terminate(), boundary.terminate()].compactMap { $0 })
  }
}
