import IntegrationTestSupport
import NIOCore
import NIOPosix
import StreamCore
import StreamTesting
import StreamsNIO
import Testing

@Suite("What has ended", .generous)
struct ReleaseTests {
  // In processes of their own: other tests have threads and descriptors, too.
  @Test("Streams that have finished, failed and were cancelled leave no thread and no descriptor behind")
  func leavesNothing() async {
    await #expect(processExitsWith: .success) {
      try await Resources.expectNothingLeft(by: use)
    }
  }

  @Test("Many connections leave no thread and no descriptor behind; their sockets are closed at once")
  func manyConnections() async {
    await #expect(processExitsWith: .success) {
      try await Resources.expectNothingLeft(rounds: 20) {
        let port = try await talk()
        try await eventually("Sockets were left.") { openSockets(ofPort: port) == 0 }
      }
    }
  }
}

private func use() async throws {
  let ends = try await Loopback.connect()
  let writing = [ByteBuffer(string: "hello")].publisher.write(to: ends.client)
  let (received, cancelled) = (ends.atServer.record(), ends.atClient.record())
  try await eventually("It did not finish.") { received.isFinished }
  cancelled.cancel()
  withExtendedLifetime(writing) {}
  await ends.close()

  var configuration = WebSocketConfiguration()
  configuration.pingInterval = .milliseconds(5)
  let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0, configuration: configuration)
  let accepting = server.connections.record(demand: .max(2))
  let port = server.localAddress?.port ?? 0
  let closed = try await WebSocketConnection.connect(host: "127.0.0.1", port: port, configuration: configuration)
  let left = try await WebSocketConnection.connect(host: "127.0.0.1", port: port, configuration: configuration)
  try await eventually("They were not accepted.") { accepting.values.count == 2 }
  let recorders = (accepting.values + [closed, left]).map { $0.messages.record() }
  try await closed.send(.text("hello"))
  await closed.close()
  recorders[3].cancel()
  try await left.channel.closeFuture.get()
  try await eventually("They did not end.") { recorders.prefix(3).allSatisfy { !$0.completions.isEmpty } }
  _ = try? await WebSocketConnection.connect(host: "127.0.0.1", port: 1, configuration: configuration)
  accepting.cancel()
  try await server.channel.closeFuture.get()
}

/// - Returns: The port.
private func talk() async throws -> Int {
  let ends = try await Loopback.connect()
  let port = ends.server.localAddress?.port ?? 0
  #expect(openSockets(ofPort: port) == 2)
  let writing = Array(repeating: ByteBuffer(repeating: 7, count: 100), count: 10).publisher.write(to: ends.client)
  let recorder = ends.atServer.record()
  try await eventually("It did not finish.") { recorder.isFinished }
  withExtendedLifetime(writing) {}
  await ends.close()
  return port
}
