#if canImport(FoundationNetworking)
  internal import Dispatch
  internal import Foundation
  internal import FoundationNetworking

  /// The queue on which a session of Foundation for Linux reads from its connections.
  ///
  /// A fast body always has another read pending in it, and Dispatch drains it before it turns to its sibling queues,
  /// which cancel tasks and dismantle the timer of each read: a cancel would wait for seconds, and memory would grow
  /// with the pending work. Suspending this queue lets the others run.
  struct ReadingQueue: Sendable {
    private let queue: DispatchQueue

    /// Finds the queue of a session, busy or not: the properties read here are set when the session is created, and
    /// never change. `nil` if a later Foundation stores it elsewhere; then cancels are merely slow, as described.
    init?(of session: URLSession) {
      guard let connections = Self.property("multiHandle", of: session),
        let queue = Self.property("queue", of: connections) as? DispatchQueue
      else { return nil }
      self.queue = queue
    }

    private static func property(_ name: String, of object: Any) -> Any? {
      Mirror(reflecting: object).children.first { $0.label == name }?.value
    }

    /// Runs `body` while reading is suspended, for a second at most.
    func withReadingSuspended(_ body: () -> Void) {
      let isSuspended = Locked(true)
      let resume: @Sendable () -> Void = { [queue] in
        if isSuspended.exchange(false) { queue.resume() }
      }
      queue.suspend()
      // A safeguard in case Foundation waits for this queue, which it does not as of Swift 6.3.
      DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: resume)
      body()
      resume()
    }
  }
#endif
