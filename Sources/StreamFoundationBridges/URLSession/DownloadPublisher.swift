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
  /// The request is sent by a session of its own that has this one's configuration, so that neither this session's
  /// delegate nor its connections nor its cache play a part; see `Publishers.DownloadTaskPublisher`.
  ///
  /// - Parameters:
  ///   - url: What to fetch.
  ///   - maxLength: How many bytes the file may have, at most: no limit unless you say otherwise, but nine tenths of what is
  ///     free on the disk when the response comes.
  /// - Returns: A publisher of the progress, then of the file, which the subscriber moves away or deletes.
  @_disfavoredOverload
  public func downloadTaskPublisher(for url: URL, maxLength: Int = .max) -> Publishers.DownloadTaskPublisher {
    downloadTaskPublisher(for: URLRequest(url: url), maxLength: maxLength)
  }

  /// Sends a request, and downloads the content of the answer into a file, once for each subscriber.
  ///
  ///     request       --!
  ///     downstream    ------p--p--p--(f|)
  ///
  /// The request is sent by a session of its own that has this one's configuration, so that neither this session's
  /// delegate nor its connections nor its cache play a part; see `Publishers.DownloadTaskPublisher`.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - maxLength: How many bytes the file may have, at most: no limit unless you say otherwise, but nine tenths of what is
  ///     free on the disk when the response comes.
  /// - Returns: A publisher of the progress, then of the file, which the subscriber moves away or deletes.
  @_disfavoredOverload
  public func downloadTaskPublisher(
    for request: URLRequest, maxLength: Int = .max
  ) -> Publishers.DownloadTaskPublisher {
    Publishers.DownloadTaskPublisher(request: request, configuration: configuration, maxLength: maxLength)
  }
}

/// What a download tells of itself.
public enum DownloadEvent: Sendable {
  /// How many bytes have been written, and how many there will be, if the server said so.
  case progress(received: Int64, expected: Int64?)

  /// The whole content is in a file, which belongs to the receiver: to be moved or deleted. The response is what it came
  /// with.
  case finished(file: URL, response: URLResponse)
}

/// A publisher that downloads the content that answers a request into a new file for each subscriber.
///
/// The file is in the temporary directory. The subscriber that receives ``DownloadEvent/finished(file:response:)`` moves it
/// away or deletes it; a download that fails, or is cancelled before that event has been delivered, deletes the file itself.
/// It takes at most nine tenths of what is free on the disk when the response comes. What others write meanwhile is looked at
/// every few mebibytes: at least 64 mebibytes stay free, or a tenth of what was free at first, if that is less.
///
/// - **Demand**: the request is sent at the first demand. Progress that is not asked for gives way to later progress,
///   and to the file, which waits for demand; the download goes on meanwhile.
/// - **Completion**: finishes after the file. Any answer of the server is a file: an HTTP status of 404 or 500 is no
///   failure.
/// - **Failure**: the `URLError` of a request that got no answer or not all of it; `URLError.dataLengthExceedsMaximum`, if
///   the content is longer than it may be, or the disk is nearly full; `URLError.cannotCreateFile` or
///   `URLError.cannotWriteToFile`, with the underlying error, if the file is the reason. On Linux, where a transfer cannot be
///   held back, a subscriber whose `receive(_:)` blocks until a gibibyte waits to be written gets
///   `URLError.dataLengthExceedsMaximum`, too, with an underlying ``BacklogTooLongError``.
/// - **Threads**: signals come on a queue of the subscription's own, where the file is written too. Cancelling may be
///   done on any thread, and closes the connection soon after: in milliseconds as a rule, in a second if other transfers
///   keep Foundation's one thread for all sessions busy. What comes until then is dropped.
public struct URLSessionDownloadTaskPublisher: Publisher, ReleasingPublisher, Sendable {
  /// Progress, and at last the file.
  public typealias Output = DownloadEvent

  /// The failure of the request; another kind of error becomes the underlying one of `URLError.unknown`.
  public typealias Failure = URLError

  /// What is sent for each subscriber.
  public let request: URLRequest

  /// How many bytes the file may have.
  public let maxLength: Int

  private let configuration: URLSessionConfiguration

  /// Creates a publisher of a download.
  ///
  /// - Parameters:
  ///   - request: What to send for each subscriber.
  ///   - configuration: How. Its cache is not used, and it must not be that of a background session.
  ///   - maxLength: How many bytes the file may have; not less than zero.
  public init(request: URLRequest, configuration: URLSessionConfiguration, maxLength: Int = .max) {
    precondition(maxLength >= 0, "A file has no negative length.")
    self.request = request
    self.maxLength = maxLength
    self.configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
  }

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == DownloadEvent, S.Failure == URLError {
    let subscription = TransferSubscription(
      "DownloadTaskPublisher", request: request, configuration: configuration,
      maxBacklog: URLSessionBytesPublisher.defaultMaxBacklog, maker: FileMaker(maxLength: maxLength),
      downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.attached()
  }
}

extension PublisherNames {
  /// ``URLSessionDownloadTaskPublisher``, under a short name that a client's own type overrides.
  public typealias DownloadTaskPublisher = URLSessionDownloadTaskPublisher
}

/// Writes the pieces of a body into a file, which it owns until it is delivered.
struct FileMaker: TransferElementMaker {
  static var isEager: Bool { true }

  private var response: URLResponse?
  private var file: (url: URL, handle: FileHandle)?
  private var received: Int64 = 0
  private let maxLength: Int
  private let freeSpace: @Sendable () -> Int?
  private var disk: DiskRoom?

  /// How many bytes this file may have.
  private var room = 0

  init(maxLength: Int, freeSpace: @escaping @Sendable () -> Int? = DiskRoom.temporary) {
    self.maxLength = maxLength
    self.freeSpace = freeSpace
  }

  mutating func take(_ response: URLResponse) throws(URLError) {
    // A response may come anew, after a redirection that the session did not follow by itself.
    abandon()
    self.response = response
    received = 0
    let disk = DiskRoom(of: freeSpace)
    self.disk = disk
    room = min(maxLength, disk.free.map { $0 - $0 / 10 } ?? .max)
    if response.expectedContentLength > room { throw URLError(.dataLengthExceedsMaximum) }
    // With the process in its name, so that what a program left behind that was killed can be told from what is in use.
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "download-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)")
    do {
      // Nobody else's file is written to, and nobody else reads this one.
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
