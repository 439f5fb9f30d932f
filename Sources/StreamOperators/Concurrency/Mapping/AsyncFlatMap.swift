public import StreamCore
public import StreamParts

extension Publisher where Output: Sendable {
  /// Transforms each element into a publisher with an asynchronous closure, and merges the values of those publishers.
  ///
  ///     upstream      -31-   -   -----|
  ///     3                    (^a)--b|
  ///     1                (^c)-   -d|
  ///     asyncFlatMap(maxConcurrent: 2) { await letters(of: $0) }
  ///     downstream    ---c   a   -db--|
  ///
  /// ```swift
  /// rooms.asyncFlatMap { room in await messages(of: room) }
  /// ```
  ///
  /// The closure inherits no actor from where it is written.
  ///
  /// - **Demand**: requests `maxConcurrent` elements, and one more whenever a publisher finishes. Each publisher
  ///   receives unlimited demand if downstream has requested it, and otherwise requests for one value at a time.
  /// - **Completion**: finishes when upstream and all the publishers have. A cancel cancels the publishers, and the
  ///   tasks in which the closure runs.
  /// - **Failure**: the first failure, of upstream, of the closure or of a publisher, cancels all others, drops what is
  ///   buffered and is passed on. If the closure throws another error type, apply `mapError` to upstream first.
  /// - **Threads**: the closure runs in tasks that belong to no actor, with the task-local values of the subscribing
  ///   task; its publishers are subscribed to there. Values that arrive at the same time are delivered one after the
  ///   other.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of elements for which the closure runs, or the publisher is active, at the
  ///     same time: one or more, `.max` for any number. Zero or less ends the process.
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element into a publisher, or throws a failure.
  /// - Returns: A publisher of the merged values.
  /// - Complexity: O(1) for each element; O(`maxConcurrent`) memory, and O(*n*), where *n* is the number of elements
  ///   that arrive during a delivery.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncFlatMap<P: Publisher & Sendable>(
    maxConcurrent: Int = 1, priority: TaskPriority? = nil,
    _ transform: @escaping @Sendable (Output) async throws(Failure) -> P
  ) -> Publishers.AsyncFlatMap<Self, P> where P.Failure == Failure {
    Publishers.AsyncFlatMap(
      Publishers.AsyncMap(
        self, "AsyncFlatMap", .ofCompletion, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
        transform: transform))
  }
}

// The optional closure ranks the first form behind the others, of which one is as good for publishers that cannot fail.

extension Publisher where Output: Sendable, Failure == Never {
  /// Transforms each element into a publisher that may fail, with an asynchronous closure, and merges the values of
  /// those publishers.
  ///
  ///     upstream      -31-   -   -----|
  ///     3                    (^a)--b|
  ///     1                (^c)-   -d|
  ///     asyncFlatMap(maxConcurrent: 2) { await letters(of: $0) }
  ///     downstream    ---c   a   -db--|
  ///
  /// - **Demand**: as for publishers that fail as upstream does.
  /// - **Completion**: as for publishers that fail as upstream does.
  /// - **Failure**: the first failure of a publisher cancels all others and is passed on.
  /// - **Threads**: as for publishers that fail as upstream does.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of elements for which the closure runs, or the publisher is active, at the
  ///     same time: one or more, `.max` for any number. Zero or less ends the process.
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element into a publisher.
  /// - Returns: A publisher of the merged values.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncFlatMap<P: Publisher & Sendable>(
    maxConcurrent: Int = 1, priority: TaskPriority? = nil, _ transform: (@Sendable (Output) async -> P)?
  ) -> Publishers.AsyncFlatMap<Self, P> {
    guard let transform else { preconditionFailure("asyncFlatMap needs a closure.") }
    return Publishers.AsyncFlatMap(
      Publishers.AsyncMap(
        self, "AsyncFlatMap", .ofCompletion, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
        transform: { (element: Output) async throws(P.Failure) in await transform(element) }))
  }

  /// Transforms each element into a publisher that may fail, with an asynchronous closure that may throw, and merges
  /// the values of those publishers.
  ///
  ///     upstream      -31-   -   -----|
  ///     3                    (^a)--b|
  ///     1                (^c)-   -d|
  ///     asyncFlatMap(maxConcurrent: 2) { await letters(of: $0) }
  ///     downstream    ---c   a   -db--|
  ///
  /// - **Demand**: as for publishers that fail as upstream does.
  /// - **Completion**: as for publishers that fail as upstream does.
  /// - **Failure**: the first failure, of the closure or of a publisher, cancels all others and is passed on.
  /// - **Threads**: as for publishers that fail as upstream does.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of elements for which the closure runs, or the publisher is active, at the
  ///     same time: one or more, `.max` for any number. Zero or less ends the process.
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element into a publisher, or throws its kind of failure.
  /// - Returns: A publisher of the merged values.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncFlatMap<P: Publisher & Sendable, Problem: Error>(
    maxConcurrent: Int = 1, priority: TaskPriority? = nil,
    _ transform: @escaping @Sendable (Output) async throws(Problem) -> P
  ) -> Publishers.AsyncFlatMap<Self, P> where P.Failure == Problem {
    Publishers.AsyncFlatMap(
      Publishers.AsyncMap(
        self, "AsyncFlatMap", .ofCompletion, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
        transform: transform))
  }
}

/// A publisher that transforms each element into a publisher with an asynchronous closure, and merges the values of
/// those publishers.
public struct AsyncFlatMapPublisher<Upstream: Publisher, NewPublisher: Publisher & Sendable>: Publisher,
  ReleasingPublisher
where Upstream.Output: Sendable {
  public typealias Output = NewPublisher.Output
  public typealias Failure = NewPublisher.Failure

  /// The publisher whose elements are transformed into publishers.
  public var upstream: Upstream { publishers.upstream }

  @usableFromInline let publishers: AsyncMapPublisher<Upstream, NewPublisher, NewPublisher.Failure>

  @inlinable init(_ publishers: AsyncMapPublisher<Upstream, NewPublisher, NewPublisher.Failure>) {
    self.publishers = publishers
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let limit = publishers.maxConcurrent
    let delivery = MergeDelivery<S>(
      "AsyncFlatMap", MergePolicy(limit: limit == .max ? .unlimited : .max(limit)), to: subscriber)
    delivery.begin(subscribing: FlatMapInner(delivery: delivery, transform: { $0 }), to: publishers)
  }
}

extension AsyncFlatMapPublisher: Sendable where Upstream: Sendable {}

extension PublisherNames {
  /// ``AsyncFlatMapPublisher``, under a short name that a client's own type overrides.
  public typealias AsyncFlatMap<Upstream: Publisher, NewPublisher: Publisher & Sendable> =
    AsyncFlatMapPublisher<Upstream, NewPublisher> where Upstream.Output: Sendable
}
