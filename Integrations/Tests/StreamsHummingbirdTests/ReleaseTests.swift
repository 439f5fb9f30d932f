import AsyncHTTPClient
import Hummingbird
import IntegrationTestSupport
import NIOCore
import NIOHTTP1
import StreamCore
import StreamTesting
import StreamsAsyncHTTPClient
import StreamsHummingbird
import Testing

@Suite("What has ended of a server", .generous)
struct ReleaseTests {
  // In a process of its own: other tests have threads and descriptors, too.
  @Test(
    "Responses and requests that have finished, failed and were cancelled leave no task, thread or descriptor behind")
  func leavesNothing() async {
    await #expect(processExitsWith: .success) {
      try await Resources.expectNothingLeft(rounds: 5, by: use)
    }
  }
}

// A server ends when its tasks have: it waits for them.
private func use() async throws {
  let events = ScriptedPublisher<ServerSentEvent, Never>()
  try await withServer { router in
    router.get("whole") { _, context in
      Response(status: .ok, body: ResponseBody(publisher: Just(ByteBuffer(string: "whole")), on: context.eventLoop))
    }
    router.get("fails") { _, _ in
      Response(status: .ok, body: ResponseBody(publisher: Fail<ByteBuffer, TestError>(error: TestError("broken"))))
    }
    router.get("events") { request, _ in Response.events(for: request) { _ in events } }
    router.post("refused") { request, _ in
      let failure = await request.bodyPublisher(maxSize: 1).expectsFailure()
      guard case .tooLarge? = failure else { return Response(status: .internalServerError) }
      return Response(status: .contentTooLarge)
    }
  } _: { address in
    let client = HTTPClient(eventLoopGroupProvider: .singleton)
    func request(_ path: String) throws -> HTTPClient.Request { try HTTPClient.Request(url: "\(address)/\(path)") }
    let chunks = await client.bytesPublisher(for: try request("whole")).expectsAll(timeout: 60)
    #expect(chunks.map { String(buffer: $0) } == ["whole"])
    _ = await client.bytesPublisher(for: try request("fails")).expectsFailure()
    let listening = client.bytesPublisher(for: try request("events")).record()
    try await eventually("Nothing was asked for.") { events.demand != .none }
    listening.cancel()
    try await eventually("It was not cancelled.") { events.isCancelled }
    let upload = try HTTPClient.Request(url: "\(address)/refused", method: .POST, body: .string("too long"))
    let response = await client.responsePublisher(for: upload).expectsOne(timeout: 60)
    #expect(response?.head.status == .payloadTooLarge)
    try await client.shutdown()
  }
}
