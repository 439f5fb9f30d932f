import Dispatch
import Foundation
import Streams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where a closure ran.
nonisolated enum Place: String, Sendable {
  case main = "main actor"
  case ownActor = "its actor"
  case queue = "its queue"
  case elsewhere = "where the value came from"
}

/// Collects where closures ran. The class is a client's own, so it has no lock of the toolkit's.
nonisolated final class Log: @unchecked Sendable {
  private let queue = DispatchQueue(label: "log")
  private var places: [Place] = []

  init() {}

  func add(_ place: Place) {
    queue.sync { places.append(place) }
  }

  /// Notes where the caller is: on the main queue, on one that a class has for itself, or on neither.
  func note() {
    add(isOnMain() ? .main : DispatchQueue.getSpecific(key: ownMark) != nil ? .queue : .elsewhere)
  }

  var all: Set<Place> { queue.sync { Set(places) } }

  var count: Int { queue.sync { places.count } }
}

nonisolated private let mark: DispatchSpecificKey<Void> = {
  let mark = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: mark, value: ())
  return mark
}()

nonisolated func isOnMain() -> Bool {
  DispatchQueue.getSpecific(key: mark) != nil
}

nonisolated private let ownMark = DispatchSpecificKey<Void>()

/// A queue that a class has for itself.
nonisolated func ownQueue() -> DispatchQueue {
  let queue = DispatchQueue(label: "own")
  queue.setSpecific(key: ownMark, value: ())
  return queue
}

/// Whether what is not marked belongs to the main actor, as in the modes 6M and 6A.
func isMainByDefault() -> Bool {
  #isolation === MainActor.shared
}

/// Runs work on a thread that is no actor's, and waits for it.
nonisolated func elsewhere(_ work: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "elsewhere").async {
      work()
      continuation.resume()
    }
  }
}

/// Waits until a number of closures have run.
nonisolated func wait(for count: Int, in log: Log) async {
  while log.count < count { await Task.yield() }
}

/// A session whose requests are answered with a user, without a server.
nonisolated func answeringSession() -> URLSession {
  let configuration = URLSessionConfiguration.ephemeral
  configuration.protocolClasses = [Answer.self]
  return URLSession(configuration: configuration)
}

nonisolated private final class Answer: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard
      let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(#"{"id": 7}"#.utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
