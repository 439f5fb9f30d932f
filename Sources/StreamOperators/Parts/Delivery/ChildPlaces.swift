public import StreamCore

/// The active children of a merge, in places that are reused. An epoch, counted from 1, identifies the child that
/// occupies a place: signals of an earlier child of the same place are ignored.
@frozen
@usableFromInline
package struct ChildPlaces {
  @usableFromInline
  struct Place {
    /// Zero if the place is free.
    @usableFromInline var epoch: Int

    /// Not `nil` once the child has sent it.
    @usableFromInline var subscription: SubscriptionObject?

    /// The next place in the free list, if this place is free; -1 at the end of the list.
    @usableFromInline var nextFree = -1

    @inlinable
    init(epoch: Int) {
      self.epoch = epoch
    }
  }

  @usableFromInline var places: ContiguousArray<Place> = []
  @usableFromInline var firstFree = -1
  @usableFromInline var lastEpoch: Int = 0

  /// The number of children.
  @usableFromInline package private(set) var count = 0

  @inlinable
  package init() {}

  @usableFromInline
  package mutating func add() -> UpstreamKey {
    count += 1
    lastEpoch += 1
    let index = firstFree
    if index < 0 {
      places.append(Place(epoch: lastEpoch))
      return UpstreamKey(index: places.count - 1, epoch: lastEpoch)
    }
    firstFree = places[index].nextFree
    places[index].epoch = lastEpoch
    return UpstreamKey(index: index, epoch: lastEpoch)
  }

  /// Takes the subscription of a child.
  ///
  /// - Returns: Whether it was taken: not if it is a second one, or if the child has ended.
  @inlinable
  package mutating func attach(_ subscription: any Subscription, of child: UpstreamKey) -> Bool {
    guard places[child.index].epoch == child.epoch, places[child.index].subscription == nil else { return false }
    places[child.index].subscription = object(of: subscription)
    return true
  }

  /// Whether the child has sent its subscription and has not ended.
  @inlinable
  package func isActive(_ child: UpstreamKey) -> Bool {
    places[child.index].epoch == child.epoch && places[child.index].subscription != nil
  }

  /// Whether the child has neither sent its subscription nor ended.
  @inlinable
  func isAwaited(_ child: UpstreamKey) -> Bool {
    places[child.index].epoch == child.epoch && places[child.index].subscription == nil
  }

  /// Removes a child that has not sent a subscription.
  ///
  /// - Returns: Whether there was one.
  @inlinable
  mutating func removeAwaited(_ child: UpstreamKey) -> Bool {
    guard isAwaited(child) else { return false }
    free(child)
    return true
  }

  /// The subscription of a child that is active.
  @inlinable
  package func subscription(of child: UpstreamKey) -> SubscriptionObject? {
    places[child.index].epoch == child.epoch ? places[child.index].subscription : nil
  }

  /// - Returns: The subscription of the child, if it was active.
  @usableFromInline
  package mutating func remove(_ child: UpstreamKey) -> SubscriptionObject? {
    guard places[child.index].epoch == child.epoch, let subscription = places[child.index].subscription.take() else {
      return nil
    }
    free(child)
    return subscription
  }

  @usableFromInline
  mutating func free(_ child: UpstreamKey) {
    places[child.index].epoch = 0
    places[child.index].nextFree = firstFree
    firstFree = child.index
    count -= 1
  }

  @usableFromInline package var subscriptions: [SubscriptionObject] { places.compactMap(\.subscription) }
}
