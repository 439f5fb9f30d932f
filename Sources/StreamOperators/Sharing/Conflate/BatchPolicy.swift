public import StreamCore
public import StreamParts

/// The elements that wait to be delivered together: a ring once the oldest has been replaced.
@frozen
@usableFromInline
struct Gathered<Element> {
  @usableFromInline var elements: [Element]

  /// The index of the oldest element.
  @usableFromInline var oldest = 0

  @inlinable
  init(_ element: Element) {
    elements = [element]
  }

  /// Replaces the oldest element, and returns it.
  @inlinable
  mutating func replaceOldest(by element: Element) -> Element {
    var former = element
    swap(&former, &elements[oldest])
    oldest = oldest + 1 == elements.count ? 0 : oldest + 1
    return former
  }

  /// The elements, the oldest first.
  @inlinable var inOrder: [Element] {
    oldest == 0 ? elements : Array(elements[oldest...] + elements[..<oldest])
  }
}

/// The rules of `batch`: those of a buffer, whose elements leave together. The epoch of a key is their number.
@frozen
@usableFromInline
struct BatchPolicy<Output, Failure: Error>: OverflowingPolicy {
  @usableFromInline typealias Element = Gathered<Output>

  @usableFromInline var buffer: BufferPolicy<Output, Failure>

  @usableFromInline
  init(max: Int, whenFull: StreamOverflowPolicy<Failure>) {
    buffer = BufferPolicy(size: max, whenFull: whenFull)
  }

  @usableFromInline var overflowed: SubscriptionObject? {
    get { buffer.overflowed }
    set { buffer.overflowed = newValue }
  }

  @inlinable static var single: UpstreamKey { UpstreamKey(epoch: 1) }

  /// Adds an element to the waiting ones, if there is room. `replaced` receives the element that is dropped in its
  /// favour, to be released outside the lock.
  @inlinable
  mutating func add(
    _ element: Output, to waiting: inout Gathered<Output>?, demand: Subscribers.Demand, replaced: inout Output?
  ) -> OfferAction {
    switch buffer.place(readyCount: waiting?.elements.count ?? 0, demand: demand) {
    case .append, .replaceNewest:
      if waiting == nil { waiting = Gathered(element) } else { waiting?.elements.append(element) }
      return .nothing
    case .replaceOldest:
      replaced = waiting?.replaceOldest(by: element)
      return .dropped
    case .drop: return .dropped
    case .overflow: return .overflow
    }
  }

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    buffer.attach(subscription, from: origin, demand: demand)
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool { buffer.isActive(origin) }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    buffer.complete(origin)
  }

  @inlinable var isOver: Bool { buffer.isOver }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    if !buffer.passesDemand, case .delivered(let batch, _) = event {
      return UpstreamRequests(buffer.refill * batch.epoch, of: Self.single)
    }
    return UpstreamRequests(buffer.passesDemand ? event.more : .none, of: Self.single)
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? { buffer.subscription(of: origin) }

  @usableFromInline
  mutating func end() -> EndedUpstreams { buffer.end() }
}
