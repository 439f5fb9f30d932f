/// A change of a connection to the servers.
public enum JetStreamConnectionEvent: Sendable, Equatable {
  /// The connection is made, to the server of this URL.
  case connected(server: String)

  /// The connection is lost. The client tries to get it back; streams wait.
  case disconnected

  /// The connection is back, to the server of this URL. Streams go on.
  case reconnected(server: String)

  /// The connection has ended for good. Streams fail with ``JetStreamFailure/closed``.
  case closed
}
