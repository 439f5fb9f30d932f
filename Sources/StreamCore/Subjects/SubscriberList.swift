/// The subscribers of a subject, in the order in which they subscribed.
///
/// Each knows its place, so that it is removed in constant time: the place stays empty until half of them are, and then the
/// others move together.
@frozen
@usableFromInline
struct SubscriberList<Output, Failure: Error> {
  @usableFromInline typealias Conduit = SubjectConduit<Output, Failure>

  @usableFromInline var places: ContiguousArray<Conduit?> = []
  @usableFromInline var count = 0

  @inlinable
  init() {}

  /// Below this, empty places are not worth a move.
  @inlinable static var smallest: Int { 16 }

  @inlinable
  mutating func append(_ conduit: Conduit) {
    conduit.subscription.place = places.count
    places.append(conduit)
    count += 1
  }

  /// The conduit of a subscription, if it is in the list.
  @inlinable
  func conduit(of subscription: SubjectSubscription<Output, Failure>) -> Conduit? {
    let place = subscription.place
    guard place < places.count, let conduit = places[place], conduit.subscription === subscription else { return nil }
    return conduit
  }

  /// - Returns: The conduit that was removed, to be released by the caller.
  @usableFromInline
  mutating func remove(_ subscription: SubjectSubscription<Output, Failure>) -> Conduit? {
    guard let removed = conduit(of: subscription) else { return nil }
    places[subscription.place] = nil
    count -= 1
    while let last = places.last, last == nil { places.removeLast() }
    if places.count > Self.smallest, count < places.count / 2 { moveTogether() }
    return removed
  }

  private mutating func moveTogether() {
    places.removeAll { $0 == nil }
    for (place, conduit) in places.enumerated() { conduit?.subscription.place = place }
  }
}
