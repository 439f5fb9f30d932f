public import StreamCore
public import StreamParts

extension Collection where Element: Publisher {
  /// Republishes the elements of the collection's publishers, one publisher after the other.
  ///
  ///     a             -1-2|
  ///     b                 ^-3-4|
  ///     c                      ^5|
  ///     [a, b, c].concatenate()
  ///     downstream    -1-2--3-4-5|
  ///
  /// - **Demand**: passed to the running publisher; the demand that it leaves is requested from the next.
  /// - **Completion**: finishes when the last has finished; at once for an empty collection.
  /// - **Failure**: the failure of one is passed on, and later publishers are not subscribed to.
  /// - **Threads**: delivers where the publishers do. Each is subscribed to where the previous one finishes, in a loop:
  ///   the stack does not grow with the number of publishers.
  ///
  /// - Returns: A publisher of the elements of all, in the order of the collection.
  /// - Complexity: O(*n*) memory, where *n* is the number of publishers, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func concatenate() -> Publishers.ConcatenateMany<Element> {
    Publishers.ConcatenateMany(self)
  }
}

/// A publisher that republishes the elements of any number of others, all of one type, one after the other.
@frozen
public struct ConcatenateManyPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publishers, in the order in which they are subscribed to.
  public let publishers: [Upstream]

  /// Creates a publisher that republishes the elements of one publisher after the other.
  ///
  /// - Parameter publishers: The publishers, in the order in which they are subscribed to.
  @inlinable
  public init(_ publishers: some Swift.Sequence<Upstream>) {
    self.publishers = Array(publishers)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    guard !publishers.isEmpty else { return subscriber.end(with: .finished) }
    SuccessiveRuns("Concatenate", of: self, to: subscriber).start()
  }
}

extension ConcatenateManyPublisher: SuccessiveRunsPublisher {
  @inlinable
  package func subscribe<S: Subscriber>(_ subscriber: S, toRun number: Int)
  where S.Input == Output, S.Failure == Failure {
    publishers[number].subscribe(subscriber)
  }

  @inlinable
  package func continues(after completion: Subscribers.Completion<Failure>, ofRun number: Int) -> Bool {
    if case .failure = completion { return false }
    return number + 1 < publishers.count
  }
}

extension PublisherNames {
  /// ``ConcatenateManyPublisher``, under a short name that a client's own type overrides.
  public typealias ConcatenateMany<Upstream: Publisher> = ConcatenateManyPublisher<Upstream>
}

extension ConcatenateManyPublisher: Sendable where Upstream: Sendable {}

extension ConcatenateManyPublisher: Equatable where Upstream: Equatable {}
