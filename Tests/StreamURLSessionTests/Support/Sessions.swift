import Foundation
import StreamCore
import StreamURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that always answers the same, and a session of its own, for as long as `body` runs.
func withServer<Result>(
  _ answer: Answer = .json(#"{"valid":true}"#), isolation: isolated (any Actor)? = #isolation,
  _ body: (LoopbackServer, URLSession) async throws -> Result
) async throws -> Result {
  try await withServer(answering: { _ in answer }, body)
}

/// A server and a session of its own, for as long as `body` runs.
///
/// - Parameters:
///   - answer: Says what each request is answered. It runs on the server's thread.
///   - maxConnections: How many connections the session may have at once.
///   - isolation: Where `body` runs: where the caller does.
///   - body: Talks to the server. No task of its may be left when it returns.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or why no server could be started.
func withServer<Result>(
  answering answer: @escaping @Sendable (Request) -> Answer, maxConnections: Int = 6,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (LoopbackServer, URLSession) async throws -> Result
) async throws -> Result {
  try await LoopbackServer.run(answering: answer) { server in
    let configuration = URLSessionConfiguration.patient
    configuration.httpMaximumConnectionsPerHost = maxConnections
    let end = SessionEnd()
    let session = URLSession(configuration: configuration, delegate: end, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let result = try await body(server, session)
    session.finishTasksAndInvalidate()
    #expect(await end.hasCome.wait { $0 }, "A task is left.")
    return result
  }
}

/// Learns of the end of a session, which comes when its last task has ended.
final class SessionEnd: NSObject, URLSessionDelegate, Sendable {
  let hasCome = Watched(false)

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    hasCome.update { $0 = true }
  }
}

extension URLSession {
  /// Waits until no task is left, as far as the session knows.
  ///
  /// - Returns: Whether that came to be, within as long as a busy machine may need.
  func hasNoTask() async throws -> Bool {
    for _ in 0..<12_000 {
      let count = await withCheckedContinuation { continuation in
        getAllTasks { continuation.resume(returning: $0.count) }
      }
      if count == 0 { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}

extension LoopbackServer {
  /// A publisher of what a path of this server answers, made in the way that compiles on every platform.
  func publisher(_ path: String = "/", session: URLSession) throws -> Publishers.DataTaskPublisher {
    Publishers.DataTaskPublisher(request: URLRequest(url: try url(path)), session: session)
  }

  /// Makes a whole exchange with this server. What the session was told to do before has been done by then, and what it
  /// was told not to do would show.
  func exchangeAnother(session: URLSession) async throws -> [Recorder.Signal] {
    let recorder = Recorder()
    try publisher("/another", session: session).subscribe(recorder)
    return await recorder.signalsUntilCompletion()
  }
}

extension Recorder.Signal {
  /// What the server answers, unless it is told otherwise.
  static let valid = value(status: 200, body: #"{"valid":true}"#)
}
