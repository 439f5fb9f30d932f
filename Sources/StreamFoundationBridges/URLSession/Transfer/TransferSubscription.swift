internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What a piece of a body becomes.
enum MadeElement<Element> {
  /// An element that is held until it is delivered.
  case held(Element)

  /// An element that takes the place of one which has not been delivered yet: nothing of the piece is held.
  case latest(Element)
}

/// Makes the elements of a transfer. It is used on the transfer's queue alone.
protocol TransferElementMaker {
  associatedtype Element

  /// Takes the head of the response. What it throws ends the stream.
  mutating func take(_ response: URLResponse) throws(URLError)

  /// Takes a piece. What it throws ends the stream.
  mutating func take(_ data: Data) throws(URLError) -> MadeElement<Element>

  /// Takes the end of the body.
  ///
  /// - Returns: The last element, if there is one more.
  mutating func finish() throws(URLError) -> Element?

  /// Notes that an element goes to downstream, and with it what comes with it.
  mutating func willDeliver(_ element: Element)

  /// Gives up: the stream has failed or was cancelled. It may be called more than once.
  mutating func abandon()
}

/// The subscription of one downstream to a transfer.
// Sendable: what both sides touch is under the lock; `maker` belongs to the transfer's queue.
final class TransferSubscription<Maker: TransferElementMaker, Downstream: Subscriber>: Subscription,
  SubscriptionDescription, TransferClient, @unchecked Sendable
where Downstream.Input == Maker.Element, Downstream.Failure == URLError {
  private enum Phase {
    /// Downstream is being handed its subscription.
    case attaching

    /// Nothing has been asked for.
    case idle

    case running
    case ended
  }

  private struct State {
    var phase = Phase.attaching
    var downstream: Downstream?
    var transfer: Transfer?
    var demand = Subscribers.Demand.none
    var elements = Queue<(element: Maker.Element, isHeld: Bool)>()
    var completion: Subscribers.Completion<URLError>?
  }

  private enum Step {
    case delivers(Maker.Element, isHeld: Bool)
    case completes(Subscribers.Completion<URLError>)
  }

  let description: String
  private let request: URLRequest
  private let configuration: URLSessionConfiguration
  private let state: Locked<State>
  private var maker: Maker

  init(
    _ description: String, request: URLRequest, configuration: URLSessionConfiguration,
    maker: Maker,
    downstream: Downstream
  ) {
    self.description = description
    self.request = request
    self.configuration = configuration
    self.maker = maker
    var state = State()
    state.downstream = downstream
    self.state = Locked(state)
  }

  // MARK: Downstream's side

  /// To be called once downstream has the subscription: nothing comes before, so that signals do not overlap.
  func attached() {
    state.withLock { state in
      if state.phase == .attaching { state.phase = .idle }
    }
    startIfDemanded()
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand != .none, "A request must be for at least one value (rule 9).")
    let running: Transfer? = state.withLock { state in
      state.demand += demand
      return state.phase == .running ? state.transfer : nil
    }
    if let running { running.scheduleDelivery() } else { startIfDemanded() }
  }

  func cancel() {
    let released = end()
    guard let transfer = released?.transfer else { return }
    transfer.cancel()
    transfer.scheduleAbandonment()
    withExtendedLifetime(released) {}
  }

  private func startIfDemanded() {
    let transfer: Transfer? = state.withLock { state in
      guard state.phase == .idle, state.demand != .none else { return nil }
      state.phase = .running
      let transfer = Transfer(client: self)
      state.transfer = transfer
      return transfer
    }
    guard let transfer else { return }
    transfer.start(request, configuration: configuration)
    // A cancel that came before the start found nothing to stop.
    if state.withLock({ $0.phase == .ended }) { transfer.cancel() }
  }

  /// Lets go of everything.
  ///
  /// - Returns: What there was, to be released outside the lock; `nil` if the end had come before.
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

  func receive(_ response: URLResponse) -> URLError? {
    guard !isEnded else { return nil }
    do throws(URLError) {
      try maker.take(response)
      return nil
    } catch {
      return error
    }
  }

  func receive(_ data: Data) {
    guard !isEnded else { return }
    do throws(URLError) {
      switch try maker.take(data) {
      case .held(let element):
        state.withLock { $0.elements.append((element, true)) }
      case .latest(let element):
        let replaced = state.withLock { state in
          if let replaced = state.elements.replaceLast(by: (element, false)) {
            return Optional(replaced)
          }
          state.elements.append((element, false))
          return nil
        }
        withExtendedLifetime(replaced) {}
        state.value.transfer?.letGo()
      }
    } catch {
      fail(error)
    }
    deliver()
  }

  /// Ends the stream before the transfer has ended.
  private func fail(_ error: URLError) {
    let transfer = state.withLock { state in
      state.completion = .failure(error)
      return state.transfer
    }
    transfer?.cancel()
  }

  func receiveEnd(_ error: URLError?) {
    guard !isEnded else { return maker.abandon() }
    var completion = Subscribers.Completion<URLError>.finished
    var last: Maker.Element?
    do throws(URLError) {
      if let error { throw error }
      last = try maker.finish()
    } catch {
      completion = .failure(error)
    }
    state.withLock { state in
      guard state.phase != .ended else { return }
      if let last { state.elements.append((last, false)) }
      // What ended the stream before the transfer did stays.
      state.completion = state.completion ?? completion
    }
    deliver()
  }

  private var isEnded: Bool { state.withLock { $0.phase == .ended || $0.completion != nil } }

  func abandon() {
    maker.abandon()
  }

  /// Delivers what there is and is wanted.
  func deliver() {
    while let (downstream, transfer, step) = nextStep() {
      switch step {
      case .delivers(let element, let isHeld):
        maker.willDeliver(element)
        let demand = downstream.receive(element)
        if isHeld { transfer.letGo() }
        if demand != .none { state.withLock { $0.demand += demand } }
      case .completes(let completion):
        guard let released = end() else { return }
        if case .failure = completion { maker.abandon() }
        downstream.receive(completion: completion)
        withExtendedLifetime(released) {}
        return
      }
    }
  }

  private func nextStep() -> (Downstream, Transfer, Step)? {
    state.withLock { state in
      guard state.phase == .running, let downstream = state.downstream,
        let transfer = state.transfer
      else { return nil }
      if state.elements.isEmpty {
        return state.completion.map { (downstream, transfer, .completes($0)) }
      }
      guard state.demand != .none, let (element, isHeld) = state.elements.popFirst() else {
        return nil
      }
      state.demand -= 1
      return (downstream, transfer, .delivers(element, isHeld: isHeld))
    }
  }

  var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["state": state.phase, "demand": state.demand]
  }
}
