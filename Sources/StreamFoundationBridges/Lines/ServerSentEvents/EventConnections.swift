public import StreamCore
internal import StreamParts

/// What the end of a connection's bytes means.
@_spi(StreamsIntegrations)
public enum EventConnectionEnd {
  /// Another connection follows. If none may, the stream fails with the error.
  case lost(any Error)

  /// The stream ends.
  case over(Subscribers.Completion<any Error>)
}

/// The connections to a server that sends events, one after the other, and the waits between them, for any transport.
@_spi(StreamsIntegrations)
public struct EventConnectionsPublisher<Bytes: Publisher>: ReleasingPublisher, Sendable
where Bytes.Output: Swift.Sequence<UInt8> {
  public typealias Output = ServerSentEvent
  public typealias Failure = any Error

  let name: String
  let waits: EventWaits
  let maxLength: Int
  let connect: @Sendable (_ lastEventID: String) -> Bytes
  let meaning: @Sendable (Subscribers.Completion<any Error>) -> EventConnectionEnd
  let schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> any Cancellable

  /// - Parameters:
  ///   - name: The name of the subscription.
  ///   - delay: How long to wait before another connection, unless the server says. A negative delay traps.
  ///   - maxDelay: The limit of the doubled wait. A negative limit traps.
  ///   - retries: The largest number of connections in a row without an event that are followed by another one: zero or
  ///     more. A negative number traps.
  ///   - maxLength: The longest event in bytes, at least 1; less traps.
  ///   - lastEventID: The id of the last event that an earlier program got. One that no server can have sent counts as
  ///     none.
  ///   - connect: Makes the publisher of a connection's bytes, which come after the event with the id; empty for none.
  ///   - meaning: Says what the end of the bytes means.
  ///   - schedule: Runs an action after a delay.
  public init(
    name: String, delay: Duration, maxDelay: Duration, retries: Int, maxLength: Int, lastEventID: String?,
    connect: @escaping @Sendable (_ lastEventID: String) -> Bytes,
    meaning: @escaping @Sendable (Subscribers.Completion<any Error>) -> EventConnectionEnd,
    schedule: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> any Cancellable
  ) {
    precondition(maxLength > 0, "An event must be allowed to have at least one byte (rule 9).")
    self.name = name
    waits = EventWaits(delay: delay, maxDelay: maxDelay, retries: retries, lastID: lastEventID ?? "")
    self.maxLength = maxLength
    self.connect = connect
    self.meaning = meaning
    self.schedule = schedule
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == ServerSentEvent, S.Failure == any Error {
    DelayedRuns(name, EventConnections(of: self), to: subscriber).start()
  }
}

/// The connections of one subscription.
private final class EventConnections<Bytes: Publisher>: DelayedRunsPlan, Sendable
where Bytes.Output: Swift.Sequence<UInt8> {
  private let publisher: EventConnectionsPublisher<Bytes>
  private let waits: Locked<EventWaits>

  init(of publisher: EventConnectionsPublisher<Bytes>) {
    self.publisher = publisher
    waits = Locked(publisher.waits)
  }

  /// The next connection.
  var upstream: EventConnection<Bytes> {
    let lastID = waits.withLock { $0.lastID }
    return EventConnection(
      connections: self, bytes: publisher.connect(lastID),
      parser: ServerSentEventParser(maxLength: publisher.maxLength, lastID: lastID))
  }

  func deliversValue() {
    waits.withLock { $0.hasEvent = true }
  }

  /// Notes what a connection has said for the next one, and what its end means.
  func end(
    _ completion: Subscribers.Completion<any Error>, _ parser: ServerSentEventParser
  ) -> Subscribers.Completion<any Error> {
    let meaning = publisher.meaning(completion)
    return waits.withLock { waits in
      waits.note(parser)
      switch meaning {
      case .lost(let error):
        waits.isLost = true
        return .failure(error)
      case .over(let completion):
        return completion
      }
    }
  }

  func delay(afterEnd completion: Subscribers.Completion<any Error>, ofRun number: Int) -> Duration? {
    waits.withLock { $0.next() }
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    publisher.schedule(delay, action)
  }
}

/// One connection: its bytes, read as events.
private struct EventConnection<Bytes: Publisher>: ReleasingPublisher where Bytes.Output: Swift.Sequence<UInt8> {
  typealias Output = ServerSentEvent
  typealias Failure = any Error

  let connections: EventConnections<Bytes>
  let bytes: Bytes
  let parser: ServerSentEventParser

  func receive<S: Subscriber>(subscriber: S) where S.Input == ServerSentEvent, S.Failure == any Error {
    let maxLength = parser.maxLength
    let parser = SerialState(parser)
    let inner = EventConnectionInner(downstream: subscriber, connections: connections, parser: parser)
    bytes.subscribeToLines(inner, as: "EventConnection", maxLength: maxLength, endsAtReturn: true) {
      try parser.value.receive($0)
    }
  }
}

/// Passes events on, and says what the end of the bytes means.
private struct EventConnectionInner<Bytes: Publisher, Downstream: Subscriber>: Subscriber
where Bytes.Output: Swift.Sequence<UInt8>, Downstream.Input == ServerSentEvent, Downstream.Failure == any Error {
  let downstream: Downstream
  let connections: EventConnections<Bytes>
  let parser: SerialState<ServerSentEventParser>

  var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  func receive(_ input: ServerSentEvent) -> Subscribers.Demand {
    downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    downstream.receive(completion: connections.end(completion, parser.value))
  }
}
