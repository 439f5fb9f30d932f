public import HummingbirdCore
internal import NIOConcurrencyHelpers
public import NIOCore
internal import StreamConcurrency
public import StreamCore

/// Why the body of a request is not complete.
public enum RequestBodyError: Error, Sendable {
  /// The publisher has, or had, another subscriber: there is one body, and one gets it.
  case alreadySubscribed

  /// The body is longer than allowed.
  ///
  /// - limit: The limit in bytes.
  case tooLarge(limit: Int)

  /// The connection broke, or the request is malformed.
  case connection(any Error)
}

extension Request {
  /// The body of the request as a publisher, which is read from the socket as it is asked for.
  ///
  ///     request       --!-----!--!
  ///     socket        --r-----r--r
  ///     downstream    -----d-----d--d--|
  ///
  /// - **Demand**: one chunk is taken per requested value; the server reads ahead a few chunks, as Hummingbird does,
  ///   and then holds the client back.
  /// - **Completion**: finishes after the last chunk, when more is requested than there is.
  /// - **Failure**: a ``RequestBodyError``, after the chunks before it.
  /// - **Threads**: delivers from a task. Cancelling may be done on any thread; what is left of the body is dropped by
  ///   Hummingbird.
  ///
  /// The body belongs to the handler and the response: after that, it must not be read. It can be read once, so call
  /// this once for a request. A second subscriber of the publisher fails with ``RequestBodyError/alreadySubscribed``.
  /// The subscriber of a second publisher, or of one whose request's body is read elsewhere, too, is a fault of the
  /// program that only Hummingbird could notice: of a body that comes from a connection it traps in a debug build, and
  /// delivers an empty one in a release build; of `RequestBody.makeStream()`, NIO always traps. A body that has been
  /// collected, and put back into the request by `collectBody(upTo:)`, may be read again.
  ///
  /// - Parameter maxSize: The longest body in bytes, not negative; unlimited by default. A longer one fails with
  ///   ``RequestBodyError/tooLarge(limit:)``, before the chunk that passes the limit.
  /// - Returns: The publisher, for one subscriber.
  /// - Complexity: O(1) memory: the chunks that Hummingbird reads ahead.
  public func bodyPublisher(maxSize: Int = .max) -> RequestBodyPublisher {
    precondition(maxSize >= 0, "The longest body must not be negative (rule 9).")
    return RequestBodyPublisher(elements: LimitedBody(body: body, maxSize: maxSize))
  }
}

/// A publisher of the body of a request: see `bodyPublisher(maxSize:)`.
public struct RequestBodyPublisher: Publisher, Sendable {
  /// A chunk of the body.
  public typealias Output = ByteBuffer

  /// Why it is not complete.
  public typealias Failure = RequestBodyError

  let elements: LimitedBody
  private let isTaken = NIOLockedValueBox(false)

  init(elements: LimitedBody) {
    self.elements = elements
  }

  /// Attaches `subscriber`; a second one fails.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == ByteBuffer, S.Failure == RequestBodyError {
    let isFirst = isTaken.withLockedValue { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    if isFirst {
      elements.publisher.subscribe(subscriber)
    } else {
      Fail<ByteBuffer, RequestBodyError>(error: .alreadySubscribed).subscribe(subscriber)
    }
  }
}

/// The chunks of a body, as long as they are not too many.
struct LimitedBody: AsyncSequence, Sendable {
  let body: RequestBody
  let maxSize: Int

  struct AsyncIterator: AsyncIteratorProtocol {
    typealias Failure = RequestBodyError

    var base: RequestBody.AsyncIterator
    var rest: Int
    let maxSize: Int

    mutating func next() async throws(RequestBodyError) -> ByteBuffer? {
      let chunk: ByteBuffer?
      do {
        chunk = try await base.next()
      } catch {
        throw .connection(error)
      }
      guard let chunk else { return nil }
      guard chunk.readableBytes <= rest else { throw .tooLarge(limit: maxSize) }
      rest -= chunk.readableBytes
      return chunk
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: body.makeAsyncIterator(), rest: maxSize, maxSize: maxSize)
  }
}
