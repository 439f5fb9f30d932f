public import StreamCore
public import StreamParts

extension Collection where Element: Publisher {
  /// Republishes the elements of the collection's publishers, one publisher after the other, and those of a separator
  /// between any two.
  ///
  ///     a             -1-2|
  ///     separator         ^0|
  ///     b                   ^-3-4|
  ///     [a, b].joined(separator: separator)
  ///     downstream    -1-2-0--3-4|
  ///
  /// - **Demand**: passed to the running publisher; the demand that it leaves is requested from the next.
  /// - **Completion**: finishes when the last has finished; at once for an empty collection.
  /// - **Failure**: the failure of one, or of the separator, is passed on, and nothing after it is subscribed to.
  /// - **Threads**: delivers where the publishers do. Each is subscribed to where the previous one finishes, in a loop:
  ///   the stack does not grow with the number of publishers.
  ///
  /// - Parameter separator: The publisher that is subscribed to, each time anew, between any two publishers, but not
  ///   before the first or after the last.
  /// - Returns: A publisher of the elements of all, in the order of the collection.
  /// - Complexity: O(*n*) memory, where *n* is the number of publishers, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func joined<Separator: Publisher>(separator: Separator) -> Publishers.Joined<Element, Separator>
  where Separator.Output == Element.Output, Separator.Failure == Element.Failure {
    Publishers.Joined(self, separator: separator)
  }
}

/// A publisher that republishes the elements of any number of others, one after the other, and those of a separator
/// between any two.
@frozen
public struct JoinedPublisher<Upstream: Publisher, Separator: Publisher>: Publisher, ReleasingPublisher
where Separator.Output == Upstream.Output, Separator.Failure == Upstream.Failure {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publishers, in the order in which they are subscribed to.
  public let publishers: [Upstream]

  /// The publisher that is subscribed to between any two of them.
  public let separator: Separator

  /// Creates a publisher that republishes the elements of one publisher after the other, with a separator in between.
  ///
  /// - Parameters:
  ///   - publishers: The publishers, in the order in which they are subscribed to.
  ///   - separator: The publisher that is subscribed to between any two of them.
  @inlinable
  public init(_ publishers: some Swift.Sequence<Upstream>, separator: Separator) {
    self.publishers = Array(publishers)
    self.separator = separator
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    guard !publishers.isEmpty else { return subscriber.end(with: .finished) }
    SuccessiveRuns("Joined", of: self, to: subscriber).start()
  }
}

// The runs with an odd number are those of the separator.
extension JoinedPublisher: SuccessiveRunsPublisher {
  @inlinable
  package func subscribe<S: Subscriber>(_ subscriber: S, toRun number: Int)
  where S.Input == Output, S.Failure == Failure {
    if number.isMultiple(of: 2) {
      publishers[number / 2].subscribe(subscriber)
    } else {
      separator.subscribe(subscriber)
    }
  }

  @inlinable
  package func continues(after completion: Subscribers.Completion<Failure>, ofRun number: Int) -> Bool {
    if case .failure = completion { return false }
    return number / 2 < publishers.count - 1
  }
}

extension PublisherNames {
  /// ``JoinedPublisher``, under a short name that a client's own type overrides.
  public typealias Joined<Upstream: Publisher, Separator: Publisher> = JoinedPublisher<Upstream, Separator>
  where Separator.Output == Upstream.Output, Separator.Failure == Upstream.Failure
}

extension JoinedPublisher: Sendable where Upstream: Sendable, Separator: Sendable {}

extension JoinedPublisher: Equatable where Upstream: Equatable, Separator: Equatable {}
