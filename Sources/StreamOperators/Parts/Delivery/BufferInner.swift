public import StreamCore

/// Queues the elements of upstream until downstream requests them, and ends the stream if they overflow a queue that
/// may not drop any.
@frozen
@usableFromInline
package struct BufferInner<Downstream: Subscriber>: BeginningInner {
  @usableFromInline package typealias Input = Downstream.Input
  @usableFromInline package typealias Failure = Downstream.Failure
  @usableFromInline package typealias Policy = BufferPolicy<Downstream.Input, Downstream.Failure>

  @usableFromInline package let delivery: SerialDelivery<Policy, Downstream>
  @usableFromInline let makeFailure: (@Sendable () -> Downstream.Failure)?
  @usableFromInline let dropReason: DropReport.Reason
  @usableFromInline let site: StreamSite?

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - policy: The rules of the queue.
  ///   - makeFailure: Makes the failure of a full queue, if that fails.
  ///   - dropReason: Why an element that exceeds the capacity is dropped.
  ///   - site: The operator's source location, if known.
  ///   - downstream: The receiver of the elements.
  @usableFromInline
  package init(
    _ description: String, _ policy: Policy, makeFailure: (@Sendable () -> Downstream.Failure)?,
    dropReason: DropReport.Reason, site: StreamSite?, to downstream: Downstream
  ) {
    delivery = SerialDelivery(description, policy, failsAfterQueue: true, to: downstream)
    (self.makeFailure, self.dropReason, self.site) = (makeFailure, dropReason, site)
  }

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - size: The capacity in elements.
  ///   - whenFull: What happens to an element that exceeds the capacity, and how upstream is asked.
  ///   - site: The operator's source location.
  ///   - downstream: The receiver of the elements.
  @usableFromInline
  package init(
    _ description: String, size: Int, whenFull: StreamOverflowPolicy<Downstream.Failure>, site: StreamSite,
    to downstream: Downstream
  ) {
    self.init(
      description, Policy(size: size, whenFull: whenFull), makeFailure: whenFull.makeFailure,
      dropReason: whenFull.dropReason, site: site, to: downstream)
  }

  @inlinable @inline(__always)
  package func receive(_ input: Input) -> Subscribers.Demand {
    delivery.receive(
      input, from: origin, dropped: { reportDrop() }, overflow: { delivery.overflow(makeFailure: makeFailure) })
  }

  /// The capacity in elements.
  package var size: Int { delivery.state.change { $0.policy.size } }

  @usableFromInline
  func reportDrop() {
    DropHook.report(DropReport(operatorName: description, reason: dropReason, site: site))
  }
}
