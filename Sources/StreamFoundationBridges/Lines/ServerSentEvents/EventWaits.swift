/// Far more than any program runs: a server's number must not overflow.
private let longestDelay = Duration.seconds(1 << 32)

/// After a connection without an event: a server that wants no wait may be down.
private let shortestDelay = Duration.milliseconds(100)

/// The waits between a client's connections to a server that sends events.
struct EventWaits {
  private let delay: Duration
  private let maxDelay: Duration
  private let retries: Int

  /// The id of the last event; empty for none.
  private(set) var lastID: String

  /// Whether the connection has brought an event.
  var hasEvent = false

  /// Whether another connection may follow the one that has ended.
  var isLost = false

  /// How long the server wants clients to wait.
  private var retry: Duration?

  /// The number of connections in a row that brought no event.
  private var failures = 0

  init(delay: Duration, maxDelay: Duration, retries: Int, lastID: String = "") {
    precondition(delay >= .zero && maxDelay >= .zero, "A wait is not negative (rule 9).")
    precondition(retries >= 0, "A number of retries is not negative (rule 9).")
    self.delay = delay
    self.maxDelay = maxDelay
    self.retries = retries
    self.lastID = lastID.utf8.contains { [0, 10, 13].contains($0) } ? "" : lastID
  }

  /// Notes what a connection has said for the next one.
  mutating func note(_ parser: ServerSentEventParser) {
    lastID = parser.lastEventID
    if let time = parser.reconnectionTime { retry = .milliseconds(time) }
  }

  /// The wait before another connection: the plain one, doubled for each failure but the first, and then not too short.
  ///
  /// - Returns: `nil` if no other connection follows.
  mutating func next() -> Duration? {
    guard isLost else { return nil }
    failures = hasEvent ? 0 : failures + 1
    (hasEvent, isLost) = (false, false)
    guard failures <= retries else { return nil }
    let plain = min(retry ?? delay, longestDelay)
    let maxDelay = min(maxDelay, longestDelay)
    var wait = failures > 0 ? max(plain, shortestDelay) : plain
    for _ in 1..<min(max(failures, 1), 32) where wait < maxDelay { wait += wait }
    return max(plain, min(wait, maxDelay))
  }
}
