/// Publishers of hidden types that deliver one after the other.
///
/// A chain of two chains is a pair of them, so that adding to a chain at either end costs the same, however long it is.
/// Whoever goes through a chain does so in a loop, and a chain is also taken down in one: its length is no depth.
@usableFromInline
package final class PublisherChain<Output, Failure: Error> {
  @usableFromInline
  package enum Content {
    /// One publisher: attaches a subscriber to it.
    case link((AnySubscriber<Output, Failure>) -> Void)
    case pair(PublisherChain, PublisherChain)
  }

  /// Changed by the deinitialiser alone.
  @usableFromInline package private(set) var content: Content

  @usableFromInline
  package init(_ content: Content) {
    self.content = content
  }

  deinit {
    var released = takeParts()
    while var chain = released.popLast() {
      // Of a part that nobody else holds the parts are taken out, lest it release them from within its own release.
      if isKnownUniquelyReferenced(&chain) { released += chain.takeParts() }
    }
  }

  private func takeParts() -> [PublisherChain] {
    guard case .pair(let first, let second) = content else { return [] }
    content = .link { _ in }
    return [first, second]
  }
}

/// A publisher that may be a chain of others.
@usableFromInline
package protocol ChainedPublisher<Output, Failure>: Publisher {
  /// The chain; `nil` if it is none.
  var chain: PublisherChain<Output, Failure>? { get }
}

extension Publisher {
  /// This publisher as a chain, of one link if it is none.
  @inlinable
  package func chained() -> PublisherChain<Output, Failure> {
    if let chain = (self as? any ChainedPublisher<Output, Failure>)?.chain { return chain }
    return PublisherChain(.link { self.subscribe($0) })
  }
}
