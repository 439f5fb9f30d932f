public import StreamCore

// `steps = steps.append(step).eraseToAnyPublisher()` in a loop would nest an erased publisher in a concatenation in an
// erased publisher, as deep as the loop is long: subscribing to it, and releasing it, would overflow the stack. An
// erased concatenation therefore holds the chain of its parts, and appending to it extends that chain.
//
// Only the concrete type takes part: generic code that erases `some Publisher` nests a concatenation as it does any
// other.

extension Publishers.Concatenate {
  /// Like ``/StreamCore/Publisher/eraseToAnyPublisher()``, but the depth does not grow with each append and erase.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

extension AnyPublisher {
  /// Erases the type of `publisher`, and holds the publishers that it concatenates as one flat chain.
  ///
  /// - Parameter publisher: The publisher to wrap.
  @inlinable
  public init<Prefix: Publisher, Suffix: Publisher>(_ publisher: Publishers.Concatenate<Prefix, Suffix>)
  where Suffix.Output == Output, Suffix.Failure == Failure {
    let chain = publisher.chained()
    self.init(chain: chain) { $0.subscribe(reversed: [.chain(chain)]) }
  }
}

extension Publishers.Concatenate: ChainedPublisher {
  @inlinable package var chain: PublisherChain<Output, Failure>? {
    PublisherChain(.pair(prefix.chained(), suffix.chained()))
  }
}
