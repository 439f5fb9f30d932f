internal import AsyncHTTPClient
internal import NIOConcurrencyHelpers
public import NIOCore
public import StreamCore
internal import StreamsNIOParts

/// A request's body that a publisher brings as the connection takes it.
///
///     let upload = HTTPUpload(of: chunks)
///     client.responsePublisher(for: request, uploading: upload)
///
/// - **Demand**: `window` chunks at first, and one more for each that the connection has taken.
/// - **Completion**: ends the request. With a content length, fewer bytes or more are
///   `HTTPClientError.bodyLengthMismatch`.
/// - **Failure**: closes the connection; the response's stream fails with ``HTTPStreamError/upload(_:)``.
/// - **Threads**: requests on an event loop. The end of the response's stream, however it ends, cancels the publisher.
public struct HTTPUpload: Sendable {
  let begin: @Sendable (HTTPClient.Body.StreamWriter, UploadHandles) -> EventLoopFuture<Void>
  let contentLength: Int64?

  /// Describes an upload: nothing happens until the response is asked for. A redirect may begin it anew.
  ///
  /// - Parameters:
  ///   - publisher: The publisher of the chunks.
  ///   - contentLength: The number of bytes in all, if it is known. Without it the body is sent in chunks, as HTTP has
  ///     them.
  ///   - window: How many chunks may have been asked for and not been taken, at least 1.
  public init<P: Publisher & Sendable>(of publisher: P, contentLength: Int64? = nil, window: Int = 2)
  where P.Output == ByteBuffer {
    precondition(window > 0, "A window must have room for at least one chunk (rule 9).")
    self.contentLength = contentLength
    begin = { writer, handles in
      // A write of nothing tells the event loop, which the client tells in no other way.
      writer.write(.byteBuffer(ByteBuffer())).flatMapWithEventLoop { _, eventLoop in
        let target = UploadTarget(writer: writer, on: eventLoop)
        let outflow = Outflow<UploadTarget, P.Failure>("HTTPUpload", window: window, target: target, on: eventLoop)
        handles.add(AnyCancellable(outflow))
        publisher.subscribe(outflow)
        return target.done.futureResult
      }
    }
  }
}

/// What cancels the uploads of an exchange: there are several if it was redirected.
final class UploadHandles: Sendable {
  private struct State {
    var handles: [AnyCancellable] = []
    var isCancelled = false
  }

  private let state = NIOLockedValueBox(State())

  func add(_ handle: AnyCancellable) {
    let isWanted = state.withLockedValue { state in
      if !state.isCancelled { state.handles.append(handle) }
      return !state.isCancelled
    }
    if !isWanted { handle.cancel() }
  }

  func cancel() {
    let handles = state.withLockedValue { state in
      state.isCancelled = true
      defer { state.handles = [] }
      return state.handles
    }
    for handle in handles { handle.cancel() }
  }
}

/// Hands chunks to the client.
private final class UploadTarget: OutflowTarget, Sendable {
  let done: EventLoopPromise<Void>
  private let writer: HTTPClient.Body.StreamWriter

  init(writer: HTTPClient.Body.StreamWriter, on eventLoop: any EventLoop) {
    self.writer = writer
    done = eventLoop.makePromise()
  }

  /// The client holds back the future of a write instead.
  var isWritable: Bool { true }

  func write(_ element: ByteBuffer) -> EventLoopFuture<Void> { writer.write(.byteBuffer(element)) }

  func flush() {}

  func end(_ ending: OutflowEnding) {
    switch ending {
    case .finished: done.succeed()
    case .upstream(let error): done.fail(HTTPStreamError.upload(error))
    case .write(let error): done.fail(error)
    case .cancelled: done.fail(CancellationError())
    }
  }
}
