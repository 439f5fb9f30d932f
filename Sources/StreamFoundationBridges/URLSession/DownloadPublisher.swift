public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Downloads the content of a URL into a file, once for each subscriber.
  ///
  ///     request       --!
  ///     downstream    ------p--p--p--(f|)
  ///
  /// The request is sent by a private session with this one's configuration, without this session's delegate,
  /// connections or cache; see `Publishers.DownloadTaskPublisher`.
  ///
  /// - **Demand**: the request is sent at the first demand. Progress without demand is replaced by later progress, and
  ///   by the file, which waits for demand; the download continues in the meantime.
  /// - **Completion**: finishes after the file. Any response is a file: an HTTP status of 404 or 500 is no failure.
  /// - **Failure**: the `URLError` of a request without a complete response; `URLError.dataLengthExceedsMaximum`, if
  ///   the body is too long or the disk nearly full; `URLError.cannotCreateFile` or `URLError.cannotWriteToFile`, if
  ///   the file is the reason.
  /// - **Threads**: delivers on a queue of the subscription's own, which also writes the file. Cancelling may be done
  ///   on any thread, and deletes a file that has not been delivered.
  ///
  /// - Parameters:
  ///   - url: The URL to fetch.
  ///   - maxLength: The largest size of the file in bytes; unlimited by default, except for nine tenths of the free
  ///     disk space when the response arrives.
  /// - Returns: A publisher of the progress, then of the file, which the subscriber must move or delete.
  @_disfavoredOverload
  public func downloadTaskPublisher(for url: URL, maxLength: Int = .max) -> Publishers.DownloadTaskPublisher {
    downloadTaskPublisher(for: URLRequest(url: url), maxLength: maxLength)
  }

  /// Sends a request, and downloads the body of the response into a file, once for each subscriber.
  ///
  ///     request       --!
  ///     downstream    ------p--p--p--(f|)
  ///
  /// The request is sent by a private session with this one's configuration, without this session's delegate,
  /// connections or cache; see `Publishers.DownloadTaskPublisher`.
  ///
  /// - **Demand**: the request is sent at the first demand. Progress without demand is replaced by later progress, and
  ///   by the file, which waits for demand; the download continues in the meantime.
  /// - **Completion**: finishes after the file. Any response is a file: an HTTP status of 404 or 500 is no failure.
  /// - **Failure**: the `URLError` of a request without a complete response; `URLError.dataLengthExceedsMaximum`, if
  ///   the body is too long or the disk nearly full; `URLError.cannotCreateFile` or `URLError.cannotWriteToFile`, if
  ///   the file is the reason.
  /// - **Threads**: delivers on a queue of the subscription's own, which also writes the file. Cancelling may be done
  ///   on any thread, and deletes a file that has not been delivered.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - maxLength: The largest size of the file in bytes; unlimited by default, except for nine tenths of the free
  ///     disk space when the response arrives.
  /// - Returns: A publisher of the progress, then of the file, which the subscriber must move or delete.
  @_disfavoredOverload
  public func downloadTaskPublisher(
    for request: URLRequest, maxLength: Int = .max
  ) -> Publishers.DownloadTaskPublisher {
    Publishers.DownloadTaskPublisher(request: request, configuration: configuration, maxLength: maxLength)
  }
}

/// An event of a download.
public enum DownloadEvent: Sendable {
  /// The number of bytes written, and the total if the server stated it.
  case progress(received: Int64, expected: Int64?)

  /// The complete content is in a file, which belongs to the receiver: it must be moved or deleted.
  case finished(file: URL, response: URLResponse)
}

/// A publisher that downloads the body of a response into a new file for each subscriber.
///
/// The file is in the temporary directory. The subscriber that receives ``DownloadEvent/finished(file:response:)`` must
/// move or delete it; a download that fails, or is cancelled before that event is delivered, deletes the file itself.
/// It takes at most nine tenths of the free disk space when the response arrives. Writes by others are checked for
/// every few mebibytes: at least 64 mebibytes stay free, or a tenth of the initial free space if that is less.
///
/// - **Demand**: the request is sent at the first demand. Progress without demand is replaced by later progress, and by
///   the file, which waits for demand; the download continues in the meantime.
/// - **Completion**: finishes after the file. Any response is a file: an HTTP status of 404 or 500 is no failure.
/// - **Failure**: the `URLError` of a request without a complete response; `URLError.dataLengthExceedsMaximum`, if the
///   body is too long or the disk nearly full; `URLError.cannotCreateFile` or `URLError.cannotWriteToFile`, with the
///   underlying error, if the file is the reason. On Linux, where a transfer cannot be suspended, a subscriber whose
///   `receive(_:)` blocks until the backlog exceeds a gibibyte also gets `URLError.dataLengthExceedsMaximum`, with an
///   underlying ``BacklogTooLongError``.
/// - **Threads**: signals are delivered on a queue of the subscription's own, which also writes the file. Cancelling
///   may be done on any thread, and closes the connection soon after: usually within milliseconds, within a second if
///   other transfers keep Foundation's single thread for all sessions busy. Data received until then is dropped.
///
/// A redirect to another scheme, host or port goes without `Authorization`, `Proxy-Authorization` and `Cookie`.
public struct URLSessionDownloadTaskPublisher: Publisher, ReleasingPublisher, Sendable {
  /// Progress, and finally the file.
  public typealias Output = DownloadEvent

  /// The failure of the request; another kind of error becomes the underlying one of `URLError.unknown`.
  public typealias Failure = URLError

  /// The request sent for each subscriber.
  public let request: URLRequest

  /// The largest size of the file in bytes.
  public let maxLength: Int

  private let configuration: URLSessionConfiguration

  /// Creates a publisher of a download.
  ///
  /// - Parameters:
  ///   - request: The request sent for each subscriber.
  ///   - configuration: The configuration of the session. Its cache is not used; it must not be that of a background
  ///     session.
  ///   - maxLength: The largest size of the file in bytes; not negative.
  public init(request: URLRequest, configuration: URLSessionConfiguration, maxLength: Int = .max) {
    precondition(maxLength >= 0, "A file has no negative length.")
    self.request = request
    self.maxLength = maxLength
    self.configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == DownloadEvent, S.Failure == URLError {
    let subscription = TransferSubscription(
      "DownloadTaskPublisher", request: request, configuration: configuration,
      maxBacklog: URLSessionBytesPublisher.defaultMaxBacklog, maker: FileMaker(maxLength: maxLength),
      downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}

extension PublisherNames {
  /// ``URLSessionDownloadTaskPublisher``, under a short name that a client's own type overrides.
  public typealias DownloadTaskPublisher = URLSessionDownloadTaskPublisher
}

/// Writes the chunks of a body to a file, which it owns until it is delivered.
struct FileMaker: TransferElementMaker {
  static var isEager: Bool { true }

  private var response: URLResponse?
  private var file: (url: URL, handle: FileHandle)?
  private var received: Int64 = 0
  private let maxLength: Int
  private let freeSpace: @Sendable () -> Int?
  private var disk: DiskRoom?

  /// The remaining size of this file in bytes.
  private var room = 0

  init(maxLength: Int, freeSpace: @escaping @Sendable () -> Int? = DiskRoom.temporary) {
    self.maxLength = maxLength
    self.freeSpace = freeSpace
  }

  mutating func take(_ response: URLResponse) throws(URLError) {
    // There may be another response, after a redirect that the session did not follow by itself.
    abandon()
    self.response = response
    received = 0
    let disk = DiskRoom(of: freeSpace)
    self.disk = disk
    room = min(maxLength, disk.free.map { $0 - $0 / 10 } ?? .max)
    if response.expectedContentLength > room { throw URLError(.dataLengthExceedsMaximum) }
    // The name contains the process identifier, to tell leftovers of a killed program from files in use.
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "download-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)")
    do {
      // Create the file exclusively, readable by this user only.
      try Data().write(to: url, options: .withoutOverwriting)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
      file = (url, try FileHandle(forWritingTo: url))
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw URLError(.cannotCreateFile, userInfo: [NSUnderlyingErrorKey: error])
    }
  }

  mutating func take(_ data: Data) throws(URLError) -> DownloadEvent {
    guard received + Int64(data.count) <= room, disk?.admits(data.count) != false else {
      throw URLError(.dataLengthExceedsMaximum)
    }
    do {
      try file?.handle.write(contentsOf: data)
    } catch {
      throw URLError(.cannotWriteToFile, userInfo: [NSUnderlyingErrorKey: error])
    }
    received += Int64(data.count)
    let expected = response?.expectedContentLength ?? -1
    return .progress(received: received, expected: expected < 0 ? nil : expected)
  }

  mutating func finish() throws(URLError) -> DownloadEvent? {
    guard let file, let response else { throw URLError(.badServerResponse) }
    do {
      try file.handle.close()
    } catch {
      throw URLError(.cannotCloseFile, userInfo: [NSUnderlyingErrorKey: error])
    }
    return .finished(file: file.url, response: response)
  }

  mutating func willDeliver(_ element: DownloadEvent) {
    if case .finished = element { file = nil }
  }

  mutating func abandon() {
    guard let (url, handle) = file.take() else { return }
    try? handle.close()
    try? FileManager.default.removeItem(at: url)
  }
}
