internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One exchange with a server, whose whole answer a handler gets.
struct Exchange: Sendable {
  typealias Handler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

  let session: URLSession
  let makeTask: @Sendable (@escaping Handler) -> URLSessionTask

  /// Why no task is to be made, if that is known when it is demanded.
  var refusal: @Sendable () -> URLError? = { nil }
}

/// The subscription of one downstream to an exchange. The task's handler keeps it alive while the task runs.
// Not inlinable: one value per exchange with a server is no hot path.
final class ExchangeSubscription<Downstream: Subscriber>: StageSubscription, TaskHandler
where Downstream.Input == (data: Data, response: URLResponse), Downstream.Failure == URLError {
  private typealias Work = (exchange: Exchange, downstream: Downstream)

  let description: String
  private let state: Locked<ExchangeState<Work, CancellableTask>>

  init(_ description: String, exchange: Exchange, downstream: Downstream) {
    self.description = description
    state = Locked(.attaching((exchange, downstream), isDemanded: false))
  }

  func attached() {
    if let work = state.withLock({ $0.attach() }) { start(work) }
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
    // A cancel that comes in between is not lost: a task that has been cancelled is not resumed.
    var cancellable = CancellableTask(task: task, delegateQueue: exchange.session.delegateQueue)
    #if canImport(FoundationNetworking)
      cancellable.readingQueue = ReadingQueue(of: exchange.session)
    #endif
    let isWanted = state.withLock { [cancellable] state in state.start(cancellable) }
    if isWanted { task.resume() } else { task.cancel() }
  }

  var isCancelling: Bool { state.withLock { $0.isCancelling } }

  /// Hands downstream what the task ended with; nothing after a cancel, of which the task tells too.
  func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    switch state.withLock({ $0.answer() }) {
    case .starting(let work), .running(let work, _):
      deliver(data, response, error, to: work.downstream)
    case .cancelling(let task):
      task.handlerIsCalled()
    case .attaching, .idle, .delivering, .ended:
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

/// What a task calls when it ends, whoever is downstream: the type of a subscriber need not be `Sendable`, so that no
/// `@Sendable` closure may name it.
private protocol TaskHandler: AnyObject, Sendable {
  var isCancelling: Bool { get }
  func receive(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?)
}
