public import StreamCore

extension Publishers {
  /// A publisher that delivers all elements of one publisher, then all of another.
  @frozen
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher, ReleasingPublisher
  where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure

    /// The publisher that delivers first.
    public let prefix: Prefix

    /// The publisher that is subscribed to when the first has finished.
    public let suffix: Suffix

    /// Creates a publisher that delivers all elements of one publisher, then all of another.
    ///
    /// - Parameters:
    ///   - prefix: The publisher that delivers first.
    ///   - suffix: The publisher that is subscribed to when the first has finished.
    @inlinable
    public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      // A sink is known without a cast to a generic class, which looks up its type.
      if subscriber.sink == nil, let outer = subscriber._sink as? JoinedParts<S>, join(subscriber, to: outer) { return }
      subscriber.subscribe(reversed: [suffix.part(), prefix.part()])
    }

    /// Joins this concatenation to the outer one of which it is a part. A concatenation with type-erased parts is not
    /// joined: its own loop expands them.
    @inlinable
    func join<S: Subscriber>(_ subscriber: S, to outer: JoinedParts<S>) -> Bool
    where S.Input == Output, S.Failure == Failure {
      guard prefix.partsOfErased == nil, suffix.partsOfErased == nil else { return false }
      return outer.replace(subscriber, by: { prefix.subscribe($0) }, then: { [suffix] in suffix.subscribe($0) })
    }
  }
}

extension Publishers.Concatenate: Sendable where Prefix: Sendable, Suffix: Sendable {}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}
