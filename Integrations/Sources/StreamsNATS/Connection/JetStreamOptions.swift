/// How a connection is made, and made again.
public struct JetStreamOptions: Sendable {
  /// What a client shows to be let in.
  public enum Credentials: Sendable {
    /// Nothing.
    case none

    /// A name and a password.
    case password(user: String, password: String)

    /// A token.
    case token(String)

    /// A file with a signed token and its key, as the tools of NATS write it.
    case file(path: String)
  }

  /// The name that the server shows for the connection; `nil` for none.
  public var name: String?

  /// What the client shows to be let in.
  public var credentials = Credentials.none

  /// Whether the connection is encrypted. The server's certificate is checked against those of the system, or
  /// ``certificateAuthorities``.
  public var isEncrypted = false

  /// A file of the certificates that the server's is checked against; `nil` for those of the system.
  public var certificateAuthorities: String?

  /// How long a server may take to accept the connection: above zero, to the millisecond.
  public var connectTimeout = Duration.seconds(2)

  /// How long the server may take to answer a request about streams and consumers: above zero, to the millisecond.
  public var requestTimeout = Duration.seconds(5)

  /// The pause between two attempts to get a lost connection back: zero or more, to the millisecond.
  public var reconnectDelay = Duration.milliseconds(250)

  /// How often each server is tried to get a lost connection back; `nil` for ever. After that the connection is closed.
  public var maximumReconnects: Int?

  /// The interval at which a silent server is asked for a sign of life: above zero, to the millisecond. It counts as
  /// lost if two signs are missing.
  public var pingInterval = Duration.seconds(5)

  /// Creates the options that suit a nearby server: no credentials, no encryption, reconnects for ever.
  public init() {}
}

extension Duration {
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }

  var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
