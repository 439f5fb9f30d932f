internal import DequeModule

/// What a writing stream knows of the messages that are not acknowledged. Pure: no lock, no call to anybody.
///
/// Of the messages of a key, one is with the server at a time. If a later one could overtake an earlier one whose write has
/// to be repeated, the log would have them in the wrong order.
struct PublishWindow {
  typealias Ticket = UInt64

  /// A message that is not acknowledged.
  struct Entry {
    let message: OutgoingMessage
    fileprivate(set) var identity: WriteIdentity

    /// To be called when the message is stored.
    let stored: (@Sendable () -> Void)?
    let admitted: ContinuousClock.Instant

    /// The number of its latest write; answers to earlier ones that failed do not count.
    fileprivate(set) var attempt = 0

    /// When that was made.
    fileprivate var written: ContinuousClock.Instant?

    var id: String { identity.id }
  }

  /// A write to be made.
  struct Write {
    let ticket: Ticket
    let attempt: Int
    let identity: WriteIdentity
    let message: OutgoingMessage
  }

  private(set) var entries: [Ticket: Entry] = [:]
  private var waiting: [String: Deque<Ticket>] = [:]
  private var lastTicket: Ticket = 0

  var isEmpty: Bool { entries.isEmpty }

  /// Takes in a message.
  ///
  /// - Returns: Its write, unless another of its key comes first.
  mutating func admit(
    _ message: OutgoingMessage, stored: (@Sendable () -> Void)? = nil, id: (Ticket) -> String,
    now: ContinuousClock.Instant
  ) -> Write? {
    lastTicket += 1
    entries[lastTicket] = Entry(
      message: message, identity: WriteIdentity(message.id ?? id(lastTicket)), stored: stored, admitted: now)
    if let key = message.key {
      guard waiting[key] == nil else {
        waiting[key]?.append(lastTicket)
        return nil
      }
      waiting[key] = Deque()
    }
    return write(lastTicket, now)
  }

  /// Forgets an acknowledged message.
  ///
  /// - Returns: The message, unless it was acknowledged before; and the write of the next one of its key.
  mutating func acknowledge(_ ticket: Ticket, now: ContinuousClock.Instant) -> (Entry, Write?)? {
    guard let entry = entries.removeValue(forKey: ticket) else { return nil }
    guard let key = entry.message.key else { return (entry, nil) }
    guard let next = waiting[key]?.popFirst() else {
      waiting[key] = nil
      return (entry, nil)
    }
    return (entry, write(next, now))
  }

  /// Takes note of a write that has failed.
  ///
  /// - Returns: The message, if it was its latest.
  mutating func failed(
    _ ticket: Ticket, attempt: Int, _ error: WriteError, now: ContinuousClock.Instant, limit: Duration
  ) -> Entry? {
    guard entries[ticket]?.attempt == attempt else { return nil }
    entries[ticket]?.identity.failed(error, now: now, limit: limit)
    return entries[ticket]
  }

  /// - Returns: A further write of a message, if the write of this number was its latest.
  mutating func writeAgain(_ ticket: Ticket, after attempt: Int, now: ContinuousClock.Instant) -> Write? {
    entries[ticket]?.attempt == attempt ? write(ticket, now) : nil
  }

  /// - Returns: Further writes of all that is with the server, in the order taken in.
  mutating func writeAllAgain(now: ContinuousClock.Instant) -> [Write] {
    entries.filter { $0.value.attempt > 0 }.keys.sorted().compactMap { write($0, now) }
  }

  /// - Returns: The messages whose latest write was made before `limit` and has not been answered, in the order taken in.
  func overdue(before limit: ContinuousClock.Instant) -> [(ticket: Ticket, attempt: Int)] {
    entries.filter { $0.value.written.map { $0 < limit } == true }
      .map { ($0.key, $0.value.attempt) }.sorted { $0.ticket < $1.ticket }
  }

  private mutating func write(_ ticket: Ticket, _ now: ContinuousClock.Instant) -> Write? {
    guard var entry = entries[ticket] else { return nil }
    entry.attempt += 1
    entry.written = now
    entries[ticket] = entry
    return Write(ticket: ticket, attempt: entry.attempt, identity: entry.identity, message: entry.message)
  }
}
