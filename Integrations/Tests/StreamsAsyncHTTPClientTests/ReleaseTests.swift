import AsyncHTTPClient
import IntegrationTestSupport
import NIOCore
import NIOHTTP1
import StreamCore
import StreamTesting
import StreamsAsyncHTTPClient
import Testing

@Suite("What has ended of HTTP", .generous)
struct ReleaseTests {
  // In a process of its own: other tests have threads and descriptors, too.
  @Test("Exchanges that have finished, failed and were cancelled leave no thread and no descriptor behind")
  func leavesNothing() async {
    await #expect(processExitsWith: .success) {
      try await Resources.expectNothingLeft(by: use)
    }
  }

  @Test("Servers that are not there, cut off, talk nonsense and leave in the middle of an upload leave none behind")
  func leavesNothingAfterFaults() async {
    await #expect(processExitsWith: .success) {
      try await Resources.expectNothingLeft(by: meetFaults)
    }
  }
}

private func use() async throws {
  let whole = try await RawServer.start { $0.say("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello") }
  let partly = try await RawServer.start { $0.say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello") }
  let client = HTTPClient(eventLoopGroupProvider: .singleton)
  let request = try HTTPClient.Request(url: "http://127.0.0.1:\(whole.port)/")
  let open = try HTTPClient.Request(url: "http://127.0.0.1:\(partly.port)/", method: .POST)

  let finished = client.bytesPublisher(for: request).record()
  let refused = client.bytesPublisher(for: request) { _ in false }.record()
  let timedOut = client.bytesPublisher(for: open, timeout: .milliseconds(50)).record()
  let chunks = ScriptedPublisher<ByteBuffer, Never>()
  let cancelled = client.bytesPublisher(for: open, uploading: HTTPUpload(of: chunks)).record()
  try await eventually("They did not end.") {
    finished.isFinished && refused.failure != nil && timedOut.failure != nil && chunks.demand != .none
  }
  cancelled.cancel()
  try await eventually("The upload was not cancelled.") { chunks.isCancelled }
  // It is released with its body.
  _ = await client.responsePublisher(for: request).expectsOne(timeout: 60)
  try await client.shutdown()
  await whole.stop()
  await partly.stop()
}

private func meetFaults() async throws {
  var configuration = HTTPClient.Configuration()
  configuration.connectionPool.retryConnectionEstablishment = false
  let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  for answer in [
    "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", "HTTP/1.1 200 OK\r\nContent-Le", "SMTP/1.1 200 OK\r\n\r\n",
  ] {
    let server = try await RawServer.start { channel in
      channel.writeAndFlush(ByteBuffer(string: answer)).whenComplete { _ in channel.close(promise: nil) }
    }
    let request = try HTTPClient.Request(url: "http://127.0.0.1:\(server.port)/")
    _ = await client.bytesPublisher(for: request).expectsFailure()
    let upload = try HTTPClient.Request(url: request.url, method: .POST)
    let chunks = ScriptedPublisher<ByteBuffer, Never>()
    let recorder = client.bytesPublisher(for: upload, uploading: HTTPUpload(of: chunks)).record()
    try await eventually("It did not fail.") { recorder.failure != nil }
    await server.stop()
    _ = await client.bytesPublisher(for: request).expectsFailure()
  }
  try await client.shutdown()
}
