public import StreamCore

/// The elements that a ``ReplayHub`` has sent, newest last. Pure: no lock, no calls out.
///
/// Each element has a position, counted from the first one sent; a subscriber is a cursor, the position of the element
/// that it gets next. Three parts follow one another:
///
///     start … offered - limit … offered … end
///
/// The elements before `offered` have been offered to the subscribers. Of these the log keeps `limit`, and earlier ones
/// only while a pin protects them. Those from `offered` on are queued: they were sent during a delivery.
@frozen
@usableFromInline
package struct ReplayLog<Element> {
  @usableFromInline let limit: Int
  @usableFromInline var elements = Queue<Element>()

  /// When each element was sent, if their age counts.
  @usableFromInline var stamps = Queue<Any>()

  /// The position of the oldest element.
  @usableFromInline package private(set) var start = 0

  /// The position of the oldest element that has not been offered.
  @usableFromInline package private(set) var offered = 0

  /// The cursors of subscribers that are being handed over: what they have to get is kept until they get it.
  @usableFromInline var pins: [ObjectIdentifier: Int] = [:]

  /// - Parameter limit: How many elements that have been offered are kept.
  @inlinable
  package init(limit: Int) {
    self.limit = limit
  }

  /// The position after the newest element.
  @inlinable package var end: Int { start + elements.count }

  /// Where a new subscriber begins.
  @inlinable package var replayStart: Int { max(start, end - limit) }

  /// The element at a position; `nil` if it has been removed.
  @inlinable
  package subscript(position: Int) -> Element? { position < start ? nil : elements[position - start] }

  /// When an element was sent.
  @usableFromInline
  package func stamp(at position: Int) -> Any? { stamps[position - start] }

  /// Adds the newest element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - stamp: When it was sent, if its age counts.
  @inlinable
  package mutating func append(_ element: Element, stamp: Any?) {
    elements.append(element)
    if let stamp { stamps.append(stamp) }
  }

  /// Takes the next element to offer.
  @inlinable
  package mutating func offerNext() -> Element? {
    guard offered < end else { return nil }
    offered += 1
    return self[offered - 1]
  }

  /// Removes the elements that are too many, to be released outside the lock. None of them is being offered.
  @inlinable
  package mutating func trim(into released: inout ReleasedElements<Element>) {
    // Before the first element is too many there is nothing to compare.
    guard start < offered - limit else { return }
    remove(before: min(offered - limit, firstPin), into: &released)
  }

  /// The position of the first element that a pin protects.
  @usableFromInline package var firstPin: Int { pins.isEmpty ? .max : pins.values.min() ?? .max }

  /// Removes the elements before a position.
  @inlinable
  package mutating func remove(before position: Int, into released: inout ReleasedElements<Element>) {
    while start < position, let element = elements.popFirst() {
      start += 1
      released.add(element)
      if let stamp = stamps.popFirst() { released.stamps.append(stamp) }
    }
  }

  @usableFromInline
  package mutating func pin(_ position: Int, for subscription: AnyObject) {
    pins[ObjectIdentifier(subscription)] = position
  }

  @usableFromInline
  package mutating func unpin(_ subscription: AnyObject) {
    pins[ObjectIdentifier(subscription)] = nil
  }
}

/// Elements that have been removed under a lock, to be released outside it. One of them needs no memory.
@frozen
@usableFromInline
package struct ReleasedElements<Element> {
  @usableFromInline var first: Element?
  @usableFromInline var others: [Element] = []
  @usableFromInline var stamps: [Any] = []

  @inlinable
  package init() {}

  @inlinable
  mutating func add(_ element: Element) {
    if first == nil { first = element } else { others.append(element) }
  }
}
