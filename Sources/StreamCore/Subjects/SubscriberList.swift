/// The subscribers of a subject, in the order in which they subscribed.
///
/// Each knows its place, so that it is removed in constant time: the place stays empty until half of them are, and then the
/// others move together. It holds them as objects of no type: where the types of a subject are not known, an array of typed
/// ones takes ten times as long.
@frozen
@usableFromInline
struct SubscriberList {
  @usableFromInline var places: ContiguousArray<AnyObject?> = []
  @usableFromInline var count = 0

  @inlinable
  init() {}

  /// Below this, empty places are not worth a move.
  static var smallest: Int { 16 }

  /// - Returns: The place of the subscriber.
  @usableFromInline
  mutating func append(_ subscriber: AnyObject) -> Int {
    places.append(subscriber)
    count += 1
    return places.count - 1
  }

  /// What is at a place, if there is such a place, and somebody at it.
  @usableFromInline
  subscript(place: Int) -> AnyObject? { place < places.count ? places[place] : nil }

  /// Takes a subscriber out.
  ///
  /// - Returns: Whether the others have moved together, and are to be told of their places.
  @usableFromInline
  mutating func remove(at place: Int) -> Bool {
    places[place] = nil
    count -= 1
    while let last = places.last, last === nil { places.removeLast() }
    guard places.count > Self.smallest, count < places.count / 2 else { return false }
    places.removeAll { $0 === nil }
    return true
  }
}
