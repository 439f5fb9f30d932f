#if canImport(FoundationNetworking)
  package import Foundation

  /// The delegate queue of a session of one task, which must not run far ahead of its delegate.
  ///
  /// Foundation for Linux (as of Swift 6.3) puts each piece of a response on the delegate queue as it comes, however many
  /// wait there. This one slows the session's thread down when many do: it waits a little with each piece, but never until
  /// the delegate has come so far. All sessions of a process share that thread's queue, and a thread that the delegate
  /// needs may be waiting for it in turn. No code of a user runs here.
  // Sendable: what changes is reached under `condition` alone.
  package final class GatedQueue: OperationQueue, @unchecked Sendable {
    private typealias Call = @Sendable () -> Void

    private static let limit = 64

    private let condition = NSCondition()
    private var waiting = Queue<Call>()

    /// Whether an operation that runs the next call is in the queue, or is running it.
    private var isScheduled = false
    private var keepsNewestOnly = false

    package override init() {
      super.init()
      maxConcurrentOperationCount = 1
      name = "StreamURLSession"
    }

    /// What the session calls with each call to its delegate.
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

    /// From now on a call that waits is dropped as soon as there is a newer one, and the session's thread is no longer
    /// slowed down.
    ///
    /// It is for a task that is about to be cancelled: the last call tells of its end, and those before, of which there
    /// may be gigabytes until Foundation has stopped the task, are of no use to anybody.
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

    /// - Returns: What waited, to be released outside the lock.
    private func dropWaiting() -> Queue<Call> {
      var dropped = Queue<Call>()
      swap(&dropped, &waiting)
      return dropped
    }

    /// One operation for each call, so that operations of a higher priority come in between.
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
