public import StreamCore
public import StreamParts

extension Collection where Element: Publisher {
  /// Splits the publishers of the collection into batches, and zips the publishers of one batch after the other.
  ///
  ///     a             -1--2|
  ///     b             --3---4|
  ///     c                   ^-5-6|
  ///     [a, b, c].flatMapBatches(of: 2)
  ///     downstream    --A---B-C-D|
  ///     A = [1, 3], B = [2, 4], C = [5], D = [6]
  ///
  /// - **Demand**: passed to all of the batch that runs; elements are queued until their partners arrive.
  /// - **Completion**: finishes when the last batch has; at once for an empty collection. A batch finishes, and cancels
  ///   its other publishers, once one of its publishers has finished and none of that publisher's elements is queued.
  /// - **Failure**: the first failure cancels the others of its batch, drops what is queued and is passed on; the
  ///   batches after it are not subscribed to.
  /// - **Threads**: an array is delivered where its last element arrives, or by a thread that is delivering an earlier
  ///   array.
  ///
  /// - Parameter size: The number of publishers in a batch, one or more: zero traps. The last batch may have fewer.
  /// - Returns: A publisher of arrays in the order of the collection.
  /// - Complexity: O(`size`) for each array; O(*n* + *m*) memory, where *n* is the number of publishers, and *m* that
  ///   of the elements that wait for their partners.
  @_disfavoredOverload
  @inlinable
  public func flatMapBatches(of size: Int) -> Publishers.Batches<Element> {
    Publishers.Batches(self, size: size)
  }
}

/// A publisher that zips other publishers in batches, one batch after the other.
@frozen
public struct BatchesPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// An element of each publisher of a batch.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The batches, in the order in which they run.
  public let batches: ConcatenateManyPublisher<ZipManyPublisher<Upstream>>

  /// Creates a publisher that zips other publishers in batches.
  ///
  /// - Parameters:
  ///   - publishers: The publishers, in the order in which they are subscribed to.
  ///   - size: The number of publishers in a batch, one or more: zero traps.
  @inlinable
  public init(_ publishers: some Swift.Sequence<Upstream>, size: Int) {
    precondition(size > 0, "A batch cannot have \(size) publishers.")
    let all = Array(publishers)
    let starts = stride(from: 0, to: all.count, by: size)
    batches = ConcatenateManyPublisher(starts.map { ZipManyPublisher(all[$0...].prefix(size)) })
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    batches.receive(subscriber: subscriber)
  }
}

extension PublisherNames {
  /// ``BatchesPublisher``, under a short name that a client's own type overrides.
  public typealias Batches<Upstream: Publisher> = BatchesPublisher<Upstream>
}

extension BatchesPublisher: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

extension BatchesPublisher: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
