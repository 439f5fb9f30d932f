#if canImport(FoundationNetworking)
  internal import Foundation

  /// The delegate queue of a session that must not run far ahead of its delegate.
  ///
  /// Foundation for Linux (as of Swift 6.3) puts each piece of a response on the delegate queue as it comes, however many
  /// wait there. This one slows the session's thread down when many do: it waits a little with each piece, but never until
  /// the delegate has come so far. All sessions of a process share that thread's queue, and a thread that the delegate
  /// needs may be waiting for it in turn. No code of a user runs here.
  // Sendable: what changes is reached under `condition` alone.
  final class GatedQueue: OperationQueue, @unchecked Sendable {
    private static let limit = 64

    private let condition = NSCondition()
    private var waiting = 0
    private var isOpen = false

    override init() {
      super.init()
      maxConcurrentOperationCount = 1
      name = "StreamURLSession"
    }

    /// What the session calls with each call to its delegate.
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      condition.lock()
      if waiting >= Self.limit, !isOpen {
        let limit = Date(timeIntervalSinceNow: 0.005)
        while waiting >= Self.limit, !isOpen, condition.wait(until: limit) {}
      }
      waiting += 1
      condition.unlock()
      super.addOperation { [self] in
        block()
        condition.lock()
        waiting -= 1
        condition.signal()
        condition.unlock()
      }
    }

    /// Lets everything pass from now on.
    func open() {
      condition.lock()
      isOpen = true
      condition.broadcast()
      condition.unlock()
    }
  }
#endif
