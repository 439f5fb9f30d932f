public import StreamCore

/// The newest elements that a ``ReplayHub`` has sent. Pure: no lock, no calls out.
///
/// Each element has a position, counted from the first one sent. A subscriber is a cursor, the position of the element
/// that it gets next.
@frozen
@usableFromInline
package struct ReplayLog<Element> {
  @usableFromInline package let limit: Int
  @usableFromInline var elements = Queue<Element>()

  /// When each element was sent, if their age counts.
  @usableFromInline private(set) var stamps = Queue<Any>()

  /// The stamps of removed elements, to be released outside the lock.
  private var oldStamps: [Any] = []

  /// The position of the oldest element.
  @usableFromInline package private(set) var start = 0

  /// - Parameter limit: How many elements are kept.
  @usableFromInline
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

  /// Adds the newest element. The caller removes the one that is too many, now or later.
  @inlinable
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Says when the newest element was sent.
  @usableFromInline
  package mutating func append(stamp: Any) {
    stamps.append(stamp)
  }

  /// Removes the oldest element if there are more than the limit, to be released outside the lock.
  @inlinable
  package mutating func popExcess() -> Element? {
    elements.count > limit ? pop(at: start) : nil
  }

  /// Removes the oldest element if that is its position, to be released outside the lock.
  @inlinable
  package mutating func pop(at position: Int) -> Element? {
    guard position == start, let element = elements.popFirst() else { return nil }
    start += 1
    if !stamps.isEmpty { popStamp() }
    return element
  }

  @usableFromInline
  mutating func popStamp() {
    if let stamp = stamps.popFirst() { oldStamps.append(stamp) }
  }

  mutating func takeOldStamps() -> [Any] {
    defer { oldStamps = [] }
    return oldStamps
  }

  /// The position of the oldest element, and when it was sent.
  @usableFromInline package var oldest: (position: Int, stamp: Any)? { stamps.first.map { (start, $0) } }
}

/// Measures the age of the elements of a ``ReplayLog``. Called outside of locks: a client's scheduler implements it.
@usableFromInline
package protocol ReplayClock {
  /// The time, to stamp an element with.
  func now() -> Any

  /// Whether an element with a stamp is too old at a time.
  func hasExpired(_ stamp: Any, at now: Any) -> Bool
}
