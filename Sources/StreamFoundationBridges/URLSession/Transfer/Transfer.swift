internal import Dispatch
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The client of a transfer.
protocol TransferClient: AnyObject, Sendable {
  /// Whether it takes data without demand.
  var isEager: Bool { get }

  /// Takes the available events, because there may be new data or new demand. Called on the transfer's delivery queue,
  /// serially.
  func deliver()

  /// Cleans up after a cancel, on the same queue.
  func abandon()
}

/// One request whose response is delivered in chunks.
///
/// It has a private session, created with the settings of the client's, because only a session's delegate receives
/// chunks. Nothing is cached. Foundation for Linux (as of Swift 6.3) cannot suspend a task: chunks keep arriving, and
/// `resume()` sends the request again. So there the backlog is kept in a file, up to a limit at which the transfer
/// fails; elsewhere the task is suspended.
// Sendable: mutable state is under a lock.
final class Transfer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  /// The events of a transfer, in this order.
  enum Event {
    case response(URLResponse)
    case data(Data)

    /// The end, once: the failure, or `nil` if the body is complete.
    case end(URLError?)
  }

  private struct State {
    var response: URLResponse?

    /// Whether a response has come, delivered or not.
    var hasResponse = false
    var spool: Spool
    var end: URLError??

    /// Whether no more of the body is kept: it is complete, has failed, or is not wanted.
    var hasEnded = false

    /// Whether the task is being or has been cancelled.
    var isStopping = false

    /// Whether the task has reported its end.
    var isTaskCompleted = false

    /// Whether the delegate waits for the client to have taken most of the backlog.
    var isRoomAwaited = false
    var isScheduled = false
    var isSuspended = false
  }

  #if canImport(FoundationNetworking)
    private let queue = GatedQueue()
    private static let spills = true
  #else
    private let queue: OperationQueue = {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      return queue
    }()
    private static let spills = false
  #endif
  private let deliveryQueue = DispatchQueue(label: "StreamURLSession.delivery")
  private let client: any TransferClient
  private let room = DispatchSemaphore(value: 0)
  private let task = Locked<CancellableTask?>(nil)
  private let state: Locked<State>

  /// - Parameters:
  ///   - maxBacklog: The largest backlog on disk in bytes.
  ///   - client: The client of the transfer.
  init(maxBacklog: Int, client: any TransferClient) {
    self.client = client
    state = Locked(State(spool: Spool(capacity: maxBacklog)))
  }

  /// Sends the request. Must be called once.
  func start(_ request: URLRequest, configuration: URLSessionConfiguration) {
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    copy.urlCache = nil
    let session = URLSession(configuration: copy, delegate: self, delegateQueue: queue)
    var task = CancellableTask(task: session.dataTask(with: request), delegateQueue: queue)
    #if canImport(FoundationNetworking)
      task.readingQueue = ReadingQueue(of: session)
    #endif
    // The session releases this object, its delegate, when its only task has ended.
    session.finishTasksAndInvalidate()
    _ = self.task.exchange(task)
    task.task.resume()
  }

  /// Stops the transfer, if it has not ended, and drops the backlog.
  func cancel() {
    let released = state.withLock { state in
      state.hasEnded = true
      var spool = Spool(capacity: 0)
      swap(&spool, &state.spool)
      return spool
    }
    withExtendedLifetime(released) {}
    stop()
  }

  /// Closes the connection. Data that still arrives is dropped.
  private func stop() {
    guard let task = task.value else { return }
    let isFirst = state.withLock { state in
      defer { state.isStopping = true }
      return !state.isStopping
    }
    guard isFirst else { return }
    #if canImport(FoundationNetworking)
      queue.keepNewestOnly()
    #endif
    task.cancel { [self] in !state.withLock { $0.isTaskCompleted } }
  }

  /// Schedules a delivery by the client.
  func scheduleDelivery() {
    let isFirst = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard isFirst else { return }
    deliveryQueue.async { [self] in
      state.withLock { $0.isScheduled = false }
      client.deliver()
    }
  }

  /// Schedules the client's clean-up.
  func scheduleAbandonment() {
    deliveryQueue.async { [client] in client.abandon() }
  }

  /// Removes the next event.
  ///
  /// - Parameter isDataWanted: Whether it may be a chunk of the body; if not, a chunk stays.
  /// - Returns: The event; `nil` if there is none.
  func next(isDataWanted: Bool) -> Event? {
    let event: Event? = state.withLock { state in
      if let response = state.response.take() { return .response(response) }
      if !state.spool.isEmpty {
        guard isDataWanted else { return nil }
        do {
          let data = try state.spool.next()
          if state.isRoomAwaited, state.spool.isLow {
            state.isRoomAwaited = false
            room.signal()
          }
          if let data { return .data(data) }
        } catch {
          return .end(URLError(.cannotDecodeRawData, userInfo: [NSUnderlyingErrorKey: error]))
        }
      }
      return state.end.take().map { .end($0) }
    }
    resumeIfLow()
    return event
  }

  /// Gives an eager client time to take the backlog, which delays the session's thread through the gated queue:
  /// otherwise a download that arrives faster than its file is written would fill the spool as well. The wait is
  /// bounded, because the client calls downstream, which may take long.
  private func waitForRoom() {
    guard Self.spills, client.isEager else { return }
    let isFull = state.withLock { state in
      state.isRoomAwaited = !state.spool.isLow
      return state.isRoomAwaited
    }
    if isFull { _ = room.wait(timeout: .now() + .milliseconds(1)) }
  }

  private func suspendIfHigh() {
    #if !canImport(FoundationNetworking)
      let isHigh = state.withLock { state in
        guard state.spool.memoryCount > Spool.memoryLimit, !state.isSuspended else { return false }
        state.isSuspended = true
        return true
      }
      if isHigh { task.value?.task.suspend() }
    #endif
  }

  private func resumeIfLow() {
    #if !canImport(FoundationNetworking)
      let isLow = state.withLock { state in
        guard state.isSuspended, state.spool.memoryCount <= Spool.memoryLimit / 2 else { return false }
        state.isSuspended = false
        return true
      }
      if isLow { task.value?.task.resume() }
    #endif
  }

  // MARK: URLSessionDataDelegate

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { ($0.response, $0.hasResponse) = (response, true) }
    completionHandler(.allow)
    scheduleDelivery()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    do {
      try state.withLock { state in
        if !state.hasEnded { try state.spool.append(data, spills: Self.spills) }
      }
      suspendIfHigh()
      scheduleDelivery()
      waitForRoom()
    } catch let error as BacklogTooLongError {
      end(URLError(.dataLengthExceedsMaximum, userInfo: [NSUnderlyingErrorKey: error]))
      stop()
    } catch {
      end(URLError(.cannotWriteToFile, userInfo: [NSUnderlyingErrorKey: error]))
      stop()
    }
  }

  // Foundation for Linux (as of Swift 6.3) traps when a stopped task is told how to continue, because it is no longer
  // in the state that waits for the answer. So a call that was pending when the task was cancelled must not answer; an
  // answer given before is processed on the task's own queue before the cancel.

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard mayAnswer else { return }
    completionHandler(
      request.redirected(from: response.url, sessionFields: session.configuration.httpAdditionalHeaders))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard mayAnswer else { return }
    #if canImport(FoundationNetworking)
      // The default there is to wait for ever if there is no credential; the response so far has arrived by now.
      if challenge.proposedCredential == nil {
        end(nil)
        return stop()
      }
    #endif
    completionHandler(.performDefaultHandling, nil)
  }

  private var mayAnswer: Bool {
    #if canImport(FoundationNetworking)
      !state.withLock { $0.isStopping }
    #else
      true
    #endif
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    // Foundation for Linux does not tell of a redirect that leads nowhere.
    let response = error == nil ? task.response : nil
    state.withLock { state in
      state.isTaskCompleted = true
      if !state.hasResponse, let response { (state.response, state.hasResponse) = (response, true) }
    }
    if let cancellable = self.task.value, task.error != nil { cancellable.handlerIsCalled() }
    end(error.map { URLError(orWrapping: $0) })
  }

  private func end(_ error: URLError?) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.hasEnded = true
      state.end = .some(error)
    }
    scheduleDelivery()
  }
}
