public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Fetches the content of a URL piece by piece, once for each subscriber.
  ///
  ///     request       --!-----!--!
  ///     downstream    -----d-----d--d--|
  ///
  /// The request is sent by a session of its own that has this one's configuration, so that neither this session's
  /// delegate nor its connections nor its cache play a part; see `Publishers.BytesPublisher`.
  ///
  /// - Parameters:
  ///   - url: What to fetch.
  ///   - maxBacklog: How many bytes may wait on disk for demand, zero or more: a gibibyte unless you say otherwise. With
  ///     more, the stream fails on Linux; elsewhere the task is suspended long before.
  ///   - accept: Says of a response, before any of its content comes, whether it is wanted; every one is unless you say
  ///     otherwise.
  /// - Returns: A publisher of the pieces.
  @_disfavoredOverload
  public func bytesPublisher(
    for url: URL, maxBacklog: Int = URLSessionBytesPublisher.defaultMaxBacklog,
    accept: @escaping @Sendable (URLResponse) -> Bool = { _ in true }
  ) -> Publishers.BytesPublisher {
    bytesPublisher(for: URLRequest(url: url), maxBacklog: maxBacklog, accept: accept)
  }

  /// Sends a request, and receives the content of the answer piece by piece, once for each subscriber.
  ///
  ///     request       --!-----!--!
  ///     downstream    -----d-----d--d--|
  ///
  /// The request is sent by a session of its own that has this one's configuration, so that neither this session's
  /// delegate nor its connections nor its cache play a part; see `Publishers.BytesPublisher`.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - maxBacklog: How many bytes may wait on disk for demand, zero or more: a gibibyte unless you say otherwise. With
  ///     more, the stream fails on Linux; elsewhere the task is suspended long before.
  ///   - accept: Says of a response, before any of its content comes, whether it is wanted; every one is unless you say
  ///     otherwise.
  /// - Returns: A publisher of the pieces.
  @_disfavoredOverload
  public func bytesPublisher(
    for request: URLRequest, maxBacklog: Int = URLSessionBytesPublisher.defaultMaxBacklog,
    accept: @escaping @Sendable (URLResponse) -> Bool = { _ in true }
  ) -> Publishers.BytesPublisher {
    Publishers.BytesPublisher(request: request, configuration: configuration, maxBacklog: maxBacklog, accept: accept)
  }

  /// Receives the content of a URL line by line, once for each subscriber: the pieces of `bytesPublisher(for:maxBacklog:accept:)`,
  /// cut by `lines(maxLength:)`.
  ///
  ///     request       --!-----!--!
  ///     downstream    -----l-----l--l--|
  ///
  /// - Parameters:
  ///   - url: What to fetch.
  ///   - maxLength: The longest line in bytes, at least 1; a million by default.
  ///   - maxBacklog: How many bytes may wait on disk for demand, zero or more: a gibibyte unless you say otherwise. With
  ///     more, the stream fails on Linux; elsewhere the task is suspended long before.
  /// - Returns: A publisher of the lines.
  @_disfavoredOverload
  public func linesPublisher(
    for url: URL, maxLength: Int = 1_000_000, maxBacklog: Int = URLSessionBytesPublisher.defaultMaxBacklog
  ) -> Publishers.Lines<Publishers.BytesPublisher> {
    bytesPublisher(for: url, maxBacklog: maxBacklog).lines(maxLength: maxLength)
  }
}

/// A publisher that sends a request for each subscriber, and delivers the content of the answer as it comes.
///
/// However long the content is, no more than a few pieces of it are in memory. On Apple's platforms the task is
/// suspended while downstream does not ask. On Linux, Foundation cannot resume a task that was suspended, and a callback
/// that blocks holds up all sessions of the process, so the transfer goes on. There, what waits beyond a few pieces is kept in
/// a temporary file without a name, which goes with the subscription. It holds the smaller of `maxBacklog` bytes and half of
/// what was free on its disk. When it is full, or others have filled the disk but for 64 mebibytes, or for a tenth of what was
/// free if that is less, the connection is closed, and the stream fails after it has delivered what the file holds.
///
/// - **Demand**: the request is sent at the first demand; one piece is delivered for each value that is asked for.
/// - **Completion**: finishes after the last piece, with no demand for it.
/// - **Failure**: the `URLError` of a request that got no answer or not all of it, after the pieces that came;
///   `URLError.dataLengthExceedsMaximum` with an underlying ``BacklogTooLongError``, if too much waits, after the pieces
///   that were kept; or `URLError.badServerResponse`, if the answer is not accepted, before any.
/// - **Threads**: signals come on a queue of the subscription's own. Cancelling may be done on any thread, and closes
///   the connection soon after: in milliseconds as a rule, in a second if other transfers keep Foundation's one thread for
///   all sessions busy. What comes until then is dropped.
public struct URLSessionBytesPublisher: Publisher, ReleasingPublisher, Sendable {
  /// A piece of the content, of any length.
  public typealias Output = Data

  /// The failure of the request; another kind of error becomes the underlying one of `URLError.unknown`.
  public typealias Failure = URLError

  /// What is sent for each subscriber.
  public let request: URLRequest

  /// How many bytes may wait on disk for demand.
  public let maxBacklog: Int

  /// How many bytes may wait, unless you say otherwise: a gibibyte.
  public static let defaultMaxBacklog = 1 << 30

  private let configuration: URLSessionConfiguration
  private let accept: @Sendable (URLResponse) -> Bool

  /// Creates a publisher of the content that answers a request.
  ///
  /// - Parameters:
  ///   - request: What to send for each subscriber.
  ///   - configuration: How. Its cache is not used, and it must not be that of a background session.
  ///   - maxBacklog: How many bytes may wait on disk for demand; not less than zero.
  ///   - accept: Says of a response, before any of its content comes, whether it is wanted.
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

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Data, S.Failure == URLError {
    let subscription = TransferSubscription(
      "BytesPublisher", request: request, configuration: configuration, maxBacklog: maxBacklog,
      maker: PieceMaker(accept: accept), downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.attached()
  }
}

extension PublisherNames {
  /// ``URLSessionBytesPublisher``, under a short name that a client's own type overrides.
  public typealias BytesPublisher = URLSessionBytesPublisher
}

/// Makes an element of each piece.
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
