import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("dataTaskPublisher: failure", .timeLimit(.generous))
struct DataTaskFailureTests {
  @Test("A refused connection is a failure")
  func refusedConnection() async throws {
    let recorder = Recorder()
    let session = URLSession(configuration: .patient)
    defer { session.finishTasksAndInvalidate() }
    // Held without listening, so that no other process can listen there.
    let (descriptor, port) = try SystemSockets.open()
    defer { close(descriptor) }
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    Publishers.DataTaskPublisher(request: URLRequest(url: url), session: session).subscribe(recorder)
    #expect(await recorder.signalsUntilCompletion() == [.subscribed, .failed(.cannotConnectToHost)])
  }

  @Test("A connection that breaks within the body is a failure, and the part received is no value")
  func connectionDroppedInBody() async throws {
    try await withServer(.dropped(after: #"{"val"#, of: 14)) { server, session in
      let recorder = Recorder()
      try server.publisher(session: session).subscribe(recorder)
      let signals = await recorder.signalsUntilCompletion()
      expectEqual(signals.count, 2)
      expectEqual(signals.last?.isFailure, true)
    }
  }

  @Test("A connection that breaks without a response is a failure")
  func connectionDroppedBeforeAnswer() async throws {
    try await withServer(.raw("")) { server, session in
      let recorder = Recorder()
      try server.publisher(session: session).subscribe(recorder)
      let signals = await recorder.signalsUntilCompletion()
      expectEqual(signals.count, 2)
      expectEqual(signals.last?.isFailure, true)
    }
  }

  @Test("A response that is not HTTP is a failure")
  func malformedAnswer() async throws {
    try await withServer(.raw("What?\r\n\r\n")) { server, session in
      let recorder = Recorder()
      try server.publisher(session: session).subscribe(recorder)
      let signals = await recorder.signalsUntilCompletion()
      expectEqual(signals.count, 2)
      expectEqual(signals.last?.isFailure, true)
    }
  }

  @Test("A task cancelled by other code fails with URLError.cancelled")
  func sessionInvalidated() async throws {
    try await withServer(.json("{}").held) { server, session in
      let recorder = Recorder()
      try server.publisher(session: session).subscribe(recorder)
      #expect(await server.log.wait { $0.requests.count == 1 })
      session.invalidateAndCancel()
      #expect(await recorder.signalsUntilCompletion() == [.subscribed, .failed(.cancelled)])
    }
  }

  @Test("A URLError is passed on unchanged")
  func keepsURLError() {
    let error = URLError(orWrapping: URLError(.timedOut, userInfo: ["why": "slow"]))
    expectEqual(error.code, .timedOut)
    expectEqual(error.userInfo["why"] as? String, "slow")
  }

  @Test("An NSError of the URL domain becomes its URLError")
  func bridgesNSError() {
    let error = URLError(orWrapping: NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut, userInfo: ["why": 1]))
    expectEqual(error.code, .timedOut)
    expectEqual(error.userInfo["why"] as? Int, 1)
  }

  @Test("Any other error becomes the underlying error of URLError.unknown")
  func wrapsOtherErrors() {
    struct Other: Error, Equatable {}
    let error = URLError(orWrapping: Other())
    expectEqual(error.code, .unknown)
    expectEqual(error.userInfo[NSUnderlyingErrorKey] as? Other, Other())
  }

  @Test("A task without error and response fails with URLError.unknown")
  func wrapsNothing() {
    expectEqual(URLError(orWrapping: nil).code, .unknown)
  }
}
