public import NIOCore

/// The limits of a WebSocket.
public struct WebSocketConfiguration: Sendable {
  /// The longest frame that is taken, in bytes: from 125 to `UInt32.max`; a mebibyte by default. A longer one fails the
  /// stream with ``WebSocketError/tooLarge(limit:)`` as soon as its head has arrived.
  public var maxFrameSize = 1 << 20

  /// The longest message that is taken, in bytes: at least 1; 16 mebibytes by default. A message of several frames is
  /// checked frame by frame.
  public var maxMessageSize = 1 << 24

  /// The longest frame that is sent, in bytes: at least 1. Longer messages are sent in fragments. By default a message
  /// is one frame.
  public var outgoingFrameSize = Int.max

  /// How many messages are read before there is demand: not negative; none by default.
  ///
  /// Pings of the peer are answered, and its close is noticed, only as long as something is read. A subscriber that
  /// leaves long pauses between its requests needs at least one here, if the peer expects pongs.
  public var readAhead = 0

  /// How often the peer is pinged, so that one is noticed that has vanished without a word; never by default.
  ///
  /// If nothing comes from the peer within ``pongTimeout`` after a ping, neither a pong nor a part of a message, the
  /// stream fails with ``WebSocketError/timedOut``, and the connection is closed. A ping is sent only while something
  /// is read, because no pong can be noticed otherwise: a subscriber that leaves long pauses between its requests needs
  /// ``readAhead``.
  public var pingInterval: TimeAmount?

  /// The longest wait for a sign of life after a ping of ``pingInterval``; 10 seconds by default.
  public var pongTimeout = TimeAmount.seconds(10)

  /// The longest time for the handshake that opens; 10 seconds by default.
  public var handshakeTimeout = TimeAmount.seconds(10)

  /// The longest wait for the peer's half of the close; 10 seconds by default. Then the connection is closed without.
  public var closeTimeout = TimeAmount.seconds(10)

  /// Creates a configuration with the limits that are the defaults.
  public init() {}

  func check() {
    precondition(
      (125...Int(UInt32.max)).contains(maxFrameSize), "maxFrameSize must be from 125 to UInt32.max (rule 9).")
    precondition(maxMessageSize > 0, "maxMessageSize must be at least 1 (rule 9).")
    precondition(outgoingFrameSize > 0, "outgoingFrameSize must be at least 1 (rule 9).")
    precondition(readAhead >= 0, "readAhead must not be negative (rule 9).")
    precondition(pingInterval.map { $0 > .zero } ?? true, "pingInterval must be positive (rule 9).")
    precondition(pongTimeout > .zero, "pongTimeout must be positive (rule 9).")
  }
}
