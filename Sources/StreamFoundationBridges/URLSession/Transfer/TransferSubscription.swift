internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Creates the elements of a transfer from its events. It is used only on the transfer's delivery queue.
protocol TransferElementMaker {
  associatedtype Element

  /// Whether it takes chunks without demand. An element that has not been delivered is then replaced by a later one.
  static var isEager: Bool { get }

  /// Takes the head of the response. An error it throws ends the stream.
  mutating func take(_ response: URLResponse) throws(URLError)

  /// Takes a chunk of the body. An error it throws ends the stream.
  mutating func take(_ data: Data) throws(URLError) -> Element

  /// Takes the end of the body.
  ///
  /// - Returns: The last element, if there is one.
  mutating func finish() throws(URLError) -> Element?

  /// Notes that an element is about to be delivered. Downstream then owns what belongs to it, such as a downloaded
  /// file.
  mutating func willDeliver(_ element: Element)

  /// Cleans up, because the stream has failed or was cancelled. It may be called more than once.
  mutating func abandon()
}

/// The subscription of one downstream to a transfer, which starts at the first demand.
///
/// After the handover, downstream is called only by ``deliver()``, on the transfer's serial delivery queue, so signals
/// are serial (rule 3). A request may come on any thread; it records the demand, and schedules a run on that queue.
///
/// It is no `SerialDelivery`: the serial queue takes the place of a drain loop, and a transfer is held back by a gate
/// or a file rather than by requests for single values.
// Sendable: the state that both sides access is under the lock; `maker` is accessed only on the transfer's delivery
// queue.
final class TransferSubscription<Maker: TransferElementMaker, Downstream: Subscriber>: StageSubscription,
  TransferClient, @unchecked Sendable
where Downstream.Input == Maker.Element, Downstream.Failure == URLError {
  private enum Phase {
    /// The transfer has not been started, because there has been no demand.
    case idle

    case running
    case ended
  }

  private struct State {
    var handover = Handover()
    var phase = Phase.idle
    var downstream: Downstream?
    var transfer: Transfer?
    var demand = Subscribers.Demand.none
    var elements = Queue<Maker.Element>()
    var completion: Subscribers.Completion<URLError>?
  }

  let description: String
  private let request: URLRequest
  private let configuration: URLSessionConfiguration
  private let maxBacklog: Int
  private let state: Locked<State>
  private var maker: Maker

  init(
    _ description: String, request: URLRequest, configuration: URLSessionConfiguration, maxBacklog: Int,
    maker: Maker, downstream: Downstream
  ) {
    self.description = description
    self.request = request
    self.configuration = configuration
    self.maxBacklog = maxBacklog
    self.maker = maker
    var state = State()
    state.downstream = downstream
    self.state = Locked(state)
  }

  // MARK: Downstream's side

  /// Ends the handover, and starts the transfer if there is demand.
  func endHandover() {
    request(state.withLock { $0.handover.end() })
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let running: Transfer? = state.withLock { state in
      if state.handover.withhold(demand) { return nil }
      state.demand += demand
      return state.phase == .running ? state.transfer : nil
    }
    if let running { running.scheduleDelivery() } else { startIfDemanded() }
  }

  func cancel() {
    let released = end()
    guard let transfer = released?.transfer else { return }
    transfer.cancel()
    // On the delivery queue, because `maker` may be in use there now.
    transfer.scheduleAbandonment()
    withExtendedLifetime(released) {}
  }

  private func startIfDemanded() {
    let transfer: Transfer? = state.withLock { state in
      guard state.phase == .idle, state.demand != .none else { return nil }
      state.phase = .running
      let transfer = Transfer(maxBacklog: maxBacklog, client: self)
      state.transfer = transfer
      return transfer
    }
    guard let transfer else { return }
    transfer.start(request, configuration: configuration)
    // A cancel since the lock was released may have found no task to stop: it is repeated.
    if state.withLock({ $0.phase == .ended }) { transfer.cancel() }
  }

  /// Ends the subscription, and removes all references.
  ///
  /// - Returns: The former state, to be released outside the lock; `nil` if the subscription had ended before.
  private func end() -> State? {
    state.withLock { state in
      guard state.phase != .ended else { return nil }
      var released = State()
      released.phase = .ended
      swap(&released, &state)
      return released
    }
  }

  // MARK: The transfer's side

  var isEager: Bool { Maker.isEager }

  func abandon() {
    maker.abandon()
  }

  /// Delivers the elements for which there is demand, takes further events, and completes after the last element.
  func deliver() {
    while let (downstream, transfer, demand) = running() {
      // Queued elements first: they were created from earlier events.
      if let element = nextElement(demand) {
        maker.willDeliver(element)
        let demand = downstream.receive(element)
        if demand != .none { state.withLock { $0.demand += demand } }
        continue
      }
      if let completion = state.withLock({ $0.elements.isEmpty ? $0.completion : nil }) {
        return complete(completion)
      }
      // With a completion pending, no event follows: the queued elements wait for demand. A request that has raised
      // `demand` since it was read schedules another run.
      guard state.withLock({ $0.completion == nil }),
        let event = transfer.next(isDataWanted: Maker.isEager || demand != .none)
      else { return }
      take(event, of: transfer)
    }
  }

  private func running() -> (Downstream, Transfer, Subscribers.Demand)? {
    state.withLock { state in
      guard state.phase == .running, let downstream = state.downstream, let transfer = state.transfer else {
        return nil
      }
      return (downstream, transfer, state.demand)
    }
  }

  private func nextElement(_ demand: Subscribers.Demand) -> Maker.Element? {
    state.withLock { state in
      guard state.demand != .none, let element = state.elements.popFirst() else { return nil }
      state.demand -= 1
      return element
    }
  }

  private func take(_ event: Transfer.Event, of transfer: Transfer) {
    do throws(URLError) {
      switch event {
      case .response(let response):
        try maker.take(response)
      case .data(let data):
        put(try maker.take(data))
      case .end(let error):
        if let error { throw error }
        if let last = try maker.finish() { state.withLock { $0.elements.append(last) } }
        state.withLock { $0.completion = .finished }
      }
    } catch {
      let dropped: Queue<Maker.Element>? = state.withLock { state in
        state.completion = .failure(error)
        // Of an eager maker, only the newest element is of interest, and the failure makes it obsolete. Other elements
        // are parts of the body, and are delivered before the failure.
        guard Maker.isEager else { return nil }
        var elements = Queue<Maker.Element>()
        swap(&elements, &state.elements)
        return elements
      }
      withExtendedLifetime(dropped) {}
      transfer.cancel()
    }
  }

  /// Queues an element. Of an eager maker, it replaces the one in the queue.
  private func put(_ element: Maker.Element) {
    let replaced: Maker.Element? = state.withLock { state in
      if Maker.isEager, let replaced = state.elements.replaceLast(by: element) { return replaced }
      state.elements.append(element)
      return nil
    }
    withExtendedLifetime(replaced) {}
  }

  private func complete(_ completion: Subscribers.Completion<URLError>) {
    guard let released = end(), let downstream = released.downstream else { return }
    if case .failure = completion { maker.abandon() }
    downstream.receive(completion: completion)
  }

  var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["state": state.phase, "demand": state.demand]
  }
}
