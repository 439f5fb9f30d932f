/// What a message is recognised by, and the identifier that its writes have.
///
/// A server of a cluster may note an identifier when it proposes the message to the others, and forget the message if
/// it ceases to lead meanwhile, but not the identifier. If it leads again, it calls each repeat a duplicate that is in
/// process, until its duplicate window ends, though nothing is stored. So after some time of such answers the message
/// is written under another identifier. Should the first write be stored after all, the log has the message twice: at
/// least once.
struct WriteIdentity: Equatable {
  /// The header that says the identifier of the message, where its write has another.
  static let header: StaticString = "Streams-Message-Id"

  /// The same, to be compared with.
  static let headerText = "\(header)"

  let id: String
  private var number = 1
  private var pendingSince: Moment?

  init(_ id: String) {
    self.id = id
  }

  /// The identifier of the next write. All programs that write the message go through the same ones, so that of their
  /// writes the log drops all but the first.
  var written: String { number == 1 ? id : "\(id)#\(number)" }

  /// Takes note of a write that has failed.
  ///
  /// - Parameters:
  ///   - error: Why.
  ///   - now: The time.
  ///   - limit: How long a write may be in process.
  mutating func failed(_ error: WriteError, now: Moment, limit: Duration) {
    guard error.isInProcess else { return pendingSince = nil }
    let since = pendingSince ?? now
    pendingSince = since
    guard now - since >= limit else { return }
    (number, pendingSince) = (number + 1, nil)
  }

  /// Puts it into a message of the library.
  func setHeaders(of handle: OpaquePointer) {
    setHeader("Nats-Msg-Id", written, of: handle)
    if number > 1 { setHeader(Self.header, id, of: handle) }
  }
}
