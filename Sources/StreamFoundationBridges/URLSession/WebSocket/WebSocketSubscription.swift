internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The subscription of a downstream to a WebSocket of its own. The task's handler retains it while a message is
/// awaited; its deinitialization closes the connection.
// Not inlinable: a message from the network is no hot path.
final class WebSocketSubscription<Downstream: Subscriber>: StageSubscription, WebSocketLink
where Downstream.Input == WebSocketMessage, Downstream.Failure == URLError {
  private typealias State = WebSocketState<Downstream, any WebSocketTask, WebSocketOperation>

  let description = "WebSocketPublisher"
  /// Released once it has been called or is not needed any more.
  private let makeTask: Locked<(@Sendable () -> any WebSocketTask)?>
  private let links: WebSocketLinks
  private let state: Locked<State>

  /// The task's pending operations.
  private let operations = Locked<[ObjectIdentifier: WebSocketOperation]>([:])

  init(downstream: Downstream, links: WebSocketLinks, makeTask: @escaping @Sendable () -> any WebSocketTask) {
    self.makeTask = Locked(makeTask)
    self.links = links
    state = Locked(State(downstream: downstream))
    links.add(self)
  }

  deinit {
    cancel()
  }

  // MARK: Downstream's side

  /// Ends the handover: downstream's `receive(subscription:)` has returned.
  func endHandover() {
    take(state.withLock { $0.endHandover() })
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    take(state.withLock { $0.demand(demand) })
  }

  func cancel() {
    guard let former = state.withLock({ $0.end() }) else { return }
    release(former, error: URLError(.cancelled))
    former.task?.cancel(with: .goingAway, reason: nil)
  }

  // MARK: The sender's side

  func perform(_ operation: WebSocketOperation) {
    var isClose = false
    if case .close = operation.payload { isClose = true }
    switch state.withLock({ $0.operate(operation, isClose: isClose) }) {
    case .refused: return operation.end(URLError(.networkConnectionLost))
    case .wait: break
    case .connect: connect()
    case .perform(let task): perform(operation, by: task)
    }
    if isClose { take(state.withLock { $0.nextAction() }) }
  }

  private func perform(_ operation: WebSocketOperation, by task: any WebSocketTask) {
    let link: any WebSocketLink = self
    if case .close(let code, let reason) = operation.payload {
      task.cancel(with: code, reason: reason)
      return operation.end(nil)
    }
    operations.withLock { $0[ObjectIdentifier(operation)] = operation }
    switch operation.payload {
    case .message(let message): task.send(message) { link.operation(operation, by: task, didEndWith: $0) }
    case .ping, .close: task.sendPing { link.operation(operation, by: task, didEndWith: $0) }
    }
    // The stream may have ended since, without seeing this operation.
    if state.withLock({ $0.isEnded }) { endOperations(URLError(.cancelled)) }
  }

  func operation(_ operation: WebSocketOperation, by task: any WebSocketTask, didEndWith error: (any Error)?) {
    let released = operations.withLock { $0.removeValue(forKey: ObjectIdentifier(operation)) }
    withExtendedLifetime(released) {}
    operation.end(error.map { task.failure($0) })
  }

  private func endOperations(_ error: URLError) {
    for operation in operations.exchange([:]).values { operation.end(error) }
  }

  // MARK: The task's side

  private func take(_ action: State.Action) {
    switch action {
    case .wait: break
    case .connect: connect()
    case .receive(let task): receive(from: task)
    case .finish(let former): complete(former, .finished)
    }
  }

  private func connect() {
    guard let task = makeTask.exchange(nil)?() else { return }
    task.resume()
    while true {
      switch state.withLock({ $0.connect(task) }) {
      case .perform(let operation): perform(operation, by: task)
      case .next(let action): return take(action)
      case .unwanted: return task.cancel(with: .goingAway, reason: nil)
      }
    }
  }

  private func receive(from task: any WebSocketTask) {
    let link: any WebSocketLink = self
    task.receive { link.receive($0, of: task) }
  }

  func receive(_ result: Result<WebSocketMessage, any Error>, of task: any WebSocketTask) {
    switch result {
    case .success(let message):
      guard let downstream = state.withLock({ $0.message() }) else { return }
      let demand = downstream.receive(message)
      take(state.withLock { $0.delivered(demand) })
    case .failure(let error):
      guard let former = state.withLock({ $0.end() }) else { return }
      complete(former, former.isClosing ? .finished : task.completion(for: error))
      // Nothing more can be received; a task that is still connected would stay so.
      task.cancel(with: .goingAway, reason: nil)
    }
  }

  private func complete(_ former: State, _ completion: Subscribers.Completion<URLError>) {
    var error = URLError(.networkConnectionLost)
    if case .failure(let cause) = completion { error = cause }
    release(former, error: error)
    former.downstream?.receive(completion: completion)
  }

  private func release(_ former: State, error: URLError) {
    links.remove(self)
    let unused = makeTask.exchange(nil)
    withExtendedLifetime(unused) {}
    var waiting = former.waiting
    while let operation = waiting.popFirst() { operation.end(error) }
    endOperations(error)
  }

  var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["demand": state.demand, "hasEnded": state.isEnded]
  }
}
