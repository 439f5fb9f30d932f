public import StreamCore
public import StreamParts

/// Buffers the elements of upstream, and ends the stream if they overflow a buffer that may not drop any.
@usableFromInline
struct BufferInner<Downstream: Subscriber>: BeginningInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Policy = BufferPolicy<Downstream.Input, Downstream.Failure>

  @usableFromInline let delivery: SerialDelivery<Policy, Downstream>
  @usableFromInline let makeFailure: (@Sendable () -> Downstream.Failure)?
  @usableFromInline let dropReason: DropReport.Reason
  @usableFromInline let site: StreamSite?

  @usableFromInline
  init(
    downstream: Downstream, size: Int, prefetch: Publishers.PrefetchStrategy,
    whenFull: Publishers.BufferingStrategy<Downstream.Failure>
  ) {
    let overflow: Policy.Overflow
    switch whenFull {
    case .dropNewest: (overflow, makeFailure) = (.dropsNewest, nil)
    case .dropOldest: (overflow, makeFailure) = (.dropsOldest, nil)
    case .customError(let make): (overflow, makeFailure) = (.fails, make)
    }
    delivery = SerialDelivery(
      "Buffer", Policy(size: size, overflow: overflow, prefetch: prefetch), to: downstream)
    (dropReason, site) = (prefetch == .keepFull ? .beyondDemand : .overflow, nil)
  }

  @usableFromInline
  init(
    downstream: Downstream, size: Int, whenFull: StreamOverflowPolicy<Downstream.Failure>, site: StreamSite
  ) {
    delivery = SerialDelivery("Buffer", Policy(size: size, whenFull: whenFull), to: downstream)
    (makeFailure, dropReason, self.site) = (whenFull.makeFailure, whenFull.dropReason, site)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    delivery.receive(input, from: origin) {
      DropHook.report(DropReport(operatorName: "Buffer", reason: dropReason, site: site))
    } overflow: {
      overflow()
    }
  }

  @usableFromInline
  func overflow() {
    // The policy has terminated upstream already, so the end of the stream does not cancel it: that is done here.
    let upstream = delivery.state.withLock { $0.policy.overflowed.take() }
    upstream?.cancel()
    if let makeFailure { delivery.fail(makeFailure()) }
  }
}

extension BufferPolicy {
  @usableFromInline
  init(size: Int, overflow: Overflow, prefetch: Publishers.PrefetchStrategy) {
    self.init(size: size, overflow: overflow, keepsFull: prefetch == .keepFull)
  }
}
