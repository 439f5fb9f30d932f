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
  /// - Parameters:
  ///   - request: What to send, with the method that the server expects; its own body is ignored.
  ///   - data: The body.
  /// - Returns: A publisher of what the server answers; see `Publishers.UploadTaskPublisher`.
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
  /// - Parameters:
  ///   - request: What to send, with the method that the server expects; its own body is ignored.
  ///   - file: The body: a file, which is read piece by piece when the request is sent.
  /// - Returns: A publisher of what the server answers; see `Publishers.UploadTaskPublisher`.
  @_disfavoredOverload
  public func uploadTaskPublisher(for request: URLRequest, fromFile file: URL)
    -> Publishers.UploadTaskPublisher
  {
    Publishers.UploadTaskPublisher(request: request, body: .file(file), session: self)
  }
}

/// A publisher that runs an upload task of a URL session for each subscriber, and delivers the server's answer.
///
/// - **Demand**: the task starts at the first request for values, whatever its size; nothing is buffered.
/// - **Completion**: finishes after the one value. Any answer of the server is a value: an HTTP status of 404 or 500 is
///   no failure.
/// - **Failure**: the `URLError` of a task that got no answer, or not all of it; `URLError.fileDoesNotExist`, if
///   there is no such file; `URLError.fileIsDirectory`, if it is a folder. A file that is cut short while it is sent
///   is found out by the request's timeout alone, on Linux.
/// - **Threads**: signals come where the session calls back: on its delegate queue, which is not the main thread unless
///   the session was made so. Cancelling may be done on any thread, and cancels the task.
public struct URLSessionUploadTaskPublisher: Publisher, ReleasingPublisher, Sendable {
  /// What a request carries.
  public enum Body: Sendable {
    /// Data in memory.
    case data(Data)

    /// The content of a file, read while it is sent.
    case file(URL)
  }

  /// What the server answered, empty if it was nothing, and the response it came with.
  public typealias Output = (data: Data, response: URLResponse)

  /// The failure of a task; another kind of error becomes the underlying one of `URLError.unknown`.
  public typealias Failure = URLError

  /// What each task sends.
  public let request: URLRequest

  /// The request's body.
  public let body: Body

  /// The session that runs the tasks.
  public let session: URLSession

  /// Creates a publisher of what a server answers to an upload.
  ///
  /// - Parameters:
  ///   - request: What each task sends, with the method that the server expects; its own body is ignored.
  ///   - body: The request's body.
  ///   - session: Runs the tasks. It must not have been invalidated when a subscriber asks for the value.
  public init(request: URLRequest, body: Body, session: URLSession) {
    self.request = request
    self.body = body
    self.session = session
  }

  /// Attaches `subscriber`.
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
    // Foundation for Linux (as of Swift 6.3) sends the head, and then waits for a body that it cannot read.
    if case .file(let file) = body { exchange.refusal = { file.refusalToUpload } }
    let subscription = ExchangeSubscription(
      "UploadTaskPublisher", exchange: exchange, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.attached()
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
    /// Foundation for Linux (as of Swift 6.3) reads the file of an upload task ahead, and ends the process if a piece comes
    /// when the task has just been cancelled. The pieces of a stream it takes when it sends them. It would send them in
    /// chunks, and as a form, which not every server takes: so the length is stated, and the fields that would say the
    /// opposite are blank, which libcurl leaves out.
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
  /// Why the content of this file cannot be uploaded, if that is so.
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
