public import StreamCore
public import StreamParts

/// What a stage that gives out inlets keeps under its lock: its upstream, and how much its inlets hold in all.
@usableFromInline
struct InletLedger<Element, Failure: Error>: MirroredByWord {
  @usableFromInline typealias Child = Inlet<Element, Failure>

  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// The number of elements that wait in the inlets, or are being delivered.
  @usableFromInline var held = 0

  /// The number of inlets that elements may still be for.
  @usableFromInline var openCount = 0

  /// The number of inlets for which there is room among those that downstream has not taken.
  @usableFromInline var room = 0

  /// Whether downstream gets further inlets.
  @usableFromInline var isGivingOut = true

  /// Inlets that have been cancelled, and that a stage which keeps them has not forgotten yet.
  @usableFromInline var cancelled: [Child] = []

  /// The inlets that elements may still be for, and that have no subscriber.
  @usableFromInline var unread: [ObjectIdentifier: Child] = [:]

  @usableFromInline var arrivals = InletArrivals<Element, Failure>()

  @inlinable
  init() {}

  @inlinable var mirror: UInt { UInt(held) << 1 | (upstream.isActive ? 1 : 0) }

  /// Counts an element for an inlet.
  ///
  /// - Returns: Where to bring it; `nil` if it is to be left out, since the inlet takes no more.
  @inlinable
  mutating func add(to inlet: Child, keepsOrder: Bool) -> InletDelivery<Element, Failure>? {
    guard !inlet.isClosed, let delivery = inlet.delivery else { return nil }
    inlet.held += 1
    held += 1
    if keepsOrder { arrivals.append(inlet, held: held) }
    return delivery
  }

  /// Counts elements that are held no longer.
  ///
  /// - Returns: Their number: none if the inlet has ended, and been counted then.
  @inlinable
  mutating func subtract(_ count: Int, from inlet: Child) -> Int {
    let count = min(count, inlet.held)
    inlet.held -= count
    held -= count
    return count
  }

  /// Closes an inlet: no more elements follow.
  ///
  /// - Returns: Where its completion is to be brought; `nil` if it has been cancelled.
  @inlinable
  mutating func close(_ inlet: Child) -> InletDelivery<Element, Failure>? {
    guard !inlet.isClosed else { return nil }
    inlet.isClosed = true
    openCount -= 1
    unread[ObjectIdentifier(inlet)] = nil
    return inlet.delivery.take()
  }

  /// Terminates upstream, after which no order of elements matters.
  ///
  /// - Parameter cancels: Whether upstream is to be cancelled: it has not completed.
  /// - Returns: What to cancel and release outside the lock; `nil` if upstream had been terminated.
  @inlinable
  mutating func terminate(cancels: Bool) -> EndedUpstreams? {
    guard let subscription = upstream.terminate() else { return nil }
    defer { (cancelled, unread, arrivals) = ([], [:], InletArrivals()) }
    return cancels
      ? EndedUpstreams([subscription], releasing: (cancelled, unread, arrivals))
      : EndedUpstreams([], releasing: (subscription, cancelled, unread, arrivals))
  }

  /// Terminates upstream, if no reader is left that could receive an element.
  @inlinable
  mutating func giveUpIfAbandoned() -> EndedUpstreams? {
    isGivingOut || openCount > 0 ? nil : terminate(cancels: true)
  }
}

/// The inlets of the elements held, in the order in which these have arrived: a place for each.
///
/// Elements leave an inlet in order, but the places of one are among those of others. So a place stays when its element
/// leaves, and the inlet counts how many of its places are out of date: those in front.
@usableFromInline
struct InletArrivals<Element, Failure: Error> {
  @usableFromInline var places = Queue<Inlet<Element, Failure>>()

  @inlinable
  init() {}

  /// Adds a place, and removes those that are out of date once they are more than half.
  @inlinable
  mutating func append(_ inlet: Inlet<Element, Failure>, held: Int) {
    places.append(inlet)
    guard places.count > 2 * held + 64 else { return }
    var kept = Queue<Inlet<Element, Failure>>()
    while let inlet = next() { kept.append(inlet) }
    places = kept
  }

  /// Removes the oldest place that is not out of date.
  @inlinable
  mutating func next() -> Inlet<Element, Failure>? {
    while let inlet = places.popFirst() {
      if inlet.isOver { continue }
      if inlet.leftPlaces <= 0 { return inlet }
      inlet.leftPlaces -= 1
    }
    return nil
  }
}
