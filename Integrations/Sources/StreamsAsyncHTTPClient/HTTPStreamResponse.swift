public import NIOCore
public import NIOHTTP1
public import StreamCore
public import StreamLines
internal import StreamsNIOParts

/// A response: its head, and its body as a publisher.
///
/// If it is released and its body has no subscriber, the connection is closed.
public struct HTTPStreamResponse: Sendable {
  /// The status and the fields.
  public let head: HTTPResponseHead

  /// The body, for one subscriber.
  public let body: HTTPBody
}

/// The body of a response, of which nothing is read from the connection before it is asked for.
///
/// - **Demand**: one chunk is taken per requested value. While none is requested the connection reads nothing, and the
///   server is held back.
/// - **Completion**: finishes after the last chunk, when more is requested than there is.
/// - **Failure**: an ``HTTPStreamError``, after the chunks before it. A second subscriber fails with
///   ``HTTPStreamError/alreadySubscribed``.
/// - **Threads**: delivers on an event loop of the client's. Cancelling may be done on any thread, and closes the
///   connection.
/// - Complexity: O(1) memory: one chunk.
public struct HTTPBody: Publisher, Sendable {
  /// A chunk of the body.
  public typealias Output = ByteBuffer

  /// Why it is not complete.
  public typealias Failure = HTTPStreamError

  private let owner: Owner

  init(inflow: Inflow<ByteBuffer, HTTPStreamError>) {
    owner = Owner(inflow)
  }

  /// Attaches `subscriber`; a second one fails.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == ByteBuffer, S.Failure == HTTPStreamError {
    owner.inflow.attach(subscriber, orFailWith: .alreadySubscribed)
  }

  /// The body line by line.
  ///
  ///     body          --d-----d--|
  ///     lines()       --l--l--l--(l|)
  ///
  /// - **Demand**: a chunk is taken when a line is requested and none is left of the one before.
  /// - **Completion**: finishes after the last line, which need not be terminated.
  /// - **Failure**: an ``HTTPStreamError``, or a `LineTooLongError` for a line beyond `maxLength`, after the lines
  ///   before it.
  /// - **Threads**: delivers on an event loop of the client's, or where a line is requested that has been received
  ///   already.
  ///
  /// - Parameter maxLength: The longest line in bytes, at least 1; a million by default.
  /// - Returns: A publisher of the lines, without their ends.
  public func lines(maxLength: Int = 1_000_000) -> HTTPLines<Self> {
    LinesPublisher(upstream: Publishers.Map(upstream: self) { $0.readableBytesView }, maxLength: maxLength)
  }

  /// Closes the connection when the last copy of a body without a subscriber is released.
  private final class Owner: Sendable {
    let inflow: Inflow<ByteBuffer, HTTPStreamError>

    init(_ inflow: Inflow<ByteBuffer, HTTPStreamError>) {
      self.inflow = inflow
    }

    deinit {
      if !inflow.isAttached { inflow.cancel() }
    }
  }
}
