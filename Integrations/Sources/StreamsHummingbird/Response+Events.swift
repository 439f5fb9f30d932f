internal import HTTPTypes
public import HummingbirdCore
public import NIOCore
internal import ServiceLifecycle
public import StreamCore
internal import StreamFiltering

extension Request {
  /// The id of the last event that the client has got, if it connects again.
  public var lastEventID: String? {
    guard let name = HTTPField.Name("Last-Event-ID") else { return nil }
    return headers[name]
  }
}

extension Response {
  /// A response of events that a publisher delivers, no faster than the client takes them, for as long as the client
  /// listens.
  ///
  ///     router.get("news") { request, _ in
  ///       Response.events(for: request) { lastID in
  ///         news.after(id: lastID).map { ServerSentEvent(data: $0.title, id: $0.id) }
  ///       }
  ///     }
  ///
  /// - **Demand**: one event at a time: the next is requested when the one before has been written.
  /// - **Completion**: ends the response; a browser then connects again. So does a graceful shutdown of the server,
  ///   which would otherwise wait for as long as a client listens.
  /// - **Failure**: closes the connection; a browser then connects again, with the last event's id.
  /// - **Threads**: requests from the task that writes the response. When the client closes the connection the
  ///   publisher is cancelled at once, if `watchesConnection` is set, and otherwise when the next event is written.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - watchesConnection: Whether to watch the connection for the client's leaving. Hummingbird reads the request's
  ///     body for that: it traps if the body was replaced by a middleware, and closes the connection when the events
  ///     end. On HTTP/1, tell clients that keep connections so, with the field `Connection: close`; HTTP/2 forbids the
  ///     field.
  ///   - endsOnShutdown: Whether a graceful shutdown ends the response, after the event that is being written. Without,
  ///     the publisher has to end by itself, or the shutdown waits for its client.
  ///   - eventLoop: The event loop of the connection, which bounds what is ahead of the socket, as that of a
  ///     body does.
  ///   - makePublisher: Makes the publisher, when the head of the response has been written: of the events after the
  ///     one with this id, or from the beginning.
  /// - Returns: The response, with the fields `Content-Type` and `Cache-Control`.
  public static func events<P: Publisher & SendableMetatype>(
    for request: Request, watchesConnection: Bool = true, endsOnShutdown: Bool = true,
    on eventLoop: (any EventLoop)? = nil,
    _ makePublisher: @escaping @Sendable (_ lastID: String?) -> P
  ) -> Response where P.Output == ServerSentEvent {
    let lastID = request.lastEventID
    let requestBody = request.body
    let body = ResponseBody { writer in
      if watchesConnection {
        // The writer cannot be used by two tasks: this one waits while the other has it.
        let lent = WriterBox(writer)
        _ = try await requestBody.consumeWithCancellationOnInboundClose { _ in
          try await write(makePublisher(lastID), to: &lent.writer, on: eventLoop, endsOnShutdown: endsOnShutdown)
        }
      } else {
        try await write(makePublisher(lastID), to: &writer, on: eventLoop, endsOnShutdown: endsOnShutdown)
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"], body: body)
  }
}

/// Writes the events of a publisher, until it ends or, if it is to, the server shuts down.
private func write<P: Publisher>(
  _ publisher: P, to writer: inout any ResponseBodyWriter, on eventLoop: (any EventLoop)?, endsOnShutdown: Bool
) async throws where P.Output == ServerSentEvent {
  guard endsOnShutdown else {
    return try await ResponseBody.write(publisher, to: &writer, on: eventLoop) { $0.encoded }
  }
  var tell: Future<Void, Never>.Promise?
  let shutdown = Future { tell = $0 }
  try await withGracefulShutdownHandler {
    try await ResponseBody.write(publisher.prefix(untilOutputFrom: shutdown), to: &writer, on: eventLoop) { $0.encoded }
  } onGracefulShutdown: { [tell] in
    tell?(.success(()))
  }
}

/// Lends a writer to the task that writes.
// Sendable: the lender waits until that task has ended.
private final class WriterBox: @unchecked Sendable {
  var writer: any ResponseBodyWriter

  init(_ writer: any ResponseBodyWriter) {
    self.writer = writer
  }
}
