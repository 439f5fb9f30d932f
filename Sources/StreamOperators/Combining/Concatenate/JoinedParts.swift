public import StreamCore

/// Lets a nested concatenation, such as `a.append(b)` in `a.append(b).append(c)`, join the outer one, so that values
/// pass through a single stage, however many publishers are concatenated.
///
/// It is a class, with ``Concatenation`` as its only subclass, because a publisher knows the type of its subscriber,
/// but not the types that the subscriber is generic over.
// Sendable: it has no state.
@usableFromInline
class JoinedParts<Inner: Subscriber>: @unchecked Sendable {
  @inlinable
  init() {}

  /// Replaces the publisher that a subscriber has been sent to with two publishers.
  ///
  /// - Parameters:
  ///   - subscriber: A subscriber to the parts.
  ///   - first: Subscribes to the first of the two. It is called inside.
  ///   - second: Subscribes to the second.
  /// - Returns: Whether it was replaced; `false` for a subscriber that is sent a second time, against the contract.
  @inlinable
  func replace(_ subscriber: Inner, by first: (Inner) -> Void, then second: @escaping (Inner) -> Void) -> Bool { false }
}
