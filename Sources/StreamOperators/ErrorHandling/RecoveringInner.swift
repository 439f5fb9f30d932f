public import StreamCore
public import StreamParts

/// Forwards signals until upstream fails, then switches to the replacement for the failure. Shared by `catch`,
/// `tryCatch` and `replaceError`.
@usableFromInline
struct RecoveringInner<Failure: Error, NewPublisher: Publisher, Downstream: Subscriber>: ArbitratedInner
where Downstream.Input == NewPublisher.Output {
  @usableFromInline let downstream: Downstream
  @usableFromInline let arbiter: SubscriptionArbiter
  @usableFromInline let convert: (NewPublisher.Failure) -> Downstream.Failure
  @usableFromInline let recover: (Failure) throws(Downstream.Failure) -> NewPublisher

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - downstream: The subscriber that receives the signals.
  ///   - convert: Converts a failure of the replacement to downstream's failure type.
  ///   - recover: Returns the replacement, or throws the error for downstream to fail with.
  @inlinable
  init(
    _ description: String, downstream: Downstream,
    convert: @escaping (NewPublisher.Failure) -> Downstream.Failure,
    recover: @escaping (Failure) throws(Downstream.Failure) -> NewPublisher
  ) {
    self.downstream = downstream
    arbiter = SubscriptionArbiter(description)
    self.convert = convert
    self.recover = recover
  }

  @inlinable
  init(
    _ description: String, downstream: Downstream,
    recover: @escaping (Failure) throws(Downstream.Failure) -> NewPublisher
  ) where NewPublisher.Failure == Downstream.Failure {
    self.init(description, downstream: downstream, convert: { $0 }, recover: recover)
  }

  @inlinable var epoch: Int { 0 }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard let nextEpoch = arbiter.endEpoch(0) else { return FailureHook.report(late: completion, at: arbiter) }
    switch completion {
    case .finished: arbiter.end(downstream, with: .finished)
    case .failure(let error):
      do throws(Downstream.Failure) {
        try recover(error).subscribe(
          FinalArbitratedInner(downstream: downstream, arbiter: arbiter, epoch: nextEpoch, convert: convert))
      } catch {
        arbiter.end(downstream, with: .failure(error))
      }
    }
  }
}
