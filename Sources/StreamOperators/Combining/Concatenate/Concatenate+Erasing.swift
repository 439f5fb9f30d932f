public import StreamCore

extension Publishers.Concatenate {
  /// Hides the type of this publisher, flat: one that is appended to and erased many thousand times is nested no deeper
  /// than one that was appended to once.
  ///
  ///     var steps = first.eraseToAnyPublisher()
  ///     for step in others { steps = steps.append(step).eraseToAnyPublisher() }
  ///
  ///     first         --1--2--|
  ///     others                --3--|--4--5--|
  ///     downstream    --1--2----3-----4--5--|
  ///
  /// - **Demand**: as before; what is outstanding goes over from one publisher to the next.
  /// - **Completion**: finishes when the last publisher does.
  /// - **Failure**: the first failure is passed on.
  /// - **Threads**: delivers where the publishers do; subscribes to the next where the previous one finishes.
  ///
  /// Generic code that erases a publisher of which it does not know that it is a concatenation nests it, as it would any
  /// other.
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
    self.init(chain: chain) { $0.subscribe(inOrder: [.chain(chain)]) }
  }
}

extension Publishers.Concatenate: ChainedPublisher {
  @inlinable package var chain: PublisherChain<Output, Failure>? {
    PublisherChain(.pair(prefix.chained(), suffix.chained()))
  }
}
