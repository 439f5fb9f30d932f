public import Synchronization

/// The outstanding demand of one subscriber, in one atomic word.
///
/// The thread whose ``add(_:)`` finds no outstanding demand becomes the drain thread; it drains until ``produced(_:)``
/// reports nothing outstanding. All other calls only add. So a re-entrant request neither recurses nor blocks, and the
/// source's own state needs no lock: only the drain thread accesses it.
@frozen
@usableFromInline
package struct AtomicDemand: ~Copyable, Sendable {
  /// `Demand.rawValue`, or `closed`.
  @usableFromInline let word: SharedWord<UInt>

  @inlinable
  package init() {
    word = SharedWord(0)
  }

  @inlinable static var closed: UInt { .max }

  /// Whether the subscription has been cancelled or has ended.
  @inlinable package var isClosed: Bool { word.load(ordering: .acquiring) == Self.closed }

  /// Whether demand is unlimited, so that more changes nothing.
  @inlinable package var isUnlimited: Bool { word.load(ordering: .acquiring) == Subscribers.Demand.unlimitedRawValue }

  /// The outstanding demand; `.none` once closed.
  @inlinable package var outstanding: Subscribers.Demand {
    let present = word.load(ordering: .acquiring)
    return present == Self.closed ? .none : Subscribers.Demand(rawValue: present)
  }

  /// Adds to the outstanding demand.
  ///
  /// - Returns: Whether none was outstanding, which makes the caller the drain thread.
  @inlinable
  package borrowing func add(_ demand: Subscribers.Demand) -> Bool {
    var present = word.load(ordering: .relaxed)
    while present != Self.closed {
      let sum = Subscribers.Demand(rawValue: present) + demand
      let (exchanged, original) = word.compareExchange(
        expected: present, desired: sum.rawValue, ordering: .acquiringAndReleasing)
      if exchanged { return original == 0 && sum != .none }
      present = original
    }
    return false
  }

  /// Subtracts delivered demand. Unlimited demand is never used up.
  ///
  /// - Returns: The demand still outstanding. With `.none` the caller is no longer the drain thread and must not access
  ///   the source's state; `nil` if the demand was closed in the meantime, which leaves the clean-up to the caller.
  @inlinable
  package borrowing func produced(_ served: Subscribers.Demand) -> Subscribers.Demand? {
    var present = word.load(ordering: .relaxed)
    while present != Self.closed {
      let rest = Subscribers.Demand(rawValue: present) - served
      let (exchanged, original) = word.compareExchange(
        expected: present, desired: rest.rawValue, ordering: .acquiringAndReleasing)
      if exchanged { return rest }
      present = original
    }
    return nil
  }

  /// Spends demand for one value, if there is any.
  @inlinable
  package borrowing func takeOne() -> Bool {
    var present = word.load(ordering: .acquiring)
    while present != Self.closed, present != 0 {
      if present == Subscribers.Demand.unlimitedRawValue { return true }
      let (exchanged, original) = word.compareExchange(
        expected: present, desired: present - 1, ordering: .acquiringAndReleasing)
      if exchanged { return true }
      present = original
    }
    return false
  }

  /// Closes the demand: later additions are ignored.
  ///
  /// - Returns: The outstanding demand, or `nil` if it was closed before.
  @inlinable
  package borrowing func close() -> Subscribers.Demand? {
    let present = word.exchange(Self.closed, ordering: .acquiringAndReleasing)
    return present == Self.closed ? nil : Subscribers.Demand(rawValue: present)
  }
}
