import Synchronization

/// The events so far, from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let state = Mutex<[Entry]>([])

  var entries: [Entry] { state.withLock { $0 } }

  func append(_ entry: Entry) {
    state.withLock { $0.append(entry) }
  }
}
