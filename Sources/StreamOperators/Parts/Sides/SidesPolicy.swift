public import StreamCore

/// The rules of `zip` and `combineLatest`: a value combines one element of each side.
///
/// The sides have elements of different types. The policy counts the elements that each side holds; a closure takes
/// one of each.
@usableFromInline
package struct SidesPolicy<Element, Failure: Error>: BoundedPolicy {
  @usableFromInline package typealias Combination = SidesCombination

  @usableFromInline
  package struct Side {
    @usableFromInline let elements: any SideElements
    @usableFromInline var upstream = UpstreamState.awaitingSubscription

    /// How many elements are held.
    @usableFromInline var count = 0

    @inlinable
    init(_ elements: any SideElements) {
      self.elements = elements
    }
  }

  @usableFromInline let combination: Combination
  @usableFromInline var sides: ContiguousArray<Side> = []

  /// How many sides hold nothing.
  @usableFromInline var emptyCount = 0

  /// How many upstreams have finished.
  @usableFromInline var finishedCount = 0

  /// Whether a side has finished and holds nothing, so that no further value is possible.
  @usableFromInline var isExhausted = false

  /// Takes an element of each side. It only moves and copies elements, so it may run under the lock.
  @usableFromInline var makeValue: (() -> Element)?

  @inlinable
  package init(_ combination: Combination) {
    self.combination = combination
  }

  /// - Parameters:
  ///   - elements: The elements of all sides, which are empty.
  ///   - makeValue: Takes one element of each.
  @inlinable
  package mutating func setSides(_ elements: [any SideElements], makeValue: @escaping () -> Element) {
    sides = ContiguousArray(elements.map { Side($0) })
    emptyCount = sides.count
    self.makeValue = makeValue
  }

  /// Records that a side has received an element, and now holds `count` of them.
  ///
  /// - Returns: A value, if all sides hold an element.
  @inlinable
  package mutating func hold(_ side: Int, count: Int) -> Element? {
    if sides[side].count == 0 { emptyCount -= 1 }
    sides[side].count = count
    guard emptyCount == 0, let makeValue else { return nil }
    if combination == .byPosition {
      for side in sides.indices {
        sides[side].count -= 1
        guard sides[side].count == 0 else { continue }
        emptyCount += 1
        if sides[side].upstream.phase == .terminated { isExhausted = true }
      }
    }
    return makeValue()
  }

  /// Records that a side holds another element instead of the one that it has held.
  ///
  /// - Returns: A value, if all sides hold an element.
  @inlinable
  package func replaced() -> Element? { emptyCount == 0 ? makeValue?() : nil }

  @usableFromInline
  package mutating func attach(
    _ subscription: any Subscription, from side: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    sides[side.index].upstream.attach(subscription) ? demand : nil
  }

  @inlinable
  package func isActive(_ side: UpstreamKey) -> Bool { sides[side.index].upstream.isActive }

  // Of the values that exceed the demand, only the newest stays queued.
  @inlinable
  package mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    combination == .latest && demand < count ? .replaceNewest : .append
  }

  @usableFromInline
  package mutating func complete(_ side: UpstreamKey) -> SubscriptionObject? {
    guard let ended = sides[side.index].upstream.terminate() else { return nil }
    finishedCount += 1
    if sides[side.index].count == 0 { isExhausted = true }
    return ended
  }

  // Two comparisons, however many sides there are: this is asked after each delivery. `finishedCount` is checked for a
  // policy that has ended, which has no sides.
  @inlinable package var isOver: Bool {
    isExhausted || combination == .latest && finishedCount > 0 && finishedCount == sides.count
  }

  @inlinable @inline(__always)
  package mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    UpstreamRequests(event.more, of: .all())
  }

  @usableFromInline
  package func subscription(of side: UpstreamKey) -> SubscriptionObject? {
    guard side.isAll else { return sides[side.index].upstream.subscription }
    return UpstreamGroup(sides.indices.compactMap { $0 == side.epoch ? nil : sides[$0].upstream.subscription })
  }

  @usableFromInline
  package mutating func end() -> EndedUpstreams {
    defer {
      sides = []
      makeValue = nil
    }
    return EndedUpstreams(
      sides.compactMap(\.upstream.subscription),
      releasing: (sides.map { $0.elements.removeAll() }, makeValue))
  }
}

/// The type-erased elements of a side.
@usableFromInline
package protocol SideElements: AnyObject {
  /// Removes all elements, under the lock of the delivery. The result is released outside it.
  func removeAll() -> Any
}

/// Which elements of several sides are combined.
@usableFromInline
package enum SidesCombination: Sendable {
  /// Those of the same position: `zip`.
  case byPosition

  /// The latest of each side: `combineLatest`.
  case latest

  /// The name of the operator, as descriptions show it.
  @inlinable package var operatorName: String { self == .latest ? "CombineLatest" : "Zip" }
}
