public import StreamCore

/// Reduces the elements to one result, for the stages that deliver at most one value.
///
/// Requests unlimited demand from upstream after the handover; holds the result until downstream requests it.
@frozen
@usableFromInline
package struct ReducingInner<Input, Downstream: Subscriber>: StageSubscriber {
  @usableFromInline package typealias Failure = Downstream.Failure

  @usableFromInline let result: OneShotSubscription<Downstream.Input, Downstream.Failure>
  @usableFromInline let upstream: UpstreamSubscription
  @usableFromInline let isComplete: (Input) throws(Downstream.Failure) -> Bool
  @usableFromInline let complete: () -> Downstream.Input?

  /// - Parameters:
  ///   - description: The description of the stage: its operator's name.
  ///   - downstream: The receiver of the result.
  ///   - isComplete: Takes an element, and returns whether the result is complete. An error it throws ends the stream.
  ///   - complete: Returns the result, if there is one. Called when it is complete, or when upstream has finished.
  @inlinable
  package init(
    _ description: String, to downstream: Downstream,
    isComplete: @escaping (Input) throws(Downstream.Failure) -> Bool,
    complete: @escaping () -> Downstream.Input?
  ) {
    let upstream = UpstreamSubscription(description)
    self.upstream = upstream
    result = OneShotSubscription(description, to: downstream) { upstream.cancel() }
    self.isComplete = isComplete
    self.complete = complete
  }

  @usableFromInline package var pipelineEnd: (any PipelineEnd)? {
    result.downstream.flatMap { StreamCore.pipelineEnd(of: $0) }
  }

  @usableFromInline package var description: String { upstream.description }

  @inlinable package var combineIdentifier: CombineIdentifier { result.combineIdentifier }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    ["result": result, "upstream": upstream.state.value]
  }

  @inlinable
  package func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    result.handOver()
    upstream.request(.unlimited)
  }

  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    do throws(Downstream.Failure) {
      if try isComplete(input) { end() }
    } catch {
      end(with: error)
    }
    return .none
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.terminate() != nil else { return FailureHook.report(late: completion, at: upstream) }
    switch completion {
    case .finished: deliver()
    case .failure(let error): result.fulfil(with: .failure(error))
    }
  }

  @inlinable
  func end() {
    guard let subscription = upstream.terminate() else { return }
    subscription.cancel()
    deliver()
  }

  @inlinable
  func end(with error: Failure) {
    guard let subscription = upstream.terminate() else { return }
    subscription.cancel()
    result.fulfil(with: .failure(error))
  }

  @inlinable
  func deliver() {
    if let output = complete() { result.fulfil(with: .success(output)) } else { result.finish() }
  }
}
