public import Synchronization

/// The outstanding demand of one subscriber, in one atomic word, for a source that serves whoever asks.
///
/// The thread whose ``add(_:)`` finds no demand outstanding becomes the one that serves; it goes on until
/// ``produced(_:)`` says that nothing is left. All others only add, so that a re-entrant request neither recurses nor
/// waits, and the source's own state needs no lock: it belongs to the thread that serves.
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

  /// Whether the subscription has been cancelled, or has ended.
  @inlinable package var isClosed: Bool { word.load(ordering: .acquiring) == Self.closed }

  /// Whether everything has been asked for, so that more demand changes nothing.
  @inlinable package var isUnlimited: Bool { word.load(ordering: .relaxed) == Subscribers.Demand.unlimitedRawValue }

  /// What is outstanding; nothing once closed.
  @inlinable package var outstanding: Subscribers.Demand {
    let present = word.load(ordering: .acquiring)
    return present == Self.closed ? .none : Subscribers.Demand(rawValue: present)
  }

  /// Adds to what is outstanding.
  ///
  /// - Returns: Whether nothing was outstanding, so that the caller is the one to serve.
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

  /// Takes off what has been served. Unlimited demand is never used up.
  ///
  /// - Returns: What is outstanding still. With nothing outstanding the caller serves no longer, and owns nothing; `nil`
  ///   if the pendingDemand was closed meanwhile, which leaves it to the caller to clean up.
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

  /// Closes the pendingDemand: no demand is taken from now on.
  ///
  /// - Returns: What was outstanding, or `nil` if it had been closed before.
  @inlinable
  package borrowing func close() -> Subscribers.Demand? {
    let present = word.exchange(Self.closed, ordering: .acquiringAndReleasing)
    return present == Self.closed ? nil : Subscribers.Demand(rawValue: present)
  }
}
