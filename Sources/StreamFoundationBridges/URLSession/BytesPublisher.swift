public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Fetches the content of a URL in chunks, once for each subscriber.
  ///
  ///     request       --!-----!--!
  ///     downstream    -----d-----d--d--|
  ///
  /// The request is sent by a private session with this one's configuration, without this session's delegate,
  /// connections or cache; see `Publishers.BytesPublisher`.
  ///
  /// - **Demand**: the request is sent at the first demand; one chunk is delivered per requested value.
  /// - **Completion**: finishes after the last chunk; it needs no demand.
  /// - **Failure**: the `URLError` of a request without a complete response, after the received chunks;
  ///   `URLError.dataLengthExceedsMaximum`, if the backlog grows too long, after the backlog;
  ///   `URLError.badServerResponse`, if the response is not accepted, before any chunk.
  /// - **Threads**: delivers on a queue of the subscription's own. Cancelling may be done on any thread, and closes the
  ///   connection soon after.
  ///
  /// - Parameters:
  ///   - url: The URL to fetch.
  ///   - maxBacklog: The largest backlog on disk in bytes, not negative; a gibibyte by default. Beyond it, the stream
  ///     fails on Linux; elsewhere the task is suspended long before.
  ///   - accept: Decides whether to accept a response, before its body; by default all are accepted.
  /// - Returns: A publisher of the chunks.
  /// - Complexity: O(1) memory, at any length of the body; on Linux, O(*n*) space in a file, where *n* is the backlog
  ///   in bytes, up to `maxBacklog`.
  @_disfavoredOverload
  public func bytesPublisher(
    for url: URL, maxBacklog: Int = URLSessionBytesPublisher.defaultMaxBacklog,
    accept: @escaping @Sendable (URLResponse) -> Bool = { _ in true }
  ) -> Publishers.BytesPublisher {
    bytesPublisher(for: URLRequest(url: url), maxBacklog: maxBacklog, accept: accept)
  }

  /// Sends a request, and receives the body of the response in chunks, once for each subscriber.
  ///
  ///     request       --!-----!--!
  ///     downstream    -----d-----d--d--|
  ///
  /// The request is sent by a private session with this one's configuration, without this session's delegate,
  /// connections or cache; see `Publishers.BytesPublisher`.
  ///
  /// - **Demand**: the request is sent at the first demand; one chunk is delivered per requested value.
  /// - **Completion**: finishes after the last chunk; it needs no demand.
  /// - **Failure**: the `URLError` of a request without a complete response, after the received chunks;
  ///   `URLError.dataLengthExceedsMaximum`, if the backlog grows too long, after the backlog;
  ///   `URLError.badServerResponse`, if the response is not accepted, before any chunk.
  /// - **Threads**: delivers on a queue of the subscription's own. Cancelling may be done on any thread, and closes the
  ///   connection soon after.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - maxBacklog: The largest backlog on disk in bytes, not negative; a gibibyte by default. Beyond it, the stream
  ///     fails on Linux; elsewhere the task is suspended long before.
  ///   - accept: Decides whether to accept a response, before its body; by default all are accepted.
  /// - Returns: A publisher of the chunks.
  /// - Complexity: O(1) memory, at any length of the body; on Linux, O(*n*) space in a file, where *n* is the backlog
  ///   in bytes, up to `maxBacklog`.
  @_disfavoredOverload
  public func bytesPublisher(
    for request: URLRequest, maxBacklog: Int = URLSessionBytesPublisher.defaultMaxBacklog,
    accept: @escaping @Sendable (URLResponse) -> Bool = { _ in true }
  ) -> Publishers.BytesPublisher {
    Publishers.BytesPublisher(request: request, configuration: configuration, maxBacklog: maxBacklog, accept: accept)
  }

  /// Receives the content of a URL line by line, once for each subscriber: `bytesPublisher(for:maxBacklog:accept:)`
  /// followed by `lines(maxLength:)`.
  ///
  ///     request       --!-----!--!
  ///     downstream    -----l-----l--l--|
  ///
  /// - **Demand**: the request is sent at the first demand; a chunk is taken when a line is requested and none is left
  ///   of the previous chunk.
  /// - **Completion**: finishes after the last line, which need not be terminated.
  /// - **Failure**: a `LineTooLongError` for a line beyond `maxLength`, or that of
  ///   `bytesPublisher(for:maxBacklog:accept:)`, after the complete lines. Any response is accepted: that to a status
  ///   of 404 is split, too.
  /// - **Threads**: delivers on a queue of the subscription's own, or where a line is requested that has been received
  ///   already. Cancelling may be done on any thread.
  ///
  /// - Parameters:
  ///   - url: The URL to fetch.
  ///   - maxLength: The longest line in bytes, at least 1; a million by default.
  ///   - maxBacklog: The largest backlog on disk in bytes, not negative; a gibibyte by default. Beyond it, the stream
  ///     fails on Linux; elsewhere the task is suspended long before.
  /// - Returns: A publisher of the lines.
  /// - Complexity: O(1) for each byte; O(*n*) memory, where *n* is the length of a line, or of a chunk if that is
  ///   longer. On Linux, the backlog is in a file.
  @_disfavoredOverload
  public func linesPublisher(
    for url: URL, maxLength: Int = 1_000_000, maxBacklog: Int = URLSessionBytesPublisher.defaultMaxBacklog
  ) -> Publishers.Lines<Publishers.BytesPublisher> {
    bytesPublisher(for: url, maxBacklog: maxBacklog).lines(maxLength: maxLength)
  }
}

/// A publisher that sends a request for each subscriber, and delivers the body of the response as it arrives.
///
/// At most a few chunks of the body are in memory, however long it is. On Apple platforms the task is suspended without
/// demand. On Linux, Foundation cannot resume a suspended task, and a blocking callback stalls all sessions of the
/// process, so the transfer continues, and the backlog beyond a few chunks is kept in an unlinked temporary file, which
/// is freed with the subscription. Its size is limited to `maxBacklog`, and to half of the disk's initial free space.
/// At that limit, or when others have filled the disk except for 64 mebibytes or a tenth of its initial free space,
/// whichever is less, the connection is closed, and the stream fails after it has delivered the backlog.
///
/// - **Demand**: the request is sent at the first demand; one chunk is delivered per requested value.
/// - **Completion**: finishes after the last chunk; it needs no demand.
/// - **Failure**: the `URLError` of a request without a complete response, after the received chunks;
///   `URLError.dataLengthExceedsMaximum` with an underlying ``BacklogTooLongError``, after the backlog; or
///   `URLError.badServerResponse`, if the response is not accepted, before any chunk.
/// - **Threads**: signals are delivered on a queue of the subscription's own. Cancelling may be done on any thread, and
///   closes the connection soon after: usually within milliseconds, within a second if other transfers keep
///   Foundation's single thread for all sessions busy. Data received until then is dropped.
/// - Complexity: O(1) memory, at any length of the body; on Linux, O(*n*) space in a file, where *n* is the backlog in
///   bytes, up to `maxBacklog`.
///
/// A redirect to another scheme, host or port goes without `Authorization`, `Proxy-Authorization` and `Cookie`.
public struct URLSessionBytesPublisher: Publisher, ReleasingPublisher, Sendable {
  /// A chunk of the body, of any length.
  public typealias Output = Data

  /// The failure of the request; another kind of error becomes the underlying one of `URLError.unknown`.
  public typealias Failure = URLError

  /// The request sent for each subscriber.
  public let request: URLRequest

  /// The largest backlog on disk in bytes.
  public let maxBacklog: Int

  /// The default of `maxBacklog`: a gibibyte.
  public static let defaultMaxBacklog = 1 << 30

  private let configuration: URLSessionConfiguration
  private let accept: @Sendable (URLResponse) -> Bool

  /// Creates a publisher of the body of a response.
  ///
  /// - Parameters:
  ///   - request: The request sent for each subscriber.
  ///   - configuration: The configuration of the session. Its cache is not used; it must not be that of a background
  ///     session.
  ///   - maxBacklog: The largest backlog on disk in bytes; not negative.
  ///   - accept: Decides whether to accept a response, before its body.
  public init(
    request: URLRequest, configuration: URLSessionConfiguration,
    maxBacklog: Int = URLSessionBytesPublisher.defaultMaxBacklog,
    accept: @escaping @Sendable (URLResponse) -> Bool = { _ in true }
  ) {
    precondition(maxBacklog >= 0, "A backlog has no negative length.")
    self.request = request
    self.maxBacklog = maxBacklog
    self.configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
    self.accept = accept
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Data, S.Failure == URLError {
    let subscription = TransferSubscription(
      "BytesPublisher", request: request, configuration: configuration, maxBacklog: maxBacklog,
      maker: PieceMaker(accept: accept), downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}

extension PublisherNames {
  /// ``URLSessionBytesPublisher``, under a short name that a client's own type overrides.
  public typealias BytesPublisher = URLSessionBytesPublisher
}

/// Passes chunks on as elements.
private struct PieceMaker: TransferElementMaker {
  static var isEager: Bool { false }

  let accept: @Sendable (URLResponse) -> Bool

  mutating func take(_ response: URLResponse) throws(URLError) {
    guard accept(response) else { throw URLError(.badServerResponse) }
  }

  mutating func take(_ data: Data) throws(URLError) -> Data { data }

  mutating func willDeliver(_ element: Data) {}

  mutating func finish() throws(URLError) -> Data? { nil }

  mutating func abandon() {}
}
