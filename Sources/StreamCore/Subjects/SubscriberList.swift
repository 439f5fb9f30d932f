/// The subscribers of a subject, in the order in which they subscribed.
///
/// Each subscription stores its place, so that it is removed in constant time, amortised: its place becomes empty, and
/// the list is compacted once more than half of the places are empty. The elements are `AnyObject`: in code that does
/// not know the types of a subject, an array of a generic class is ten times as slow.
@frozen
@usableFromInline
package struct SubscriberList {
  @usableFromInline package var places: ContiguousArray<AnyObject?> = []
  @usableFromInline package var count = 0

  @inlinable
  package init() {}

  /// - Returns: The place of the subscriber.
  @usableFromInline
  package mutating func append(_ subscriber: AnyObject) -> Int {
    places.append(subscriber)
    count += 1
    return places.count - 1
  }

  /// The subscriber at a place, if there is one.
  @usableFromInline
  package subscript(place: Int) -> AnyObject? { place < places.count ? places[place] : nil }

  /// Removes a subscriber.
  ///
  /// - Returns: Whether the list was compacted: the caller must then store the new place of each subscription.
  @usableFromInline
  package mutating func remove(at place: Int) -> Bool {
    places[place] = nil
    count -= 1
    while let last = places.last, last === nil { places.removeLast() }
    // A short list is not compacted.
    guard places.count > 16, count < places.count / 2 else { return false }
    places.removeAll { $0 === nil }
    return true
  }
}
