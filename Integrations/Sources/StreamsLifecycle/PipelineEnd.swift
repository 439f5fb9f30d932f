internal import IntegrationParts
internal import StreamCore

/// Waits for the end of a pipeline. Not generic, so that tasks can share it whatever the pipeline delivers.
final class PipelineEnd: Sendable {
  private struct State {
    var subscription: (any Subscription)?
    var result: Result<Void, any Error>?
    var waiter: CheckedContinuation<Void, any Error>?
  }

  private let state = Lock(State())

  /// Waits until the pipeline has ended; called once. Cancelling the task cancels the pipeline.
  ///
  /// - Throws: The failure, or a `CancellationError`.
  func reached() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiter = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      end(.failure(CancellationError()))?.cancel()
    }
  }

  func begin(_ subscription: any Subscription) {
    let isFirst = state.withLock { state in
      guard state.subscription == nil, state.result == nil else { return false }
      state.subscription = subscription
      return true
    }
    if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  /// Notes how the pipeline ended: the first call counts.
  ///
  /// - Returns: The subscription.
  @discardableResult
  func end(_ result: Result<Void, any Error>) -> (any Subscription)? {
    let ended = state.withLock { state -> State in
      guard state.result == nil else { return State() }
      defer { state = State(result: result) }
      return state
    }
    ended.waiter?.resume(with: result)
    return ended.subscription
  }
}

/// Asks for everything, and reports the end.
struct EndSubscriber<Input, Failure: Error>: Subscriber {
  let end: PipelineEnd
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) {
    end.begin(subscription)
  }

  func receive(_ input: Input) -> Subscribers.Demand { .none }

  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: end.end(.success(()))
    case .failure(let error): end.end(.failure(error))
    }
  }
}
