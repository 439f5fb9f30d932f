public import StreamCore
public import StreamParts

extension Publisher where Output: Swift.Sequence<UInt8> {
  /// Reads the events of a response of the type `text/event-stream`, from chunks of its bytes.
  ///
  ///     upstream      --"data: a\n"--"\ndata: b\n\n"--|
  ///     serverSentEvents()
  ///     downstream    ---------------"a"--------"b"--|
  ///
  ///     session.bytesPublisher(for: request).serverSentEvents()
  ///
  /// Fields are read as the HTML standard has it: lines end with a line feed, a carriage return or both, a byte order
  /// mark and comments are skipped, fields of other names are ignored, and an event without the field `data` is not
  /// delivered. Invalid UTF-8 becomes U+FFFD.
  ///
  /// - **Demand**: requests one chunk when downstream has requested an event and none is buffered; the buffer holds at
  ///   most the events of one chunk, and an incomplete one.
  /// - **Completion**: finishes after the last complete event; an incomplete one is dropped. To go on, send the request
  ///   again with the last event's id in the field `Last-Event-ID`.
  /// - **Failure**: passed on after the complete events; an event that is too long cancels upstream and fails with a
  ///   ``LineTooLongError``.
  /// - **Threads**: events are delivered where upstream delivers, or where downstream requests them, serially.
  ///
  /// - Parameter maxLength: The longest event in bytes, without comments, at least 1; a million by default. A line of a
  ///   comment may be as long.
  /// - Returns: A publisher of the events.
  /// - Complexity: O(1) for each byte; O(*n*) memory, where *n* is the length of a chunk and of an event.
  @inlinable
  @_disfavoredOverload
  public func serverSentEvents(maxLength: Int = 1_000_000) -> Publishers.ServerSentEvents<Self> {
    Publishers.ServerSentEvents(upstream: self, maxLength: maxLength)
  }
}

/// A publisher of the events in a byte stream.
@frozen
public struct ServerSentEventsPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher
where Upstream.Output: Swift.Sequence<UInt8> {
  public typealias Output = ServerSentEvent

  /// Any error: upstream's, or a ``LineTooLongError``.
  public typealias Failure = any Error

  /// The publisher whose bytes are read.
  public let upstream: Upstream

  /// The longest event in bytes.
  public let maxLength: Int

  /// Creates a publisher of the events in another's bytes.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose bytes are read.
  ///   - maxLength: The longest event in bytes, at least 1; less traps.
  @inlinable
  public init(upstream: Upstream, maxLength: Int) {
    precondition(maxLength > 0, "An event must be allowed to have at least one byte (rule 9).")
    self.upstream = upstream
    self.maxLength = maxLength
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == ServerSentEvent, S.Failure == any Error {
    let parser = SerialState(ServerSentEventParser(maxLength: maxLength))
    upstream.subscribeToLines(subscriber, as: "ServerSentEvents", maxLength: maxLength, endsAtReturn: true) {
      try parser.value.receive($0)
    }
  }
}

extension PublisherNames {
  /// ``ServerSentEventsPublisher``, under a short name that a client's own type overrides.
  public typealias ServerSentEvents<Upstream: Publisher> = ServerSentEventsPublisher<Upstream>
  where Upstream.Output: Swift.Sequence<UInt8>
}

extension ServerSentEventsPublisher: Sendable where Upstream: Sendable {}
