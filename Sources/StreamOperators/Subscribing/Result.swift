public import StreamCore

extension Publisher {
  /// Calls a closure with the first value, or with the failure if none arrives before it.
  ///
  ///     upstream      --1--2--|
  ///     result { handler.send("\($0)") }.store(in: cancellables)
  ///     handler       --A------
  ///     A = success(1)
  ///
  /// A publisher that finishes without a value has no result: the closure is not called, unless `onEmpty`
  /// returns an error.
  ///
  /// Keep the returned cancellable until the closure has been called: releasing it earlier cancels, as with `sink`.
  /// The result may be discarded only where the publisher delivers synchronously, inside `subscribe(_:)`, and
  /// `handler` belongs to no actor, or is called on the main actor at once.
  ///
  /// - **Demand**: one value.
  /// - **Completion**: a finish before a value calls `handler` with the error of `onEmpty`, if there is one. A value
  ///   does not wait for the completion: upstream is cancelled, then `handler` is called.
  /// - **Failure**: passed to `handler`, if it arrives before a value.
  /// - **Threads**: `handler` runs on the actor that it is written on, as the closure of `sink` does; without one,
  ///   and `onEmpty` always, where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - onEmpty: The error to pass if the publisher finishes without a value; evaluated only then.
  ///   - handler: Runs at most once; not after a cancel.
  /// - Returns: A cancellable that keeps the subscription alive, and cancels it when it is cancelled or released.
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  public func result(
    onEmpty: @autoclosure @escaping @Sendable () -> Failure? = nil,
    @_inheritActorContext _ handler: @escaping @Sendable @isolated(any) (Result<Output, Failure>) -> Void
  ) -> AnyCancellable {
    result(SinkFunctions(handler), onEmpty: onEmpty)
  }

  @inlinable
  func result(
    _ functions: SinkFunctions<Result<Output, Failure>, Never>, onEmpty: @escaping @Sendable () -> Failure?
  ) -> AnyCancellable {
    let upstream = SharedSinkUpstream()
    subscribe(ResultSubscriber(upstream: upstream, onEmpty: onEmpty, handler: functions.receiveValue.call))
    return AnyCancellable(target: functions.target(cancelling: upstream))
  }
}

/// Requests one value, and calls the handler with the first value or the completion.
@usableFromInline
struct ResultSubscriber<Input, Failure: Error>: StageSubscriber {
  @usableFromInline let upstream: SharedSinkUpstream
  @usableFromInline let onEmpty: () -> Failure?
  @usableFromInline let handler: (Result<Input, Failure>) -> Void

  @inlinable
  init(
    upstream: SharedSinkUpstream, onEmpty: @escaping () -> Failure?, handler: @escaping (Result<Input, Failure>) -> Void
  ) {
    self.upstream = upstream
    self.onEmpty = onEmpty
    self.handler = handler
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { upstream }

  @usableFromInline var description: String { upstream.description }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { upstream.mirrorChildren }

  @inlinable var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    upstream.attach(subscription, requesting: .max(1))
  }

  @inlinable
  func receive(_ value: Input) -> Subscribers.Demand {
    if upstream.end(cancels: true) { handler(.success(value)) }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.end() else { return }
    switch completion {
    case .finished: if let error = onEmpty() { handler(.failure(error)) }
    case .failure(let error): handler(.failure(error))
    }
  }
}
