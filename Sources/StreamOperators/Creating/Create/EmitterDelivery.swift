internal import StreamCore
internal import StreamParts

/// Queues and delivers what the source of one subscription sends.
final class EmitterDelivery<Downstream: Subscriber>: EmitterReceiver<Downstream.Input, Downstream.Failure> {
  private typealias Policy = BufferPolicy<Downstream.Input, Downstream.Failure>
  typealias Source = CreatePublisher<Downstream.Input, Downstream.Failure>

  private let publisher: Source
  private let delivery: SerialDelivery<Policy, Downstream>

  private init(_ publisher: Source, _ delivery: SerialDelivery<Policy, Downstream>, _ source: EmitterSource) {
    self.publisher = publisher
    self.delivery = delivery
    super.init(source: source)
  }

  /// Attaches downstream; the source is started at its first demand.
  static func attach(_ downstream: Downstream, to publisher: Source) {
    let overflow: Policy.Overflow =
      switch publisher.whenFull {
      case .suspend, .dropNewest: .dropsNewest
      case .dropOldest: .dropsOldest
      case .error: .fails
      }
    let delivery = SerialDelivery(
      "Create", Policy(size: publisher.bufferSize, overflow: overflow, passesDemand: true), to: downstream)
    // Weak: the delivery retains the source. A subscription that is dropped before its first demand makes no cycle.
    let source = EmitterSource { [weak delivery] source in
      guard let delivery else { return Subscriptions.empty }
      return EmitterDelivery(publisher, delivery, source).run()
    }
    delivery.begin(with: source, from: UpstreamKey())
    source.endHandover()
  }

  private func run() -> any Cancellable {
    let emitter = Emitter(to: self)
    source.setClose { [weak emitter] isCancelled in emitter?.close(cancelled: isCancelled) }
    let running = publisher.start(emitter)
    if case .suspend = publisher.whenFull {
      precondition(source.isPaced, "A source of a Create that suspends must call onDemand(_:) when it is started.")
    }
    return running
  }

  override var demand: Subscribers.Demand { delivery.state.withLock { $0.hasEnded ? .none : $0.demand } }

  override func send(_ value: Downstream.Input) -> SendReport {
    switch delivery.offer(value, from: UpstreamKey()) {
    case nil: return SendReport(isEnded: true)
    case .deliver: return SendReport(delivered: 1)
    case .nothing: return SendReport(buffered: 1)
    case .dropped: return dropped()
    case .overflow: return overflow()
    }
  }

  private func dropped() -> SendReport {
    let isPaced = if case .suspend = publisher.whenFull { true } else { false }
    DropHook.report(
      DropReport(operatorName: "Create", reason: isPaced ? .beyondDemand : .overflow, site: publisher.site))
    // What replaces the oldest value is queued itself.
    let replaces = if case .dropOldest = publisher.whenFull { publisher.bufferSize > 0 } else { false }
    return SendReport(buffered: replaces ? 1 : 0, dropped: 1)
  }

  private func overflow() -> SendReport {
    let overflowed = delivery.state.withLock { $0.policy.overflowed.take() }
    withExtendedLifetime(overflowed) {}
    source.end(cancelled: false)
    if case .error(let makeFailure) = publisher.whenFull { delivery.fail(makeFailure()) }
    return SendReport(dropped: 1)
  }

  override func send(completion: Subscribers.Completion<Downstream.Failure>) {
    delivery.receive(completion: completion, from: UpstreamKey())
    source.end(cancelled: false)
  }
}
