import Foundation
import IntegrationTestSupport
import StreamConcurrency
import StreamCore
import StreamFiltering
import StreamTesting
import StreamsNATS
import Testing

@Suite("What has ended", .timeLimit(.minutes(3)))
struct ReleaseTests {
  // In a process of its own: other tests have threads and descriptors, too.
  @Test("Leaves no thread and no descriptor behind")
  func leavesNothing() async {
    await #expect(processExitsWith: .success) {
      let server = try NATSServer()
      defer { server.stop() }
      // The library's own threads stay for the life of the process.
      try await useClient(of: server)
      // Requests that were open are forgotten after six seconds.
      try await Task.sleep(for: .seconds(8))
      let before = Resources()
      for _ in 0..<5 { try await useClient(of: server) }
      try await eventually("\(before) and not \(Resources())", patience: .seconds(60)) {
        let now = Resources()
        return now.threads <= before.threads && now.descriptors <= before.descriptors
      }
    }
  }
}

private func useClient(of server: NATSServer) async throws {
  let client = JetStream(servers: [server.url])
  try await client.createStream(StreamConfiguration("LOG", subjects: ["log.>"]))
  _ = try await numbers(0..<100).publish(to: client.stream("LOG")).allValues
  _ = try await client.consumer("c", of: "LOG").prefix(10).allValues
  _ = try await client.replay(of: "LOG", endsAtNewest: true).allValues
  let cancelled = client.consumer("d", of: "LOG").record(demand: .max(1))
  try await eventually { cancelled.values.count == 1 }
  cancelled.cancel()
  // It is not closed: the last reference goes here.
}

/// What the process has open.
private struct Resources: Equatable {
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
}
