public import StreamCore

extension Publisher {
  /// This publisher as a chain, of one link if it wraps none.
  @inlinable
  func chained() -> PublisherChain<Output, Failure> {
    if let chain = (self as? any ChainedPublisher<Output, Failure>)?.chain { return chain }
    return PublisherChain(.link { self.subscribe($0) })
  }
}
