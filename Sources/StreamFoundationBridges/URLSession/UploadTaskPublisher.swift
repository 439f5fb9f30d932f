public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request with data as its body, once for each subscriber.
  ///
  ///     request       --!
  ///     downstream    --------(r|)
  ///
  /// - **Demand**: the task starts at the first request for values of any size; nothing is buffered.
  /// - **Completion**: finishes after the one value. Any response is a value: an HTTP status of 404 or 500 is no
  ///   failure.
  /// - **Failure**: the `URLError` of a task without a complete response.
  /// - **Threads**: delivers where the session calls back: on its delegate queue, which is not the main thread unless
  ///   the session was created so. Cancelling may be done on any thread, and cancels the task.
  ///
  /// - Parameters:
  ///   - request: The request to send, with the method that the server expects; its own body is ignored.
  ///   - data: The body.
  /// - Returns: A publisher of the response; see `Publishers.UploadTaskPublisher`.
  /// - Complexity: O(*n*) memory, where *n* is the length of the response's body.
  @_disfavoredOverload
  public func uploadTaskPublisher(for request: URLRequest, from data: Data)
    -> Publishers.UploadTaskPublisher
  {
    Publishers.UploadTaskPublisher(request: request, body: .data(data), session: self)
  }

  /// Sends a request with the content of a file as its body, once for each subscriber.
  ///
  ///     request       --!
  ///     downstream    --------(r|)
  ///
  /// - **Demand**: the task starts at the first request for values of any size; nothing is buffered.
  /// - **Completion**: finishes after the one value. Any response is a value: an HTTP status of 404 or 500 is no
  ///   failure.
  /// - **Failure**: the `URLError` of a task without a complete response; `URLError.fileDoesNotExist`, if there is no
  ///   such file; `URLError.fileIsDirectory`, if it is a directory.
  /// - **Threads**: delivers where the session calls back: on its delegate queue, which is not the main thread unless
  ///   the session was created so. Cancelling may be done on any thread, and cancels the task.
  ///
  /// - Parameters:
  ///   - request: The request to send, with the method that the server expects; its own body is ignored.
  ///   - file: The file with the body, read in chunks while the request is sent.
  /// - Returns: A publisher of the response; see `Publishers.UploadTaskPublisher`.
  /// - Complexity: O(*n*) memory, where *n* is the length of the response's body.
  @_disfavoredOverload
  public func uploadTaskPublisher(for request: URLRequest, fromFile file: URL)
    -> Publishers.UploadTaskPublisher
  {
    Publishers.UploadTaskPublisher(request: request, body: .file(file), session: self)
  }
}

/// A publisher that runs an upload task of a URL session for each subscriber, and delivers the response.
///
/// - **Demand**: the task starts at the first request for values of any size; nothing is buffered.
/// - **Completion**: finishes after the one value. Any response is a value: an HTTP status of 404 or 500 is no failure.
/// - **Failure**: the `URLError` of a task without a complete response; `URLError.fileDoesNotExist`, if there is no
///   such file; `URLError.fileIsDirectory`, if it is a directory. On Linux, a file that is truncated while it is sent
///   is detected only by the request's timeout.
/// - **Threads**: delivers where the session calls back: on its delegate queue, which is not the main thread unless the
///   session was created so. Cancelling may be done on any thread, and cancels the task.
/// - Complexity: O(*n*) memory, where *n* is the length of the response's body.
///
/// Redirects and challenges are answered as by ``URLSessionDataTaskPublisher``.
public struct URLSessionUploadTaskPublisher: Publisher, ReleasingPublisher, Sendable {
  /// The body of an upload.
  public enum Body: Sendable {
    /// Data in memory.
    case data(Data)

    /// The content of a file, read while it is sent.
    case file(URL)
  }

  /// The data of the response, empty if there was none, and the response.
  public typealias Output = (data: Data, response: URLResponse)

  /// The failure of a task; another kind of error becomes the underlying one of `URLError.unknown`.
  public typealias Failure = URLError

  /// The request that each task sends.
  public let request: URLRequest

  /// The request's body.
  public let body: Body

  /// The session that runs the tasks.
  public let session: URLSession

  /// Creates a publisher of the response to an upload.
  ///
  /// - Parameters:
  ///   - request: The request that each task sends, with the method that the server expects; its own body is ignored.
  ///   - body: The request's body.
  ///   - session: Runs the tasks. It must not have been invalidated when a subscriber requests the value.
  public init(request: URLRequest, body: Body, session: URLSession) {
    self.request = request
    self.body = body
    self.session = session
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    var exchange = Exchange(session: session) { [session, request, body] handler in
      switch body {
      case .data(let data):
        session.uploadTask(with: request, from: data, completionHandler: handler)
      case .file(let file):
        #if canImport(FoundationNetworking)
          session.dataTask(with: request.carrying(file), completionHandler: handler)
        #else
          session.uploadTask(with: request, fromFile: file, completionHandler: handler)
        #endif
      }
    }
    // Foundation for Linux (as of Swift 6.3) would send the header, and then wait for a body that it cannot read.
    if case .file(let file) = body { exchange.refusal = { file.refusalToUpload } }
    let subscription = ExchangeSubscription(
      "UploadTaskPublisher", exchange: exchange, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}

extension PublisherNames {
  /// ``URLSessionUploadTaskPublisher``, under a short name that a client's own type overrides.
  public typealias UploadTaskPublisher = URLSessionUploadTaskPublisher
}

#if canImport(FoundationNetworking)
  extension URLRequest {
    /// This request, with the content of a file as its body.
    ///
    /// Foundation for Linux (as of Swift 6.3) prefetches the file of an upload task, and traps if a chunk arrives just
    /// after the task was cancelled. It reads the chunks of a stream when it sends them. But it would send them with
    /// chunked encoding, and as a form, which not every server accepts: so the length is stated, and the conflicting
    /// header fields are blank, which makes libcurl omit them.
    fileprivate func carrying(_ file: URL) -> URLRequest {
      var request = self
      request.httpBodyStream = InputStream(url: file)
      request.setValue("\(file.contentLength ?? 0)", forHTTPHeaderField: "Content-Length")
      request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
      if value(forHTTPHeaderField: "Content-Type") == nil { request.setValue(" ", forHTTPHeaderField: "Content-Type") }
      return request
    }
  }
#endif

extension URL {
  /// The error if the content of this file cannot be uploaded.
  fileprivate var refusalToUpload: URLError? {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      return URLError(.fileDoesNotExist)
    }
    if isDirectory.boolValue { return URLError(.fileIsDirectory) }
    return FileManager.default.isReadableFile(atPath: path) ? nil : URLError(.noPermissionsToReadFile)
  }

  #if canImport(FoundationNetworking)
    fileprivate var contentLength: UInt64? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: resolvingSymlinksInPath().path)
      return (attributes?[.size] as? NSNumber)?.uint64Value ?? attributes?[.size] as? UInt64
    }
  #endif
}
