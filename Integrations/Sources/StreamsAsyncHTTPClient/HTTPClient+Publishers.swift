public import AsyncHTTPClient
public import NIOCore
public import NIOHTTP1
public import StreamCore
public import StreamLines

extension HTTPClient {
  /// Sends a request for each subscriber, and delivers the response: its head, and its body as a publisher.
  ///
  ///     request       --!
  ///     downstream    ------r|
  ///     r.body              --d--d--d--|
  ///
  /// - **Demand**: the request is sent at the first demand. The body is not read before it has been asked for: see
  ///   ``HTTPBody``.
  /// - **Completion**: finishes after the response. Redirects are followed as the client's configuration says.
  /// - **Failure**: an ``HTTPStreamError``, if there is no response; a response of any status is one. What breaks later
  ///   is a failure of the body.
  /// - **Threads**: delivers on an event loop of the client's. Cancelling may be done on any thread, and closes the
  ///   connection, unless the response has been delivered.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - upload: A publisher of the request's body, in place of its own.
  ///   - timeout: The longest time for the whole exchange, the body with it; none by default. The client's own timeouts
  ///     are beside it: that of reading goes on while there is no demand.
  /// - Returns: A publisher of the response.
  @_disfavoredOverload
  public func responsePublisher(
    for request: Request, uploading upload: HTTPUpload? = nil, timeout: TimeAmount? = nil
  ) -> HTTPResponses {
    HTTPResponses(
      exchange: HTTPExchangeDescription(client: self, request: request, upload: upload, timeout: timeout))
  }

  /// Sends a request for each subscriber, and delivers the body of the response in chunks as it arrives.
  ///
  ///     request       --!-----!--!
  ///     socket        --r-----r--r
  ///     downstream    -----d-----d--d--|
  ///
  /// - **Demand**: the request is sent at the first demand; one chunk is taken per requested value. While none is
  ///   requested the connection reads nothing, and the server is held back.
  /// - **Completion**: finishes after the last chunk, when more is requested than there is.
  /// - **Failure**: an ``HTTPStreamError``, after the chunks before it; ``HTTPStreamError/refused(_:)`` before any
  ///   chunk.
  /// - **Threads**: delivers on an event loop of the client's. Cancelling may be done on any thread, and closes the
  ///   connection.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - upload: A publisher of the request's body, in place of its own.
  ///   - timeout: The longest time for the whole exchange; none by default. The client's own timeouts are beside it:
  ///     that of reading goes on while there is no demand.
  ///   - accept: Decides whether to accept a response, before its body; by default those with a status from 200 to 299.
  ///     Called on the event loop.
  /// - Returns: A publisher of the chunks.
  /// - Complexity: O(1) memory: one chunk.
  @_disfavoredOverload
  public func bytesPublisher(
    for request: Request, uploading upload: HTTPUpload? = nil, timeout: TimeAmount? = nil,
    accept: @escaping @Sendable (HTTPResponseHead) -> Bool = { (200...299).contains($0.status.code) }
  ) -> HTTPBytes {
    HTTPBytes(
      exchange: HTTPExchangeDescription(client: self, request: request, upload: upload, timeout: timeout),
      accept: accept)
  }

  /// Sends a request for each subscriber, and delivers the body of the response line by line.
  ///
  ///     request       --!-----!--!
  ///     downstream    -----l-----l--l--|
  ///
  /// - **Demand**: the request is sent at the first demand; a chunk is taken when a line is requested and none is left
  ///   of the one before.
  /// - **Completion**: finishes after the last line, which need not be terminated.
  /// - **Failure**: an ``HTTPStreamError``, or a `LineTooLongError` for a line beyond `maxLength`, after the lines
  ///   before it.
  /// - **Threads**: delivers on an event loop of the client's, or where a line is requested that has been received
  ///   already. Cancelling may be done on any thread, and closes the connection.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - maxLength: The longest line in bytes, at least 1; a million by default.
  ///   - upload: A publisher of the request's body, in place of its own.
  ///   - timeout: The longest time for the whole exchange; none by default.
  ///   - accept: Decides whether to accept a response, before its body; by default those with a status from 200 to 299.
  /// - Returns: A publisher of the lines, without their ends.
  @_disfavoredOverload
  public func linesPublisher(
    for request: Request, maxLength: Int = 1_000_000, uploading upload: HTTPUpload? = nil, timeout: TimeAmount? = nil,
    accept: @escaping @Sendable (HTTPResponseHead) -> Bool = { (200...299).contains($0.status.code) }
  ) -> HTTPLines<HTTPBytes> {
    bytesPublisher(for: request, uploading: upload, timeout: timeout, accept: accept).lines(maxLength: maxLength)
  }
}

/// A publisher of the lines in chunks of bytes.
public typealias HTTPLines<Upstream: Publisher> = LinesPublisher<Publishers.Map<Upstream, ByteBufferView>>
where Upstream.Output == ByteBuffer

/// A publisher of the response to a request: see `responsePublisher(for:uploading:timeout:)`.
public struct HTTPResponses: Publisher, Sendable {
  /// The response.
  public typealias Output = HTTPStreamResponse

  /// Why there is none.
  public typealias Failure = HTTPStreamError

  let exchange: HTTPExchangeDescription

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == HTTPStreamResponse, S.Failure == HTTPStreamError {
    exchange.attach(response: subscriber)
  }
}

/// A publisher of the body of the response to a request: see `bytesPublisher(for:uploading:timeout:accept:)`.
public struct HTTPBytes: Publisher, Sendable {
  /// A chunk of the body.
  public typealias Output = ByteBuffer

  /// Why it is not complete.
  public typealias Failure = HTTPStreamError

  let exchange: HTTPExchangeDescription
  let accept: @Sendable (HTTPResponseHead) -> Bool

  public func receive<S: Subscriber>(subscriber: S) where S.Input == ByteBuffer, S.Failure == HTTPStreamError {
    exchange.attach(body: subscriber, accept: accept)
  }

  /// The body line by line, as of
  /// ``AsyncHTTPClient/HTTPClient/linesPublisher(for:maxLength:uploading:timeout:accept:)``.
  ///
  /// - Parameter maxLength: The longest line in bytes, at least 1; a million by default.
  /// - Returns: A publisher of the lines, without their ends.
  public func lines(maxLength: Int = 1_000_000) -> HTTPLines<Self> {
    LinesPublisher(upstream: Publishers.Map(upstream: self) { $0.readableBytesView }, maxLength: maxLength)
  }
}
