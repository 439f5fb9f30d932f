internal import Dispatch
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What learns of a transfer.
protocol TransferClient: AnyObject, Sendable {
  /// Whether it takes what comes without being asked.
  var isEager: Bool { get }

  /// Takes what can be taken, since there may be more of it, or more may be wanted. It is called on the transfer's
  /// delivery queue, one call at a time.
  func deliver()

  /// Cleans up after a cancel, on the same queue.
  func abandon()
}

/// One request whose response is taken piece by piece.
///
/// It has a session of its own, made with the settings of the user's, since pieces come only to a session's delegate.
/// Nothing of it is cached. Foundation for Linux (as of Swift 6.3) does not suspend a task: the pieces keep coming, and
/// `resume()` sends the request again. So there the pieces that wait are kept in a file, up to a limit at which the transfer
/// fails; elsewhere the task is suspended.
// Sendable: everything that changes is under a lock.
final class Transfer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  /// What comes of a transfer, in this order.
  enum Event {
    case response(URLResponse)
    case data(Data)

    /// The end, which comes once: why the transfer failed; `nil` if the body is complete.
    case end(URLError?)
  }

  private struct State {
    var response: URLResponse?
    var spool: Spool
    var end: URLError??

    /// Whether nothing more of the body is kept: it is complete, or has failed, or is not wanted.
    var hasEnded = false

    /// Whether the task is about to be cancelled, or has been.
    var isStopping = false

    /// Whether the task has told of its end.
    var isTaskCompleted = false

    /// Whether the delegate waits for the client to have taken most of what waits.
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
  ///   - maxBacklog: How many bytes may wait on disk until they are taken.
  ///   - client: What learns of the transfer.
  init(maxBacklog: Int, client: any TransferClient) {
    self.client = client
    state = Locked(State(spool: Spool(capacity: maxBacklog)))
  }

  /// Sends the request. To be called once.
  func start(_ request: URLRequest, configuration: URLSessionConfiguration) {
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    copy.urlCache = nil
    let session = URLSession(configuration: copy, delegate: self, delegateQueue: queue)
    var task = CancellableTask(task: session.dataTask(with: request), delegateQueue: queue)
    #if canImport(FoundationNetworking)
      task.readingQueue = ReadingQueue(of: session)
    #endif
    // The session lets go of this object when its one task has ended.
    session.finishTasksAndInvalidate()
    _ = self.task.exchange(task)
    task.task.resume()
  }

  /// Stops the transfer, if it has not ended, and lets go of what waits.
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

  /// Closes the connection. What still comes is dropped as it comes.
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

  /// Lets the client deliver.
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

  /// Lets the client clean up.
  func scheduleAbandonment() {
    deliveryQueue.async { [client] in client.abandon() }
  }

  /// Takes the next event.
  ///
  /// - Parameter isDataWanted: Whether it may be a piece of the body. If not, one that is next stays.
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

  /// Gives a client that takes what comes some time to do so, which holds up the session's thread by the gate: else a
  /// download that comes faster than its file can be written would fill the spool as well. Not for long, since the client
  /// calls downstream, which may take its time.
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
    state.withLock { $0.response = response }
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

  // Foundation for Linux (as of Swift 6.3) ends the process when a task that has been stopped is told how to go on: it has
  // left the state in which it waits for the answer. A call that waited in the queue while the task was cancelled must
  // not answer; one that answers before is done with, on the task's own queue, before the cancel has its turn there.

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    if mayAnswer { completionHandler(request) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard mayAnswer else { return }
    #if canImport(FoundationNetworking)
      // The default there is to wait for ever, if there is no credential; what there is of the answer has come by now.
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
    state.withLock { $0.isTaskCompleted = true }
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
