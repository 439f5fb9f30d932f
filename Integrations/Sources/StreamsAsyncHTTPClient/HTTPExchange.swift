internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import StreamCore
internal import StreamsNIOParts

/// A request and its response, whose body is taken from the connection as it is asked for.
///
/// The client waits for the future that each part of the response is answered with: it is held until the body is asked
/// for more, and meanwhile the connection reads nothing.
// Sendable: what changes is used on `eventLoop` alone, where the client calls its delegate.
final class HTTPExchange: HTTPClientResponseDelegate, InflowSource, @unchecked Sendable {
  typealias Response = Void

  /// What happens to the head.
  enum Heads {
    /// The head is checked, and the body alone delivered.
    case accepted(if: @Sendable (HTTPResponseHead) -> Bool)

    /// The head is delivered with the body.
    case delivered(to: Inflow<HTTPStreamResponse, HTTPStreamError>)
  }

  let body: Inflow<ByteBuffer, HTTPStreamError>
  let eventLoop: any EventLoop
  private let client: HTTPClient
  private let request: HTTPClient.Request
  private let deadline: NIODeadline?
  private let heads: Heads
  private let uploads = UploadHandles()
  private var task: HTTPClient.Task<Void>?
  private var hasEnded = false

  /// The answer to the newest part of the response, until the next one is wanted.
  private var held: EventLoopPromise<Void>?

  init(_ exchange: HTTPExchangeDescription, heads: Heads, on eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
    client = exchange.client
    deadline = exchange.timeout.map { .now() + $0 }
    self.heads = heads
    body = Inflow("HTTPBody", on: eventLoop)
    var request = exchange.request
    if let upload = exchange.upload {
      request.body = .stream(contentLength: upload.contentLength) { [uploads] writer in upload.begin(writer, uploads) }
    }
    self.request = request
  }

  // MARK: Downstream's side: on the event loop

  func start() {
    guard task == nil, !hasEnded else { return }
    let task = client.execute(request: request, delegate: self, eventLoop: .delegate(on: eventLoop), deadline: deadline)
    self.task = task
    // A client that has been shut down fails the task without a word to the delegate.
    task.futureResult.hop(to: eventLoop).whenFailure { [self] error in end(.failure(HTTPStreamError(error))) }
  }

  func pull() {
    if task == nil { start() } else { held.take()?.succeed() }
  }

  func stop() {
    guard !hasEnded else { return }
    hasEnded = true
    uploads.cancel()
    task?.cancel()
    held.take()?.fail(CancellationError())
  }

  // MARK: The client's side

  func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
    guard !hasEnded else { return eventLoop.makeFailedFuture(CancellationError()) }
    switch heads {
    case .accepted(let isAccepted):
      guard isAccepted(head) else {
        end(.failure(.refused(head)))
        task.cancel()
        return eventLoop.makeFailedFuture(HTTPStreamError.refused(head))
      }
      // The head came because the body was asked for.
      return eventLoop.makeSucceededVoidFuture()
    case .delivered(let downstream):
      let answer = eventLoop.makePromise(of: Void.self)
      held = answer
      body.begin(with: self)
      downstream.offer(HTTPStreamResponse(head: head, body: HTTPBody(inflow: body)))
      downstream.end(.finished)
      return answer.futureResult
    }
  }

  func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
    guard !hasEnded else { return eventLoop.makeFailedFuture(CancellationError()) }
    let answer = eventLoop.makePromise(of: Void.self)
    held = answer
    body.offer(buffer)
    body.settle()
    return answer.futureResult
  }

  func didFinishRequest(task: HTTPClient.Task<Void>) {
    end(.finished)
  }

  func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
    end(.failure(HTTPStreamError(error)))
  }

  private func end(_ completion: Subscribers.Completion<HTTPStreamError>) {
    guard !hasEnded else { return }
    hasEnded = true
    uploads.cancel()
    held.take()?.fail(CancellationError())
    if case .delivered(let downstream) = heads { downstream.end(completion) }
    body.end(completion)
  }
}

/// Begins an exchange when its head is asked for.
// Sendable: immutable.
final class HTTPHeadSource: InflowSource, Sendable {
  private let exchange: HTTPExchange

  init(_ exchange: HTTPExchange) {
    self.exchange = exchange
  }

  func pull() {
    exchange.start()
  }

  func stop() {
    exchange.stop()
  }
}
