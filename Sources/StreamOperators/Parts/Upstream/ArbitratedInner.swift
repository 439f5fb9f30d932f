public import StreamCore

/// A subscriber that passes the values of one epoch of a ``SubscriptionArbiter`` on, as downstream asks for them.
///
/// What is particular to a stage is what it does with the completion: it may begin the next epoch. The subscription of the
/// first epoch makes downstream's.
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
}

/// Passes the signals of the upstream of one epoch on, its end included.
@frozen
@usableFromInline
package struct FinalArbitratedInner<Failure: Error, Downstream: Subscriber>: ArbitratedInner {
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let arbiter: SubscriptionArbiter
  @usableFromInline package let epoch: Int
  @usableFromInline let convert: (Failure) -> Downstream.Failure

  /// - Parameters:
  ///   - downstream: Where the signals go.
  ///   - arbiter: The subscription that downstream has.
  ///   - epoch: The number of the upstream.
  ///   - convert: Makes a failure of downstream's kind.
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
    guard arbiter.endEpoch(epoch) != nil, arbiter.terminate() else { return }
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let error): downstream.receive(completion: .failure(convert(error)))
    }
  }
}
