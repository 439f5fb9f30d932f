public import NIOCore

/// An event of a stream that a server sends to browsers (`text/event-stream`, of the HTML standard).
public struct ServerSentEvent: Equatable, Sendable {
  /// The content; it may have several lines. `nil` for none: the browser then dispatches no event, but remembers the id.
  public var data: String?

  /// The id, which the browser sends in `Last-Event-ID` when it connects again.
  public var id: String?

  /// The kind of event; without it, it is `message`.
  public var event: String?

  /// How long the browser waits before it connects again, in milliseconds.
  public var retry: Int?

  /// A remark that the browser ignores. It keeps connections open that some proxy would close, and finds those that are closed.
  public var comment: String?

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - data: The content; it may have several lines.
  ///   - id: The id: a line without NUL; others trap.
  ///   - event: The kind of event: a line; others trap.
  ///   - retry: The wait before another connection, in milliseconds; not negative.
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

  /// The event as it is sent.
  public var encoded: ByteBuffer {
    var buffer = ByteBuffer()
    comment?.lines { buffer.writeString(":\($0)\n") }
    if let event { buffer.writeString("event: \(event)\n") }
    if let id { buffer.writeString("id: \(id)\n") }
    if let retry { buffer.writeString("retry: \(retry)\n") }
    data?.lines { buffer.writeString("data: \($0)\n") }
    buffer.writeString("\n")
    return buffer
  }
}

extension String {
  fileprivate var isLine: Bool { !utf8.contains { $0 == 10 || $0 == 13 } }

  /// The lines, which end with a line feed, a carriage return or both: as the standard has it.
  fileprivate func lines(_ body: (Substring) -> Void) {
    // As a `Character`, a carriage return with a line feed is one.
    for line in split(separator: /\r\n|\n|\r/, omittingEmptySubsequences: false) { body(line) }
  }
}
