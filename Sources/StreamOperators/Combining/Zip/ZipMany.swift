public import StreamCore
public import StreamParts

extension Collection where Element: Publisher {
  /// Combines the elements at the same position of all publishers of the collection.
  ///
  ///     a             -1-2----3--|
  ///     b             --4---5----|
  ///     c             ---6---7---8|
  ///     [a, b, c].zipMany()
  ///     downstream    ---A---B---|
  ///     A = [1, 4, 6], B = [2, 5, 7]
  ///
  /// - **Demand**: passed to all; elements are queued until their partners arrive.
  /// - **Completion**: finishes, and cancels the others, once one has finished and none of its elements is queued; at
  ///   once for an empty collection, after `emptySentinel` if there is one.
  /// - **Failure**: the first failure cancels the others, drops what is queued and is passed on.
  /// - **Threads**: an array is delivered where its last element arrives, or by a thread that is delivering an earlier
  ///   array; deliveries never overlap.
  ///
  /// - Parameter emptySentinel: The one element to deliver if the collection is empty; `nil` to deliver none.
  /// - Returns: A publisher of arrays in the order of the collection. Subscribes in that order, and stops once one has
  ///   failed, or has finished without an element.
  /// - Complexity: O(*n*) for the subscription and for each array, where *n* is the number of publishers; O(*m*)
  ///   memory, where *m* is the number of elements that wait for their partners.
  @_disfavoredOverload
  @inlinable
  public func zipMany(emptySentinel: [Element.Output]? = nil) -> Publishers.ZipMany<Element> {
    Publishers.ZipMany(self, emptySentinel: emptySentinel)
  }
}

/// A publisher that combines the elements of any number of others, all of one type, by position.
@frozen
public struct ZipManyPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// An element of each.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publishers of the elements.
  public let publishers: [Upstream]

  /// The one element of a publisher that combines none.
  public let emptySentinel: [Upstream.Output]?

  /// Creates a publisher that combines the elements of others by position.
  ///
  /// - Parameters:
  ///   - publishers: The publishers of the elements, in the order in which they are subscribed to.
  ///   - emptySentinel: The one element to deliver if there are no publishers; `nil` to deliver none.
  @inlinable
  public init(_ publishers: some Swift.Sequence<Upstream>, emptySentinel: [Upstream.Output]? = nil) {
    self.publishers = Array(publishers)
    self.emptySentinel = emptySentinel
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    SidesDelivery<S>.zip(publishers, as: "Zip", emptySentinel: emptySentinel, to: subscriber)
  }
}

extension PublisherNames {
  /// ``ZipManyPublisher``, under a short name that a client's own type overrides.
  public typealias ZipMany<Upstream: Publisher> = ZipManyPublisher<Upstream>
}

extension ZipManyPublisher: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

extension ZipManyPublisher: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
