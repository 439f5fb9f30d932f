internal import DequeModule

/// What a writing stream knows of the messages that are not acknowledged. Pure: no lock, no call to anybody.
///
/// Of the messages of a key, one is with the server at a time. If a later one could overtake an earlier one whose write
/// has to be repeated, the log would have them in the wrong order.
struct PublishWindow {
  typealias Ticket = UInt64

  /// What is to be written. An object, so that it is passed on as one reference rather than part by part.
  final class Content: Sendable {
    let message: OutgoingMessage
    let identity: WriteIdentity

    fileprivate init(_ message: OutgoingMessage, _ identity: WriteIdentity) {
      (self.message, self.identity) = (message, identity)
    }
  }

  /// A message that is not acknowledged.
  struct Entry {
    fileprivate(set) var content: Content

    /// To be called when the message is stored.
    let stored: (@Sendable () -> Void)?
    let admitted: Moment

    /// The number of its latest write; answers to earlier ones that failed do not count.
    fileprivate(set) var attempt = 0

    /// When that was made.
    fileprivate var written: Moment?

    var id: String { content.identity.id }

    /// Takes note of a write that has failed, which the identifier of the next may depend on.
    fileprivate mutating func failed(_ error: WriteError, _ now: Moment, _ limit: Duration) {
      var identity = content.identity
      identity.failed(error, now: now, limit: limit)
      if identity != content.identity { content = Content(content.message, identity) }
    }

    /// Takes note of a write that is made now.
    fileprivate mutating func write(_ ticket: Ticket, _ now: Moment) -> Write {
      attempt += 1
      written = now
      return Write(ticket: ticket, attempt: attempt, content: content)
    }
  }

  /// A write to be made.
  struct Write {
    let ticket: Ticket
    let attempt: Int
    let content: Content

    var identity: WriteIdentity { content.identity }
  }

  private(set) var entries: [Ticket: Entry] = [:]
  private var waiting: [String: Deque<Ticket>] = [:]
  private var lastTicket: Ticket = 0

  var isEmpty: Bool { entries.isEmpty }

  /// Takes in a message.
  ///
  /// - Returns: Its write, unless another of its key comes first.
  mutating func admit(
    _ message: OutgoingMessage, stored: (@Sendable () -> Void)? = nil, id: (Ticket) -> String, now: Moment
  ) -> Write? {
    lastTicket += 1
    let identity = WriteIdentity(message.id ?? id(lastTicket))
    var entry = Entry(content: Content(message, identity), stored: stored, admitted: now)
    let write = takesTurn(message.key) ? entry.write(lastTicket, now) : nil
    entries[lastTicket] = entry
    return write
  }

  /// - Returns: Whether a message of this key, which has been given the last ticket, need not wait for another.
  private mutating func takesTurn(_ key: String?) -> Bool {
    guard let key else { return true }
    guard waiting[key] == nil else {
      waiting[key]?.append(lastTicket)
      return false
    }
    waiting[key] = Deque()
    return true
  }

  /// Forgets an acknowledged message.
  ///
  /// - Returns: The message, unless it was acknowledged before; and the write of the next one of its key.
  mutating func acknowledge(_ ticket: Ticket, now: @autoclosure () -> Moment) -> (Entry, Write?)? {
    guard let entry = entries.removeValue(forKey: ticket) else { return nil }
    guard let key = entry.content.message.key else { return (entry, nil) }
    guard let next = waiting[key]?.popFirst() else {
      waiting[key] = nil
      return (entry, nil)
    }
    return (entry, write(next, now()))
  }

  /// Takes note of a write that has failed.
  ///
  /// - Returns: The message, if it was its latest.
  mutating func failed(
    _ ticket: Ticket, attempt: Int, _ error: WriteError, now: Moment, limit: Duration
  ) -> Entry? {
    guard entries[ticket]?.attempt == attempt else { return nil }
    entries[ticket]?.failed(error, now, limit)
    return entries[ticket]
  }

  /// - Returns: A further write of a message, if the write of this number was its latest.
  mutating func writeAgain(_ ticket: Ticket, after attempt: Int, now: Moment) -> Write? {
    entries[ticket]?.attempt == attempt ? write(ticket, now) : nil
  }

  /// - Returns: Further writes of all that is with the server, in the order taken in.
  mutating func writeAllAgain(now: Moment) -> [Write] {
    entries.filter { $0.value.attempt > 0 }.keys.sorted().compactMap { write($0, now) }
  }

  /// - Returns: The messages whose latest write was made before `limit` and has not been answered, in the order taken
  ///   in.
  func overdue(before limit: Moment) -> [(ticket: Ticket, attempt: Int)] {
    entries.filter { $0.value.written.map { $0 < limit } == true }
      .map { ($0.key, $0.value.attempt) }.sorted { $0.ticket < $1.ticket }
  }

  private mutating func write(_ ticket: Ticket, _ now: Moment) -> Write? {
    entries[ticket]?.write(ticket, now)
  }
}
