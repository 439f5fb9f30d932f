public import StreamCore
public import StreamParts

@usableFromInline
typealias ReplacementDelivery<Downstream: Subscriber> = SerialDelivery<
  ReplacementPolicy<Downstream.Input, Downstream.Failure>, Downstream
>

/// The subscriber of the publisher that is replaced.
@usableFromInline
struct ReplacedInner<Downstream: Subscriber>: DeliveringInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: ReplacementDelivery<Downstream>
  @usableFromInline let site: StreamSite

  @inlinable
  init(delivery: ReplacementDelivery<Downstream>, site: StreamSite) {
    self.delivery = delivery
    self.site = site
  }

  @inlinable var origin: UpstreamKey { .replaced }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    delivery.receive(input, from: origin) {
      delivery.reportUnrequested(at: site)
    } overflow: {
    }
  }
}

/// The subscriber of the replacement.
@usableFromInline
struct ReplacementInner<Downstream: Subscriber>: DeliveringInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: ReplacementDelivery<Downstream>
  @usableFromInline let site: StreamSite

  @inlinable
  init(delivery: ReplacementDelivery<Downstream>, site: StreamSite) {
    self.delivery = delivery
    self.site = site
  }

  @inlinable var origin: UpstreamKey { .replacement }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    let beginning = delivery.state.withLock { state in state.policy.begin(demand: state.unclaimedDemand) }
    beginning?.replaced?.cancel()
    let returned = delivery.receive(input, from: origin) {
      delivery.reportUnrequested(at: site)
    } overflow: {
    }
    // Downstream may have cancelled inside the delivery.
    return delivery.isCancelled ? .none : returned + (beginning?.demand ?? .none)
  }
}

extension SerialDelivery {
  /// Reports a value that an upstream has delivered without demand, and that has been dropped.
  @usableFromInline
  func reportUnrequested(at site: StreamSite) {
    DropHook.report(DropReport(operatorName: description, reason: .beyondDemand, site: site))
  }
}
