#if canImport(FoundationNetworking)
  internal import Dispatch
  internal import Foundation
  internal import FoundationNetworking

  /// The queue on which a session of Foundation for Linux reads from its connections.
  ///
  /// As long as a fast body comes, there is a next read in it, and Dispatch empties it before it turns to the queues beside
  /// it, on which tasks are cancelled and the timers of each read are taken down: a cancel would wait for seconds, and
  /// memory grow by what waits with it. While this queue is suspended, the others have their turn.
  struct ReadingQueue: Sendable {
    private let queue: DispatchQueue

    /// Finds the queue of a session, whether or not it is busy: what is read here is set when the session is made, and never
    /// changed. `nil` if a later Foundation has it elsewhere. Then all works but as slowly as said.
    init?(of session: URLSession) {
      guard let connections = Self.property("multiHandle", of: session),
        let queue = Self.property("queue", of: connections) as? DispatchQueue
      else { return nil }
      self.queue = queue
    }

    private static func property(_ name: String, of object: Any) -> Any? {
      Mirror(reflecting: object).children.first { $0.label == name }?.value
    }

    /// Runs `body` while nothing is read, though for no more than a second of it.
    func withReadingSuspended(_ body: () -> Void) {
      let isSuspended = Locked(true)
      let resume: @Sendable () -> Void = { [queue] in
        if isSuspended.exchange(false) { queue.resume() }
      }
      queue.suspend()
      // Should Foundation wait for this queue, which it does not as of Swift 6.3, then not for ever.
      DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: resume)
      body()
      resume()
    }
  }
#endif
