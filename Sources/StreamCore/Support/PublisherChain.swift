/// Type-erased publishers that deliver one after the other.
///
/// Joining two chains makes a pair of them, so appending at either end takes constant time. Traversal and
/// deinitialization are loops: the length of a chain does not become a depth of the stack.
@usableFromInline
package final class PublisherChain<Output, Failure: Error> {
  @usableFromInline
  package enum Content {
    /// One publisher: attaches a subscriber to it.
    case link((AnySubscriber<Output, Failure>) -> Void)
    case pair(PublisherChain, PublisherChain)
  }

  /// Mutated only by the deinitializer.
  @usableFromInline package private(set) var content: Content

  @usableFromInline
  package init(_ content: Content) {
    self.content = content
  }

  deinit {
    var released = takeParts()
    while var chain = released.popLast() {
      // Flatten uniquely referenced children iteratively: recursive deinit would overflow the stack.
      if isKnownUniquelyReferenced(&chain) { released += chain.takeParts() }
    }
  }

  private func takeParts() -> [PublisherChain] {
    guard case .pair(let first, let second) = content else { return [] }
    content = .link { _ in }
    return [first, second]
  }
}

/// A publisher that may wrap a chain.
@usableFromInline
package protocol ChainedPublisher<Output, Failure>: Publisher {
  /// The chain; `nil` if it is a single publisher.
  var chain: PublisherChain<Output, Failure>? { get }
}
