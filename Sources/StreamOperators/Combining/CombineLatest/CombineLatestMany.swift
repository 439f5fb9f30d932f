public import StreamCore
public import StreamParts

extension Collection where Element: Publisher {
  /// Combines the latest elements of all publishers of the collection, whenever one of them delivers an element.
  ///
  ///     a             -1----2---|
  ///     b             ---3-----4|
  ///     c             --5-6|
  ///     [a, b, c].combineLatest()
  ///     downstream    ---AB-C--D|
  ///     A = [1, 3, 5], B = [1, 3, 6], C = [2, 3, 6], D = [2, 4, 6]
  ///
  /// - **Demand**: passed to all; of the arrays that exceed it, the newest is buffered until downstream requests it.
  /// - **Completion**: finishes when all have finished, or as soon as one finishes without having delivered an element;
  ///   at once for an empty collection, after `emptySentinel` if there is one.
  /// - **Failure**: the first failure cancels the others, drops what is buffered and is passed on.
  /// - **Threads**: an array is delivered where its newest element arrives, where downstream requests it, or by a
  ///   thread that is delivering an earlier array; deliveries never overlap.
  ///
  /// - Parameter emptySentinel: The one element to deliver if the collection is empty; `nil` to deliver none.
  /// - Returns: A publisher of arrays in the order of the collection, the first once all have delivered an element.
  ///   Subscribes in that order, and stops once one has failed, or has finished without an element.
  /// - Complexity: O(*n*) for the subscription, where *n* is the number of publishers. An element replaces one of the
  ///   array in place, O(1); if the array delivered before it is still kept, it is copied, O(*n*).
  @_disfavoredOverload
  @inlinable
  public func combineLatest(emptySentinel: [Element.Output]? = nil) -> Publishers.CombineLatestMany<Element> {
    Publishers.CombineLatestMany(self, emptySentinel: emptySentinel)
  }
}

/// A publisher that combines the latest elements of any number of others, all of one type.
@frozen
public struct CombineLatestManyPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// The latest element of each.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publishers of the elements.
  public let publishers: [Upstream]

  /// The one element of a publisher that combines none.
  public let emptySentinel: [Upstream.Output]?

  /// Creates a publisher that combines the latest elements of others.
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
    SidesDelivery<S>.latest(
      publishers, as: "CombineLatest", emptySentinel: emptySentinel, to: subscriber
    ) { delivery, side, publisher in
      delivery.subscribe(side, to: publisher)
    }
  }
}

extension PublisherNames {
  /// ``CombineLatestManyPublisher``, under a short name that a client's own type overrides.
  public typealias CombineLatestMany<Upstream: Publisher> = CombineLatestManyPublisher<Upstream>
}

extension CombineLatestManyPublisher: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

extension CombineLatestManyPublisher: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
