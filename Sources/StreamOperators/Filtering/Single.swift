public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the only element, and fails unless there is exactly one.
  ///
  ///     one           --4-----|
  ///     several       --4--5--6   --|
  ///     single()
  ///     of one        --------(4|)
  ///     of several    -----#
  ///     # = many
  ///
  /// `first()` delivers the first element at once, and cancels upstream. `mapError` brings the failure type back.
  ///
  /// - **Demand**: requests two elements from upstream, so that a second one is noticed; the element waits for
  ///   downstream's demand.
  /// - **Completion**: right after the element, when upstream has finished. Without an element, the stream fails with
  ///   `none`.
  /// - **Failure**: a failure of upstream is passed on as `upstream(_:)`, without the element. A second element cancels
  ///   upstream and fails the stream with `many`.
  /// - **Threads**: delivers where upstream finishes, or where downstream requests the element later.
  ///
  /// - Returns: A publisher of exactly one element, unless it fails.
  @_disfavoredOverload
  @inlinable
  public func single() -> Publishers.Single<Self> {
    Publishers.Single(upstream: self)
  }

  /// Republishes the only element that passes a test, and fails unless there is exactly one.
  ///
  ///     upstream      --1--2--3--|
  ///     single { $0.isMultiple(of: 2) }
  ///     downstream    -----------(2|)
  ///
  /// - **Demand**: requests two elements from upstream, and one more for each that does not pass; the element waits for
  ///   downstream's demand.
  /// - **Completion**: as that of ``single()``.
  /// - **Failure**: as that of ``single()``.
  /// - **Threads**: `isIncluded` runs where upstream delivers, never under a lock.
  ///
  /// - Parameter isIncluded: Returns `true` for an element that passes.
  /// - Returns: A publisher of exactly one element, unless it fails.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func single(
    where isIncluded: @escaping @Sendable (Output) -> Bool
  ) -> Publishers.Single<Publishers.Filter<Self>> {
    Publishers.Single(upstream: Publishers.Filter(upstream: self, isIncluded: isIncluded))
  }
}

/// Why there is not exactly one element: `Publishers.SingleError`.
public enum SingleElementError<Failure: Error>: Error {
  /// Upstream has finished without an element.
  case none

  /// Upstream has delivered a second element.
  case many

  /// Upstream has failed.
  case upstream(Failure)
}

extension SingleElementError: Equatable where Failure: Equatable {}

/// A publisher that republishes the only element of another.
@frozen
public struct SinglePublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output

  /// Why there is not exactly one element.
  public typealias Failure = SingleElementError<Upstream.Failure>

  /// The publisher of one element.
  public let upstream: Upstream

  @inlinable
  public init(upstream: Upstream) {
    self.upstream = upstream
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(SingleInner<Upstream.Failure, S>(to: subscriber))
  }
}

extension PublisherNames {
  /// ``SinglePublisher``, under a short name that a client's own type overrides.
  public typealias Single<Upstream: Publisher> = SinglePublisher<Upstream>

  /// ``SingleElementError``, under a short name that a client's own type overrides.
  public typealias SingleError<Failure: Error> = SingleElementError<Failure>
}

extension SinglePublisher: Equatable where Upstream: Equatable {}

extension SinglePublisher: Sendable where Upstream: Sendable {}

/// Holds the first element until upstream finishes.
@usableFromInline
struct SingleInner<Failure: Error, Downstream: Subscriber>: StageSubscriber
where Downstream.Failure == SingleElementError<Failure> {
  @usableFromInline typealias Input = Downstream.Input

  @usableFromInline let result: OneShotSubscription<Downstream.Input, Downstream.Failure>
  @usableFromInline let upstream: UpstreamSubscription
  @usableFromInline let element = SerialState<Downstream.Input?>(nil)

  @inlinable
  init(to downstream: Downstream) {
    let upstream = UpstreamSubscription("Single")
    self.upstream = upstream
    result = OneShotSubscription("Single", to: downstream) { upstream.cancel() }
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? {
    result.downstream.flatMap { StreamCore.pipelineEnd(of: $0) }
  }

  @usableFromInline var description: String { upstream.description }

  @inlinable var combineIdentifier: CombineIdentifier { result.combineIdentifier }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    ["result": result, "upstream": upstream.upstream]
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    result.handOver()
    upstream.request(.max(2))
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    guard element.value != nil else {
      element.value = input
      return .none
    }
    if let subscription = upstream.terminate() {
      subscription.cancel()
      result.fulfil(with: .failure(.many))
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.terminate() != nil else { return FailureHook.report(late: completion, at: upstream) }
    switch completion {
    case .finished: result.fulfil(with: element.value.take().map { .success($0) } ?? .failure(.none))
    case .failure(let error): result.fulfil(with: .failure(.upstream(error)))
    }
  }
}
