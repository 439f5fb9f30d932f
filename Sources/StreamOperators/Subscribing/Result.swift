public import StreamCore

extension Publisher {
  /// Calls a closure with the first value, or with the failure that came instead.
  ///
  ///     upstream      --1--2--|
  ///     result        --(1|)
  ///     upstream      --!
  ///
  /// A publisher that ends without a value has no result: the closure is not called, unless `onEmpty` gives an error.
  ///
  /// The returned cancellable may be dropped at once only if the publisher delivers while it is subscribed to: then the
  /// closure has been called already. To drop it any earlier is to cancel, as it is with `sink`: the closure is not called,
  /// and upstream stops working for nothing. So keep it where the result is to come later.
  ///
  /// - **Demand**: one value.
  /// - **Completion**: the failure of `onEmpty`, if it comes before a value and there is one; after a value it is not
  ///   awaited: upstream is cancelled, then the closure called.
  /// - **Failure**: told to `handler`, if it comes before a value.
  /// - **Threads**: the closures run where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - onEmpty: The error to tell of if the publisher finishes without a value; computed then, and not before.
  ///   - handler: Runs once at most; not after a cancel.
  /// - Returns: What keeps the subscription alive: it is cancelled when this is cancelled or released.
  @inlinable
  @discardableResult
  @preconcurrency
  @_disfavoredOverload
  public func result(
    onEmpty: @autoclosure @escaping @Sendable () -> Failure? = nil,
    _ handler: @escaping @Sendable (Result<Output, Failure>) -> Void
  ) -> AnyCancellable {
    let upstream = SharedSinkUpstream()
    subscribe(ResultSubscriber(upstream: upstream, onEmpty: onEmpty, handler: handler))
    return AnyCancellable(target: upstream)
  }
}

/// Asks for one value, and tells of what came first.
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
