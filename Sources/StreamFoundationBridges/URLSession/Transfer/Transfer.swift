internal import Dispatch
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What learns of a transfer.
protocol TransferClient: AnyObject, Sendable {
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
/// `resume()` sends the request again. So there the pieces that wait are kept in a file; elsewhere the task is suspended.
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
    var spool = Spool()
    var end: URLError??
    var hasEnded = false
    var isCancelled = false
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
  private let task = Locked<CancellableTask?>(nil)
  private let state = Locked(State())

  init(client: any TransferClient) {
    self.client = client
  }

  /// Sends the request. To be called once.
  func start(_ request: URLRequest, configuration: URLSessionConfiguration) {
    let copy = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    copy.urlCache = nil
    let session = URLSession(configuration: copy, delegate: self, delegateQueue: queue)
    let task = session.dataTask(with: request)
    // The session lets go of this object when its one task has ended.
    session.finishTasksAndInvalidate()
    _ = self.task.exchange(CancellableTask(task: task, delegateQueue: queue))
    task.resume()
  }

  /// Stops the transfer, if it has not ended, and lets go of what waits.
  func cancel() {
    stop()
    let released = state.withLock { state in
      state.isCancelled = true
      var spool = Spool()
      swap(&spool, &state.spool)
      return spool
    }
    withExtendedLifetime(released) {}
  }

  private func stop() {
    #if canImport(FoundationNetworking)
      queue.open()
    #endif
    task.value?.cancel { [self] in !state.withLock { $0.hasEnded } }
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
          if let data = try state.spool.next() { return .data(data) }
        } catch {
          return .end(URLError(.cannotDecodeRawData, userInfo: [NSUnderlyingErrorKey: error]))
        }
      }
      return state.end.take().map { .end($0) }
    }
    resumeIfLow()
    return event
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
        // A cancelled transfer keeps nothing more.
        if !state.isCancelled { try state.spool.append(data, spills: Self.spills) }
      }
      suspendIfHigh()
      scheduleDelivery()
    } catch {
      end(URLError(.cannotWriteToFile, userInfo: [NSUnderlyingErrorKey: error]))
      stop()
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let cancellable = self.task.value, task.error != nil { cancellable.handlerIsCalled() }
    #if canImport(FoundationNetworking)
      queue.open()
    #endif
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
