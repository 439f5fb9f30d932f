public import StreamCore
public import StreamParts

/// Queues and delivers what the source of one subscription sends.
@usableFromInline
final class EmitterDelivery<Downstream: Subscriber> {
  @usableFromInline typealias Policy = BufferPolicy<Downstream.Input, Downstream.Failure>
  @usableFromInline typealias Source = CreatePublisher<Downstream.Input, Downstream.Failure>

  @usableFromInline let publisher: Source
  @usableFromInline let delivery: SerialDelivery<Policy, Downstream>
  @usableFromInline let source: EmitterSource

  @usableFromInline
  init(_ publisher: Source, _ delivery: SerialDelivery<Policy, Downstream>, _ source: EmitterSource) {
    (self.publisher, self.delivery, self.source) = (publisher, delivery, source)
  }

  /// Attaches downstream; the source is started at its first demand.
  @inlinable
  static func attach(_ downstream: Downstream, to publisher: Source) {
    let delivery = SerialDelivery("Create", Policy(of: publisher), failsAfterQueue: true, to: downstream)
    // Weak: the delivery retains the source. A subscription that is dropped before its first demand makes no cycle.
    let source = EmitterSource { [weak delivery] source in
      guard let delivery else { return Subscriptions.empty }
      let emitting = EmitterDelivery(publisher, delivery, source)
      return emitting.run(
        EmitterReceiver(
          source: source, send: { emitting.send($0) }, complete: { emitting.complete($0) },
          demand: { delivery.state.withLock { $0.hasEnded ? .none : $0.demand } }))
    }
    delivery.begin(with: source, from: UpstreamKey())
    source.endHandover()
  }

  @usableFromInline
  func run(_ receiver: EmitterReceiver<Downstream.Input, Downstream.Failure>) -> any Cancellable {
    let emitter = Emitter(to: receiver)
    source.setClose { [weak emitter] isCancelled in emitter?.close(cancelled: isCancelled) }
    let running = publisher.start(emitter)
    if publisher.whenFull.suspends {
      precondition(source.isPaced, "A source of a Create that suspends must call onDemand(_:) when it is started.")
    }
    return running
  }

  @inlinable
  func send(_ value: Downstream.Input) -> SendReport {
    switch delivery.offer(value, from: UpstreamKey()) {
    case nil: return SendReport(isEnded: true)
    case .deliver: return SendReport(delivered: 1)
    case .nothing: return SendReport(buffered: 1)
    case .dropped: return dropped()
    case .overflow: return overflow()
    }
  }

  @usableFromInline
  func dropped() -> SendReport {
    DropHook.report(
      DropReport(operatorName: "Create", reason: publisher.whenFull.dropReason, site: publisher.site))
    // What replaces the oldest value is queued itself.
    let replaces = if case .dropOldest = publisher.whenFull { publisher.bufferSize > 0 } else { false }
    return SendReport(buffered: replaces ? 1 : 0, dropped: 1)
  }

  @usableFromInline
  func overflow() -> SendReport {
    // The source is the upstream that is cancelled: it has ended before, and is told that nobody cancelled.
    source.end(cancelled: false)
    delivery.overflow(makeFailure: publisher.whenFull.makeFailure)
    return SendReport(dropped: 1)
  }

  @usableFromInline
  func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
    delivery.receive(completion: completion, from: UpstreamKey())
    source.end(cancelled: false)
  }
}

extension BufferPolicy {
  /// The queue of a source that sends without demand: it requests nothing of its own, and passes downstream's demand
  /// on.
  @usableFromInline
  init(of publisher: CreatePublisher<Element, Failure>) {
    self.init(size: publisher.bufferSize, overflow: Overflow(publisher.whenFull), passesDemand: true)
  }
}
