#if canImport(FoundationNetworking)
  internal import Foundation

  /// The delegate queue of a session that must not run ahead of its delegate.
  ///
  /// Foundation for Linux (as of Swift 6.3) puts each piece of a response on the delegate queue as it comes, however many
  /// wait there; `suspend()` does not stop the pieces, and `resume()` then sends the whole request again. So this queue
  /// stops them: it lets the session's own thread wait while too many calls are under way or what they brought is held,
  /// so that the connection is not read meanwhile, and the server's sends come to a stop.
  // Sendable: `state` is reached under `condition` alone.
  final class GatedQueue: OperationQueue, @unchecked Sendable {
    private static let limit = 8

    private let condition = NSCondition()
    private var used = 0
    private var isOpen = false

    override init() {
      super.init()
      maxConcurrentOperationCount = 1
      name = "StreamURLSession"
    }

    /// What the session calls with each call to its delegate.
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      enter()
      super.addOperation {
        block()
        self.leave()
      }
    }

    /// Runs `body` on the queue, at no gate.
    func run(_ body: @escaping @Sendable () -> Void) {
      super.addOperation(BlockOperation(block: body))
    }

    /// Notes that what a call brought is held.
    func hold() {
      condition.lock()
      used += 1
      condition.unlock()
    }

    /// Notes that a call has returned, or that what it brought is held no longer.
    func leave() {
      condition.lock()
      used -= 1
      condition.signal()
      condition.unlock()
    }

    /// Lets everything pass from now on.
    func open() {
      condition.lock()
      isOpen = true
      condition.broadcast()
      condition.unlock()
    }

    private func enter() {
      condition.lock()
      while used >= Self.limit, !isOpen { condition.wait() }
      used += 1
      condition.unlock()
    }
  }
#endif
