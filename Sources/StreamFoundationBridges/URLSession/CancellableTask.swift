internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A task that can be cancelled at any moment, with its session's delegate queue.
///
/// Foundation for Linux (as of Swift 6.3) traps when a cancel races the end of a task: "Trying to access a behaviour
/// for a task that in not in the registry". A task that has loaded or failed calls its handler on the delegate queue,
/// and is then removed from its session's registry on another queue. A cancelled task stops on its own queue, as soon
/// as the session's cache has been looked up, and then takes the same path. It traps if it stops after its removal, or
/// is removed twice. So a cancel here stops the task before the handler can be called; if both paths must run, the
/// first is completed before the second starts.
///
/// A task that waits for its session delegate's decision on a redirect or an authentication challenge must not get one
/// after it has stopped: `Transfer`, the delegate of its own session, ensures that. A task with a handler follows
/// redirects without asking. The upload of a file must have no read in progress when it stops:
/// `URLSessionUploadTaskPublisher` sends it as a stream.
struct CancellableTask: Sendable {
  let task: URLSessionTask
  let delegateQueue: OperationQueue

  #if canImport(FoundationNetworking)
    /// The queue suspended while the task is cancelled, if it may be busy.
    var readingQueue: ReadingQueue?
  #endif

  /// The response with an authentication challenge for which there was no credential. Its body is lost.
  var challengedResponse: URLResponse? {
    #if canImport(FoundationNetworking)
      (task.delegate as? ExchangeDelegate)?.challengedResponse
    #else
      nil
    #endif
  }

  /// Cancels the task, unless the handler is called first.
  ///
  /// - Parameter isAwaited: Whether the handler has not been called yet.
  func cancel(while isAwaited: @escaping @Sendable () -> Bool) {
    #if canImport(FoundationNetworking)
      // The delegate queue is serial, as Foundation's documentation requires: no handler runs at the same time, so the
      // task cannot be removed before it has stopped.
      runNext {
        guard isAwaited() else { return }
        let stop = {
          task.cancel()
          // The work that stops the task is on its queue already, unless the session's cache is being looked up.
          waitForOwnQueue()
        }
        if let readingQueue { readingQueue.withReadingSuspended(stop) } else { stop() }
        waitUntilStopped()
      }
    #else
      task.cancel()
    #endif
  }

  /// Closes a WebSocket, whether or not it has ended.
  static func close(
    _ task: URLSessionWebSocketTask, on delegateQueue: OperationQueue,
    with code: URLSessionWebSocketTask.CloseCode, reason: Data?
  ) {
    #if canImport(FoundationNetworking)
      // In queue order, so that pending delegate callbacks have answered first.
      delegateQueue.addOperation {
        task.cancel(with: code, reason: reason)
        // The task's own queue first closes it, then stops it: reading a property waits for each step.
        for _ in 1...2 { _ = task.priority }
      }
    #else
      task.cancel(with: code, reason: reason)
    #endif
  }

  /// Must be called by the handler of a cancelled task.
  func handlerIsCalled() {
    #if canImport(FoundationNetworking)
      // If the task had loaded before the cancel, the handler may be called again, but not after the removal.
      runNext(waitForOwnQueue)
    #endif
  }

  #if canImport(FoundationNetworking)
    /// Runs `body` on the delegate queue, ahead of pending operations.
    private func runNext(_ body: @escaping @Sendable () -> Void) {
      let operation = BlockOperation(block: body)
      operation.queuePriority = .veryHigh
      delegateQueue.addOperation(operation)
    }

    private func waitUntilStopped() {
      // A stopping task first stores an error, without a notification. That takes microseconds, except with a cache
      // that does not respond, which must not block the queue.
      let limit = Date(timeIntervalSinceNow: 1)
      while task.error == nil, Date() < limit {
        Thread.sleep(forTimeInterval: 0.000_1)
      }
      waitForOwnQueue()
    }

    private func waitForOwnQueue() {
      // A second cancel has no effect, except that it waits for its turn on the task's queue.
      task.cancel()
    }
  #endif
}
