public import StreamCore
public import StreamParts

/// Passes signals on until upstream fails, then goes on with the publisher made of the failure. It serves `catch`,
/// `tryCatch` and `replaceError`.
@usableFromInline
struct RecoveringInner<Failure: Error, NewPublisher: Publisher, Downstream: Subscriber>: ArbitratedInner
where Downstream.Input == NewPublisher.Output {
  @usableFromInline let downstream: Downstream
  @usableFromInline let arbiter: SubscriptionArbiter
  @usableFromInline let convert: (NewPublisher.Failure) -> Downstream.Failure
  @usableFromInline let recover: (Failure) throws(Downstream.Failure) -> NewPublisher

  /// - Parameters:
  ///   - description: What the subscription says of itself.
  ///   - downstream: Where the signals go.
  ///   - convert: Makes a failure of the replacement one of downstream's kind.
  ///   - recover: Makes the replacement, or throws what downstream is to fail with.
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
    guard let nextEpoch = arbiter.endEpoch(0) else { return }
    switch completion {
    case .finished:
      if arbiter.terminate() { downstream.receive(completion: .finished) }
    case .failure(let error):
      do throws(Downstream.Failure) {
        try recover(error).subscribe(
          FinalArbitratedInner(downstream: downstream, arbiter: arbiter, epoch: nextEpoch, convert: convert))
      } catch {
        if arbiter.terminate() { downstream.receive(completion: .failure(error)) }
      }
    }
  }
}
