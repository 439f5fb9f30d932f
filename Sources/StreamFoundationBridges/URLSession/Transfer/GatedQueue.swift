#if canImport(FoundationNetworking)
  package import Foundation

  /// The delegate queue of a session with one task, with back-pressure on the session's thread.
  ///
  /// Foundation for Linux (as of Swift 6.3) enqueues each chunk of a response on the delegate queue as it arrives,
  /// without a limit. With many pending, this queue delays the session's thread a little with each chunk, but never
  /// until the delegate has caught up: all sessions of a process share that thread's queue, and a thread that the
  /// delegate needs may be waiting for it in turn. No client code runs here.
  // Sendable: mutable state is accessed under `condition` only.
  package final class GatedQueue: OperationQueue, @unchecked Sendable {
    private typealias Call = @Sendable () -> Void

    private static let limit = 64

    private let condition = NSCondition()
    private var waiting = Queue<Call>()

    /// Whether an operation for the next call is enqueued or running.
    private var isScheduled = false
    private var keepsNewestOnly = false

    package override init() {
      super.init()
      maxConcurrentOperationCount = 1
      name = "StreamURLSession"
    }

    /// Called by the session with each call to its delegate.
    package override func addOperation(_ block: @escaping @Sendable () -> Void) {
      condition.lock()
      if isFull {
        let limit = Date(timeIntervalSinceNow: 0.005)
        while isFull, condition.wait(until: limit) {}
      }
      let dropped = keepsNewestOnly ? dropWaiting() : nil
      waiting.append(block)
      let isFirst = !isScheduled
      isScheduled = true
      condition.unlock()
      withExtendedLifetime(dropped) {}
      if isFirst { scheduleNext() }
    }

    /// Coalesces from now on: a newer call replaces a pending one, and the session's thread is not delayed any more.
    ///
    /// For a task about to be cancelled: the last call reports its end, and those before, possibly gigabytes until
    /// Foundation has stopped the task, are useless.
    package func keepNewestOnly() {
      condition.lock()
      keepsNewestOnly = true
      var dropped = Queue<Call>()
      while waiting.count > 1, let call = waiting.popFirst() { dropped.append(call) }
      condition.broadcast()
      condition.unlock()
      withExtendedLifetime(dropped) {}
    }

    private var isFull: Bool { waiting.count >= Self.limit && !keepsNewestOnly }

    /// - Returns: The pending calls, to be released outside the lock.
    private func dropWaiting() -> Queue<Call> {
      var dropped = Queue<Call>()
      swap(&dropped, &waiting)
      return dropped
    }

    /// One operation per call, so that operations with a higher priority can run in between.
    private func scheduleNext() {
      super.addOperation { [self] in
        condition.lock()
        let call = waiting.popFirst()
        condition.signal()
        condition.unlock()
        call?()
        condition.lock()
        isScheduled = !waiting.isEmpty
        let hasMore = isScheduled
        condition.unlock()
        if hasMore { scheduleNext() }
      }
    }
  }
#endif
