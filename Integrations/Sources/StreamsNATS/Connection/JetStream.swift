public import StreamCore

/// A client of the servers of NATS that keep durable logs ("streams" of JetStream).
///
///     let client = JetStream(servers: ["nats://127.0.0.1:4222"])
///     try await client.createStream(StreamConfiguration("ORDERS", subjects: ["orders.>"]))
///
/// The first use connects. A lost connection is got back, and streams go on: see ``events``. The client has two threads
/// of its own, one that sends and one for calls that wait for an answer; the C library has some more, one of them for
/// each consumer and each writing stream, which send what is acknowledged or written there. They end when the client
/// and the streams that use it have been released.
public final class JetStream: Sendable {
  let core: ConnectionCore

  /// Creates a client. It connects at the first use.
  ///
  /// - Parameters:
  ///   - servers: The URLs of the servers, of which one is chosen: one or more. With none the client traps.
  ///   - options: How the connection is made.
  public init(servers: [String] = ["nats://127.0.0.1:4222"], options: JetStreamOptions = JetStreamOptions()) {
    precondition(!servers.isEmpty, "A client needs the URL of a server.")
    core = ConnectionCore(servers: servers, options: options)
  }

  /// The changes of the connection, from now on.
  ///
  ///     connection    ---up------down--up------closed
  ///     events        ---c-------d-----r-------x
  ///
  /// - **Demand**: an event without demand is dropped.
  /// - **Completion**: never finishes; the connection may be made again.
  /// - **Failure**: never fails.
  /// - **Threads**: delivers on threads of the connection, which must not be blocked.
  public var events: AnyPublisher<JetStreamConnectionEvent, Never> { AnyPublisher(core.events) }

  /// Connects now, rather than at the first use.
  ///
  /// - Throws: ``JetStreamFailure/notConnected(reason:)`` if no server can be reached, ``JetStreamFailure/closed``
  ///   after ``close()``.
  public func connect() async throws(JetStreamFailure) {
    try await core.perform { _ in .success(()) }
  }

  /// Ends the connection for good: streams fail with ``JetStreamFailure/closed``. It does not wait.
  public func close() {
    core.close()
  }
}

extension ConnectionCore {
  /// Awaits what `body` makes of the connection, on the thread of calls.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (Link) -> Result<Value, JetStreamFailure>
  ) async throws(JetStreamFailure) -> Value {
    let result = await withCheckedContinuation { continuation in
      call { link in continuation.resume(returning: link.flatMap(body)) }
    }
    return try result.get()
  }
}
