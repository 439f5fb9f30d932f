internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What learns of a transfer: on the transfer's queue, one call at a time.
protocol TransferClient: AnyObject, Sendable {
  /// Takes the head of the response.
  ///
  /// - Returns: Why the body is not wanted, if it is not; the transfer ends with that.
  func receive(_ response: URLResponse) -> URLError?

  /// Takes a piece of the body. It counts as held until ``Transfer/letGo()`` is called for it.
  func receive(_ data: Data)

  /// Takes the end, which comes once, and also after a cancel.
  ///
  /// - Parameter error: Why the transfer failed; `nil` if the body is complete.
  func receiveEnd(_ error: URLError?)

  /// Delivers what can be delivered, since more may be wanted now.
  func deliver()

  /// Cleans up after a cancel.
  func abandon()
}

/// One request whose response comes piece by piece, and no faster than the client lets go of the pieces.
///
/// It has a session of its own, made with the settings of the user's: what slows one session down slows down all of its
/// tasks, and pieces come only to a session's delegate. Nothing of it is cached.
// Sendable: `rejection` and `hasEnded` belong to the queue, and the rest is under its lock or never changes.
final class Transfer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  #if canImport(FoundationNetworking)
    private let queue = GatedQueue()
  #else
    private let queue: OperationQueue = {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      return queue
    }()
    private let held = Locked(0)
  #endif
  private let client: any TransferClient
  private let task = Locked<CancellableTask?>(nil)
  private var rejection: URLError?
  private let hasEnded = Locked(false)

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

  /// Stops the transfer, if it has not ended. The client is told of the end all the same.
  func cancel() {
    #if canImport(FoundationNetworking)
      queue.open()
    #endif
    task.value?.cancel { [self] in !hasEnded.value }
  }

  /// Lets the client deliver, where its other calls come.
  func scheduleDelivery() {
    run { [client] in client.deliver() }
  }

  /// Lets the client clean up, where its other calls come.
  func scheduleAbandonment() {
    run { [client] in client.abandon() }
  }

  private func run(_ body: @escaping @Sendable () -> Void) {
    #if canImport(FoundationNetworking)
      queue.run(body)
    #else
      queue.addOperation(body)
    #endif
  }

  /// Notes that a piece is held no longer.
  func letGo() {
    #if canImport(FoundationNetworking)
      queue.leave()
    #else
      let isLow = held.withLock { held in
        held -= 1
        return held == 8
      }
      if isLow { task.value?.task.resume() }
    #endif
  }

  private func hold() {
    #if canImport(FoundationNetworking)
      queue.hold()
    #else
      let isHigh = held.withLock { held in
        held += 1
        return held == 9
      }
      if isHigh { task.value?.task.suspend() }
    #endif
  }

  // MARK: URLSessionDataDelegate

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    rejection = client.receive(response)
    // Foundation for Linux goes on whatever the answer is: the cancel is our own.
    completionHandler(.allow)
    if rejection != nil { cancel() }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard rejection == nil else { return }
    hold()
    client.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let isFirst = !hasEnded.exchange(true)
    if let cancellable = self.task.value, task.error != nil { cancellable.handlerIsCalled() }
    #if canImport(FoundationNetworking)
      queue.open()
    #endif
    guard isFirst else { return }
    client.receiveEnd(rejection ?? error.map { URLError(orWrapping: $0) })
  }
}
