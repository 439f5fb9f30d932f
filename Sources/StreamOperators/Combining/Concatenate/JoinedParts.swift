public import StreamCore

/// What a subscriber to the parts of a concatenation offers to a part that is a concatenation itself, as all but the
/// last are of `a.append(b).append(c)`: to be joined to it, so that values cross one stage, however many publishers
/// follow each other.
///
/// It is a class, of which ``Concatenation`` is the only kind, since a publisher knows the type of its subscriber, and
/// not what that is made of.
// Sendable: it has no state.
@usableFromInline
class JoinedParts<Inner: Subscriber>: @unchecked Sendable {
  @inlinable
  init() {}

  /// Puts two publishers in the place of the one that a subscriber has been sent to.
  ///
  /// - Parameters:
  ///   - subscriber: A subscriber to the parts.
  ///   - first: Subscribes to the first of the two. It is called inside.
  ///   - second: Subscribes to the second.
  /// - Returns: Whether that is done: not for a subscriber that is sent a second time, against the contract.
  @inlinable
  func replace(_ subscriber: Inner, by first: (Inner) -> Void, then second: @escaping (Inner) -> Void) -> Bool { false }
}
