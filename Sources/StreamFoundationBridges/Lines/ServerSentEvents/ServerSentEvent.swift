/// An event of a stream that a server sends (`text/event-stream`, of the HTML standard).
public struct ServerSentEvent: Equatable, Sendable {
  /// The content; it may have several lines. An event that has been received has one. One that is sent without content
  /// is not dispatched, but the receiver remembers its id.
  public var data: String?

  /// The id of this event or, of one that has been received without one, of the last event that had one. A client sends
  /// it as `Last-Event-ID` when it connects again.
  public var id: String?

  /// The kind of event; `nil` stands for `message`.
  public var event: String?

  /// How long to wait before connecting again, in milliseconds. Of an event that has been received: as announced since
  /// the event before; `nil` if nothing was.
  public var retry: Int?

  /// A remark that the receiver ignores: it keeps connections open that some proxy would close, and finds those that
  /// are closed. An event that has been received has none.
  public var comment: String?

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - data: The content; it may have several lines.
  ///   - id: The id: a line without NUL; others trap.
  ///   - event: The kind of event: a line; others trap.
  ///   - retry: The wait before another connection, in milliseconds; a negative number traps.
  ///   - comment: A remark; it may have several lines.
  public init(
    data: String? = nil, id: String? = nil, event: String? = nil, retry: Int? = nil, comment: String? = nil
  ) {
    precondition(id.map { $0.isLine && !$0.utf8.contains(0) } ?? true, "An id is one line without NUL (rule 9).")
    precondition(event?.isLine ?? true, "The kind of an event is one line (rule 9).")
    precondition(retry ?? 0 >= 0, "The wait before another connection is not negative (rule 9).")
    self.data = data
    self.id = id
    self.event = event
    self.retry = retry
    self.comment = comment
  }
}

extension String {
  fileprivate var isLine: Bool { !utf8.contains { $0 == 10 || $0 == 13 } }
}
