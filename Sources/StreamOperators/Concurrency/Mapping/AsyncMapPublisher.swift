public import StreamCore
public import StreamParts

/// A publisher that runs an asynchronous closure with each element, and delivers its results: that of `asyncMap`,
/// `asyncCompactMap` and `asyncFilter`, in all their forms.
///
/// Each subscription has tasks of its own, as many as closures run at the same time, and one more up to the limit: they
/// run the closure with one element after the other, so that an element needs no task of its own.
public struct AsyncMapPublisher<Upstream: Publisher, Output: Sendable, Failure: Error>: Publisher, ReleasingPublisher
where Upstream.Output: Sendable {
  /// The publisher whose elements are transformed.
  public let upstream: Upstream

  @usableFromInline let name: String
  @usableFromInline let order: ClosureOrder
  @usableFromInline let maxConcurrent: Int
  @usableFromInline let makeKeys: (@Sendable () -> ClosureKeys<Upstream.Output>)?
  @usableFromInline let priority: TaskPriority?
  @usableFromInline let transform: @Sendable (Upstream.Output) async throws(Failure) -> Output?
  @usableFromInline let mapFailure: @Sendable (Upstream.Failure) -> Failure

  /// - Parameters:
  ///   - upstream: The publisher whose elements are transformed.
  ///   - name: The name of the operator.
  ///   - order: The order of the results.
  ///   - maxConcurrent: The maximum number of elements for which the closure runs at the same time.
  ///   - makeKeys: Makes what tells the keys of a subscription's elements, if the closure runs for one element of a key
  ///     at a time.
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - mapFailure: Returns the failure for one of upstream.
  ///   - transform: Returns the result for an element, or `nil` to deliver none.
  @inlinable init(
    _ upstream: Upstream, _ name: String, _ order: ClosureOrder, maxConcurrent: Int = 1,
    makeKeys: (@Sendable () -> ClosureKeys<Upstream.Output>)? = nil, priority: TaskPriority?,
    mapFailure: @escaping @Sendable (Upstream.Failure) -> Failure,
    transform: @escaping @Sendable (Upstream.Output) async throws(Failure) -> Output?
  ) {
    precondition(maxConcurrent > 0, "The number of elements that are transformed at a time must be positive (rule 9).")
    self.upstream = upstream
    (self.name, self.order, self.maxConcurrent, self.priority) = (name, order, maxConcurrent, priority)
    (self.makeKeys, self.transform, self.mapFailure) = (makeKeys, transform, mapFailure)
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let delivery = AsyncMapInner<Upstream.Output, Upstream.Failure, S>.Delivery(
      name, ClosurePolicy(limit: maxConcurrent, order: order), to: subscriber)
    upstream.subscribe(
      AsyncMapInner(
        delivery: delivery,
        tasks: ClosureTasks(transform, order: order, limit: maxConcurrent, priority: priority, to: delivery),
        asksForAll: order == .latest, keys: makeKeys?(), mapFailure: mapFailure))
  }
}

extension AsyncMapPublisher: Sendable where Upstream: Sendable {}

extension PublisherNames {
  /// ``AsyncMapPublisher``, under a short name that a client's own type overrides.
  public typealias AsyncMap<Upstream: Publisher, Output: Sendable, Failure: Error> =
    AsyncMapPublisher<Upstream, Output, Failure> where Upstream.Output: Sendable
}
