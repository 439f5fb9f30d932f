public import StreamCore

/// A running `concatMap`, or `asyncConcatMap`: the queue of elements, and the loop that subscribes to one publisher
/// after the other.
// Sendable: all that changes is in the delivery and the trampoline; `transform` runs in the loop of the trampoline
// alone.
@usableFromInline
package final class ConcatMapping<Input, Child: Publisher, Downstream: Subscriber>: @unchecked Sendable
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
  @usableFromInline package typealias Policy = ConcatMapPolicy<Input, Child.Output, Child.Failure>

  @usableFromInline let delivery: SerialDelivery<Policy, Downstream>
  @usableFromInline let transform: (Input) -> Child
  @usableFromInline let makeFailure: (() -> Child.Failure)?
  @usableFromInline let dropReason: DropReport.Reason
  @usableFromInline let site: StreamSite

  /// A publisher may finish before `subscribe` has returned: the next one is then subscribed to in a loop, not
  /// recursively.
  @usableFromInline let trampoline = Trampoline()

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - downstream: The subscriber.
  ///   - bufferSize: The maximum number of elements that wait.
  ///   - whenFull: What happens to an element for which there is no room.
  ///   - delaying: Keeps the failures until all publishers have ended; `nil` if the first ends the stream.
  ///   - site: The operator's source location, for the report of a drop.
  ///   - transform: Transforms an element into a publisher.
  @usableFromInline
  package init(
    _ description: String, to downstream: Downstream, bufferSize: Int, whenFull: StreamOverflowPolicy<Child.Failure>,
    delaying: DelayedFailures<Child.Failure>? = nil, site: StreamSite, transform: @escaping (Input) -> Child
  ) {
    let policy = Policy(size: bufferSize, whenFull: WhenFull(whenFull))
    delivery = SerialDelivery(description, policy, delaying: delaying, to: downstream)
    (makeFailure, dropReason) = (whenFull.makeFailure, whenFull.dropReason)
    self.site = site
    self.transform = transform
  }

  @inlinable
  func take(_ input: Input) {
    var replaced: Input?
    let arrival = delivery.state.withLock { $0.policy.take(input, replaced: &replaced) }
    withExtendedLifetime(replaced) {}
    switch arrival {
    case .waits: advance()
    case .dropped: reportDrop(dropReason)
    case .overflow(let upstream): overflow(cancelling: upstream)
    case .ignored: break
    }
  }

  /// Subscribes to the publisher of the next element, if its turn has come.
  ///
  /// It is called for each element that comes and for each publisher that finishes, so that no run needs to begin more
  /// than one.
  @inlinable
  func advance() {
    trampoline.run {
      guard let next = delivery.state.withLock({ $0.policy.beginNext() }) else { return }
      transform(next.input).subscribe(ConcatMapChildInner(mapping: self, epoch: next.epoch))
    }
  }

  @usableFromInline
  func reportDrop(_ reason: DropReport.Reason) {
    DropHook.report(DropReport(operatorName: delivery.description, reason: reason, site: site))
  }

  /// Cancels upstream, and makes the failure that follows the elements which wait.
  @usableFromInline
  func overflow(cancelling upstream: SubscriptionObject?) {
    upstream?.cancel()
    guard let failure = makeFailure?() else { return }
    guard delivery.state.withLock({ $0.policy.fail(failure) }) else {
      return FailureHook.report(late: Subscribers.Completion.failure(failure), at: delivery)
    }
    // The last publisher may have finished meanwhile.
    delivery.drainIfIdle()
  }
}

/// The subscriber of upstream.
@frozen
@usableFromInline
package struct ConcatMapInner<Input, Child: Publisher, Downstream: Subscriber>: OuterInner
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
  @usableFromInline package typealias Failure = Child.Failure
  @usableFromInline package typealias Policy = ConcatMapPolicy<Input, Child.Output, Child.Failure>

  @usableFromInline let mapping: ConcatMapping<Input, Child, Downstream>

  @inlinable
  package init(mapping: ConcatMapping<Input, Child, Downstream>) {
    self.mapping = mapping
  }

  @inlinable package var delivery: SerialDelivery<Policy, Downstream> { mapping.delivery }

  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    mapping.take(input)
    return .none
  }
}

/// The subscriber of one publisher, whose finish begins the next.
@frozen
@usableFromInline
package struct ConcatMapChildInner<Element, Child: Publisher, Downstream: Subscriber>: DeliveringInner
where Downstream.Input == Child.Output, Downstream.Failure == Child.Failure {
  @usableFromInline package typealias Input = Child.Output
  @usableFromInline package typealias Failure = Child.Failure
  @usableFromInline package typealias Policy = ConcatMapPolicy<Element, Child.Output, Child.Failure>

  @usableFromInline let mapping: ConcatMapping<Element, Child, Downstream>
  @usableFromInline package let origin: UpstreamKey

  @inlinable
  init(mapping: ConcatMapping<Element, Child, Downstream>, epoch: Int) {
    self.mapping = mapping
    origin = UpstreamKey(epoch: epoch)
  }

  @inlinable package var delivery: SerialDelivery<Policy, Downstream> { mapping.delivery }

  @inlinable @inline(__always)
  package func receive(_ input: Child.Output) -> Subscribers.Demand {
    delivery.receive(input, from: origin) {
      mapping.reportDrop(.beyondDemand)
    } overflow: {
    }
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Child.Failure>) {
    delivery.receive(completion: completion, from: origin)
    mapping.advance()
  }

  @inlinable
  package func _receive(
    atHand values: some IteratorProtocol<Input>, then completion: Subscribers.Completion<Failure>
  ) -> Bool {
    guard delivery.run(values, then: completion, from: origin) else { return false }
    mapping.advance()
    return true
  }
}
