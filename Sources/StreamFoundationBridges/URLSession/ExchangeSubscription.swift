internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A request-response exchange with a server, whose complete response a handler receives.
struct Exchange: Sendable {
  typealias Handler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

  let session: URLSession
  let makeTask: @Sendable (@escaping Handler) -> URLSessionTask

  /// Returns an error if no task must be created, checked at the first demand.
  var refusal: @Sendable () -> URLError? = { nil }
}

/// The subscription of a downstream to an exchange. The task's handler retains it while the task runs.
// Not inlinable: one value per exchange with a server is no hot path.
final class ExchangeSubscription<Downstream: Subscriber>: StageSubscription, TaskHandler
where Downstream.Input == (data: Data, response: URLResponse), Downstream.Failure == URLError {
  private typealias Work = (exchange: Exchange, downstream: Downstream)

  let description: String
  private let state: Locked<ExchangeState<Work, CancellableTask>>

  init(_ description: String, exchange: Exchange, downstream: Downstream) {
    self.description = description
    state = Locked(.handover((exchange, downstream), isDemanded: false))
  }

  func endHandover() {
    if let work = state.withLock({ $0.endHandover() }) { start(work) }
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    if let work = state.withLock({ $0.demand() }) { start(work) }
  }

  func cancel() {
    guard case .running(_, let task) = state.withLock({ $0.cancel() }) else { return }
    let handler: any TaskHandler = self
    task.cancel { handler.isCancelling }
  }

  private func start(_ work: Work) {
    let exchange = work.exchange
    let handler: any TaskHandler = self
    if let refusal = exchange.refusal() {
      return exchange.session.delegateQueue.addOperation { handler.receive(nil, nil, refusal) }
    }
    let task = exchange.makeTask { data, response, error in
      handler.receive(data, response, error)
    }
    // A cancel since then is not lost: a cancelled task is not resumed.
    var cancellable = CancellableTask(task: task, delegateQueue: exchange.session.delegateQueue)
    #if canImport(FoundationNetworking)
      cancellable.readingQueue = ReadingQueue(of: exchange.session)
      task.delegate = ExchangeDelegate { [weak handler] in handler?.isCancelling ?? true }
    #endif
    let isWanted = state.withLock { [cancellable] state in state.start(cancellable) }
    if isWanted { task.resume() } else { task.cancel() }
  }

  var isCancelling: Bool { state.withLock { $0.isCancelling } }

  /// Delivers the task's result; nothing after a cancel, which the task reports as an error.
  func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    switch state.withLock({ $0.answer() }) {
    case .starting(let work):
      deliver(data, response, error, to: work.downstream)
    case .running(let work, let task):
      if let response = task.challengedResponse { return deliver(nil, response, nil, to: work.downstream) }
      deliver(data, response, error, to: work.downstream)
    case .cancelling(let task):
      task.handlerIsCalled()
    case .handover, .idle, .delivering, .ended:
      break
    }
  }

  private func deliver(
    _ data: Data?, _ response: URLResponse?, _ error: (any Error)?, to downstream: Downstream
  ) {
    var completion = Subscribers.Completion<URLError>.finished
    if let response, error == nil {
      _ = downstream.receive((data ?? Data(), response))
    } else {
      completion = .failure(URLError(orWrapping: error))
    }
    if state.withLock({ $0.complete() }) { downstream.receive(completion: completion) }
  }

  var mirrorChildren: KeyValuePairs<String, Any> { ["state": state.value] }
}

/// The non-generic interface called by a task: a subscriber's type need not be `Sendable`, so `@Sendable` closures must
/// not capture the generic class.
private protocol TaskHandler: AnyObject, Sendable {
  var isCancelling: Bool { get }
  func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?)
}
