public import StreamCore

extension Publishers.Concatenate {
  /// Hides the type of this publisher. One that hides others of its kind, made by this method too, is not nested: a
  /// publisher that was appended to many thousand times is as flat as one that was appended to once.
  ///
  ///     var steps = first.eraseToAnyPublisher()
  ///     for step in others { steps = steps.append(step).eraseToAnyPublisher() }
  ///
  /// Generic code that erases a publisher of which it does not know that it is such nests it, as any other publisher.
  ///
  /// - Returns: A publisher that does what this one does.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

extension AnyPublisher {
  /// Hides the type of `publisher`. One that hides others of its kind is not nested.
  ///
  /// - Parameter publisher: The publisher to wrap.
  @inlinable
  public init<Prefix: Publisher, Suffix: Publisher>(_ publisher: Publishers.Concatenate<Prefix, Suffix>)
  where Suffix.Output == Output, Suffix.Failure == Failure {
    let chain = publisher.chained()
    self.init(chain: chain) { $0.subscribe(inTurn: [.chain(chain)]) }
  }
}

extension Publishers.Concatenate: ChainedPublisher {
  @inlinable package var chain: PublisherChain<Output, Failure>? {
    PublisherChain(.pair(prefix.chained(), suffix.chained()))
  }
}
