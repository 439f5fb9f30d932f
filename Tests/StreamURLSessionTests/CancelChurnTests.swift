import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each test has a process of its own, since what it looks for ends the process. `STREAMS_FULL=1` repeats it 10,000
/// times.
@Suite("URLSession publishers: cancels at random moments", .serialized, .timeLimit(.generous))
struct CancelChurnTests {
  @Test("A cancel that crosses a redirect crashes nothing, and leaves no task")
  func redirects() async {
    await #expect(processExitsWith: .success) { try await cancelMany(.redirects) }
  }

  @Test("A cancel that crosses an authentication challenge crashes nothing, and leaves no task")
  func challenge() async {
    await #expect(processExitsWith: .success) { try await cancelMany(.challenge) }
  }

  @Test("A cancel that crosses an upload crashes nothing, and leaves no task")
  func upload() async {
    await #expect(processExitsWith: .success) { try await cancelMany(.upload) }
  }

  @Test("A cancel that crosses a slow response head crashes nothing, and leaves no task")
  func slowHead() async {
    await #expect(processExitsWith: .success) { try await cancelMany(.slowHead) }
  }
}

/// What a task is cancelled in.
private enum Scene {
  case redirects, challenge, upload, slowHead

  /// Plays the server's part.
  @Sendable
  func serve(_ client: StreamingServer.Client) {
    switch self {
    case .redirects:
      client.send("HTTP/1.1 302 Found\r\nLocation: /on\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    case .challenge:
      client.send("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"sea\"\r\nContent-Length: 2\r\n")
      client.send("Connection: close\r\n\r\nno")
    case .upload:
      let head = String(decoding: client.request, as: UTF8.self).components(separatedBy: "\r\n\r\n")[0]
      var rest = head.utf8.count + 4 + uploadLength - client.request.count
      while rest > 0 {
        let count = client.read().count
        guard count > 0 else { return }
        rest -= count
      }
      client.sendHead(length: 2)
      client.send("ok")
    case .slowHead:
      for byte in "HTTP/1.1 200 Slow\r\nX-Long: 0123456789\r\nContent-Length: 2\r\n\r\nok".utf8 {
        guard client.send([byte]) else { return }
        Thread.sleep(forTimeInterval: 0.000_05)
      }
    }
  }
}

private let uploadLength = 300_000

/// Every kind of task.
private enum Kind: CaseIterable {
  case bytes, download, data, uploadOfData, uploadOfFile, webSocket

  func start(
    _ server: StreamingServer, by session: URLSession, file: URL, path: String, onEnd: @escaping @Sendable () -> Void
  ) throws -> AnyCancellable {
    var request = URLRequest(url: try server.url(path))
    switch self {
    case .bytes:
      return session.bytesPublisher(for: request).ignored(onEnd: onEnd)
    case .download:
      return session.downloadTaskPublisher(for: request).ignored(onEnd: onEnd) { event in
        if case .finished(let file, _) = event { try? FileManager.default.removeItem(at: file) }
      }
    case .data:
      return Publishers.DataTaskPublisher(request: request, session: session).ignored(onEnd: onEnd)
    case .uploadOfData:
      request.httpMethod = "POST"
      return session.uploadTaskPublisher(for: request, from: Data(count: uploadLength)).ignored(onEnd: onEnd)
    case .uploadOfFile:
      request.httpMethod = "POST"
      return session.uploadTaskPublisher(for: request, fromFile: file).ignored(onEnd: onEnd)
    case .webSocket:
      return session.webSocketPublisher(for: try server.url(path, scheme: "ws")).ignored(onEnd: onEnd)
    }
  }
}

extension Publisher {
  fileprivate func ignored(
    onEnd: @escaping @Sendable () -> Void, _ onValue: @escaping @Sendable (Output) -> Void = { _ in }
  ) -> AnyCancellable {
    sink(receiveCompletion: { _ in onEnd() }, receiveValue: onValue)
  }
}

/// What has become of a task.
private final class Progress: Sendable {
  private let state = Box((hasCome: false, hasEnded: false))
  private let news = DispatchSemaphore(value: 0)

  /// Whether the server knows of the task, which has not ended.
  var isUnderWay: Bool { state.value == (true, false) }

  func hasCome() {
    state.update { $0.hasCome = true }
    news.signal()
  }

  func hasEnded() {
    state.update { $0.hasEnded = true }
    news.signal()
  }

  func waitForNews() -> Bool { news.waitPatiently() }
}

/// Cancels tasks of every kind, from several threads, at random moments: half of the time counted from the start, half
/// from when the server has the request, which on any machine is in the middle of the scene.
private func cancelMany(_ scene: Scene) async throws {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
  try Data(count: uploadLength).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  // The server keeps a thread for each connection until it stops.
  let (batch, threads) = (100, 4)
  let crossings = Box(0)
  let batches = repetitions(400, full: 10_000) / batch
  for _ in 0..<batches {
    let tasks = (0..<batch).map { _ in Progress() }
    try await StreamingServer.run { client in
      // A redirect goes on elsewhere.
      let path = String(decoding: client.request, as: UTF8.self).split(separator: " ").dropFirst().first
      if let path, let number = Int(path.dropFirst()) { tasks[number].hasCome() }
      scene.serve(client)
    } _: { server in
      let end = SessionEnd()
      let session = URLSession(configuration: .patient, delegate: end, delegateQueue: nil)
      concurrently(threads) { thread in
        for round in 0..<batch / threads {
          let kind = Kind.allCases[(round + thread) % Kind.allCases.count]
          let (number, waits) = (round * threads + thread, round / Kind.allCases.count % 2 == 0)
          let progress = tasks[number]
          let task = try? kind.start(
            server, by: session, file: file, path: "/\(number)", onEnd: progress.hasEnded)
          if waits { expect(progress.waitForNews(), "The task neither comes to the server nor ends.") }
          Thread.sleep(forTimeInterval: .random(in: 0...(waits ? 0.002 : 0.004)))
          if progress.isUnderWay { crossings.increment() }
          task?.cancel()
        }
      }
      session.finishTasksAndInvalidate()
      #expect(await end.hasCome.wait { $0 }, "A task is left.")
      #expect(await server.log.wait { $0.openConnections == 0 })
      // Of those that wait for the server, all connect but WebSockets, which may be unsupported.
      expect(server.log.value.connections >= batch / 4)
    }
  }
  // Half of the cancels aim at the scene; on a machine that stops and goes many come late.
  expect(crossings.value >= batches * batch / 10, "\(crossings.value) cancels have met their scene.")
}
