public import StreamCore

/// A subscriber that passes on the values of one epoch of a ``SubscriptionArbiter``, within downstream's demand.
///
/// A stage implements `receive(completion:)`, which may begin the next epoch. Downstream receives its subscription,
/// the arbiter, when the upstream of the first epoch sends its own.
@usableFromInline
package protocol ArbitratedInner: InnerSubscriber where Input == Downstream.Input {
  /// The subscription that downstream has.
  var arbiter: SubscriptionArbiter { get }

  /// The number of the upstream.
  var epoch: Int { get }
}

extension ArbitratedInner {
  @inlinable package var description: String { arbiter.description }

  @inlinable package var combineIdentifier: CombineIdentifier { arbiter.combineIdentifier }

  @inlinable
  package func receive(subscription: any Subscription) {
    guard arbiter.attach(subscription, epoch: epoch), epoch == 0 else { return }
    downstream.receive(subscription: arbiter)
  }

  @inlinable @inline(__always)
  package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard arbiter.takeOne(epoch: epoch) else { return .none }
    return arbiter.add(downstream.receive(input))
  }

  /// Delivers them in a loop, without a subscription, to a sink, whose demand is unlimited.
  @inlinable
  package func _receive(
    atHand values: some IteratorProtocol<Input>, then completion: Subscribers.Completion<Failure>
  ) -> Bool {
    // A sink that has not got its subscription yet has asked for nothing.
    guard downstream.sink != nil, epoch == 0 || arbiter.isAskedForAll else { return false }
    guard arbiter.attach(Subscriptions.empty, epoch: epoch) else { return true }
    if epoch == 0 { downstream.receive(subscription: arbiter) }
    var values = values
    while arbiter.takeOne(epoch: epoch) {
      guard let value = values.next() else {
        receive(completion: completion)
        break
      }
      _ = receive(value)
    }
    return true
  }
}

extension SubscriptionArbiter {
  /// Ends the stream with a completion, if it has not ended; otherwise a failure is late.
  @inlinable
  package func end<Downstream: Subscriber>(
    _ downstream: Downstream, with completion: Subscribers.Completion<Downstream.Failure>
  ) {
    guard terminate() else { return FailureHook.report(late: completion, at: self) }
    downstream.receive(completion: completion)
  }
}

/// Passes on the signals of the upstream of the last epoch, its completion included.
@frozen
@usableFromInline
package struct FinalArbitratedInner<Failure: Error, Downstream: Subscriber>: ArbitratedInner {
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let arbiter: SubscriptionArbiter
  @usableFromInline package let epoch: Int
  @usableFromInline let convert: (Failure) -> Downstream.Failure

  /// - Parameters:
  ///   - downstream: The receiver of the signals.
  ///   - arbiter: The subscription that downstream has.
  ///   - epoch: The number of the upstream.
  ///   - convert: Converts a failure to downstream's failure type.
  @inlinable
  package init(
    downstream: Downstream, arbiter: SubscriptionArbiter, epoch: Int,
    convert: @escaping (Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.arbiter = arbiter
    self.epoch = epoch
    self.convert = convert
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Failure>) {
    guard arbiter.endEpoch(epoch) != nil else { return FailureHook.report(late: completion, at: arbiter) }
    switch completion {
    case .finished: arbiter.end(downstream, with: .finished)
    case .failure(let error): arbiter.end(downstream, with: .failure(convert(error)))
    }
  }
}
