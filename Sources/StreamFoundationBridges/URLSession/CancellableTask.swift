internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A task that can be cancelled at any moment, together with its session's delegate queue.
///
/// Foundation for Linux (as of Swift 6.3) ends the process when a cancel and the end of a task cross: "Trying to access
/// a behaviour for a task that in not in the registry". A task that has loaded, or failed, calls its handler on the
/// delegate queue, and then leaves its session's registry on a queue of its own. A task that is cancelled stops on its
/// own queue, as soon as the session's cache has been looked up, and from there goes the same way. It traps if it stops
/// after it has left, or leaves twice. So a cancel here stops the task before the handler can be called, and when both
/// ways are to be gone, the first is gone to its end before the second is begun.
///
/// A task that waits for an answer of its session's delegate, whether to follow a redirect or what to do about an
/// authentication challenge, must not be given one after it has stopped: `Transfer`, the delegate of its own session, sees
/// to that. A task with a handler follows redirects without asking. The upload of a file must have no read under way when it
/// stops: `URLSessionUploadTaskPublisher` sends it as a stream.
struct CancellableTask: Sendable {
  let task: URLSessionTask
  let delegateQueue: OperationQueue

  #if canImport(FoundationNetworking)
    /// What is suspended while the task is cancelled, if it may be busy.
    var readingQueue: ReadingQueue?
  #endif

  /// Cancels the task, unless the handler is called first.
  ///
  /// - Parameter isAwaited: Whether the handler has not been called yet.
  func cancel(while isAwaited: @escaping @Sendable () -> Bool) {
    #if canImport(FoundationNetworking)
      // The queue is serial, as Foundation's documentation asks: no handler runs beside this, so that the task cannot
      // leave before it has stopped.
      runNext {
        guard isAwaited() else { return }
        let stop = {
          task.cancel()
          // What stops a task is on its own queue already, unless the session's cache is being looked up.
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
      // In its turn, so that a delegate of the session's has answered what it has been asked.
      delegateQueue.addOperation {
        task.cancel(with: code, reason: reason)
        // The task's own queue closes it first, and then stops it: asking it for something waits for it.
        for _ in 1...2 { _ = task.priority }
      }
    #else
      task.cancel(with: code, reason: reason)
    #endif
  }

  /// To be called by the handler of a task that was cancelled.
  func handlerIsCalled() {
    #if canImport(FoundationNetworking)
      // It may be called a second time, if the task had loaded before it was cancelled; not once the task has left.
      runNext(waitForOwnQueue)
    #endif
  }

  #if canImport(FoundationNetworking)
    /// Runs `body` on the delegate queue, before what waits there.
    private func runNext(_ body: @escaping @Sendable () -> Void) {
      let operation = BlockOperation(block: body)
      operation.queuePriority = .veryHigh
      delegateQueue.addOperation(operation)
    }

    private func waitUntilStopped() {
      // A task that stops takes on an error first, and tells nobody. That is a matter of microseconds, but for a cache
      // that does not answer, which must not stop the queue.
      let limit = Date(timeIntervalSinceNow: 1)
      while task.error == nil, Date() < limit {
        Thread.sleep(forTimeInterval: 0.000_1)
      }
      waitForOwnQueue()
    }

    private func waitForOwnQueue() {
      // A further cancel does nothing, but in its turn.
      task.cancel()
    }
  #endif
}
