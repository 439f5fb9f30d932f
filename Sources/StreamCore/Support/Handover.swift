/// The handover of a subscription: the demand that downstream requests before its `receive(subscription:)` has returned
/// is withheld until then. A value that answers such a request on another thread would overlap that call (rule 3).
///
/// A part of the state of a subscription, under its lock.
@frozen
@usableFromInline
package struct Handover {
  /// `nil` once the handover is over.
  @usableFromInline var withheld: Subscribers.Demand? = Subscribers.Demand.none

  @inlinable
  package init() {}

  @inlinable package var isOver: Bool { withheld == nil }

  /// Withholds demand, unless the handover is over.
  ///
  /// - Returns: Whether the demand is withheld. If not, the caller acts on it.
  @inlinable
  package mutating func withhold(_ demand: Subscribers.Demand) -> Bool {
    guard let withheld else { return false }
    self.withheld = withheld + demand
    return true
  }

  /// Ends the handover.
  ///
  /// - Returns: The demand that was withheld, for the caller to act on; none if the handover was over.
  @inlinable
  package mutating func end() -> Subscribers.Demand {
    withheld.take() ?? .none
  }
}
