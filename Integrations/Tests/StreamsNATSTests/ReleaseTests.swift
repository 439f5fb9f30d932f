import Foundation
import IntegrationTestSupport
import StreamConcurrency
import StreamCore
import StreamFiltering
import StreamTesting
import StreamsNATS
import Testing

@Suite("What has ended", .generous)
struct ReleaseTests {
  // In a process of its own: other tests have threads and descriptors, too.
  @Test("Leaves no thread and no descriptor behind")
  func leavesNothing() async {
    await #expect(processExitsWith: .success) {
      let server = try NATSServer()
      defer { server.stop() }
      // The library's own threads stay for the life of the process. Requests that were open are forgotten after six
      // seconds.
      try await Resources.expectNothingLeft { try await useClient(of: server) }
    }
  }

  @Test("Leaves no thread and no descriptor behind when its server ends, pauses and is not there")
  func leavesNothingAfterFaults() async {
    await #expect(processExitsWith: .success) {
      let server = try NATSServer()
      defer { server.stop() }
      try await Resources.expectNothingLeft { try await meetFaults(of: server) }
    }
  }

  @Test("Leaves no thread and no descriptor behind when it is refused: too large, full, no log, no code for a value")
  func leavesNothingAfterRefusals() async {
    await #expect(processExitsWith: .success) {
      let server = try NATSServer(configuration: "jetstream { max_file_store: 100000 }")
      defer { server.stop() }
      try await Resources.expectNothingLeft { try await meetRefusals(of: server) }
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

/// A consumer, a replay and a writer, whose server ends and comes again, and then stops to answer; at last it is gone.
private func meetFaults(of server: NATSServer) async throws {
  let client = JetStream(servers: [server.url], options: .forTests)
  try await client.createStream(StreamConfiguration("LOG", subjects: ["log.>"]))
  let log = client.stream("LOG")
  let first = Int(try await log.state().messages)
  let consumer = client.consumer("c", of: "LOG").acknowledging { $0.sequence }.record()
  let replay = client.replay(of: "LOG").record()
  let last = UInt64(first + 200)
  let writer = numbers(first..<first + 100).publish(to: log).record()
  try await eventually { writer.values.count > 10 }
  server.kill()
  try server.start()
  try await eventually { writer.values.count == 100 }
  server.pause()
  let waiting = numbers(first + 100..<first + 200).publish(to: log).record()
  server.resume()
  try await eventually { waiting.values.count == 100 }
  try await eventually { consumer.values.contains(last) && replay.values.last?.sequence == last }
  server.kill()
  let other = JetStream(servers: [server.url], options: .forTests)
  await #expect(throws: JetStreamFailure.self) { try await other.connect() }
  consumer.cancel()
  replay.cancel()
  client.close()
  try server.start()
}

/// Writes that cannot succeed, each with a failure of its own, and a consumer of a log that is not there.
private func meetRefusals(of server: NATSServer) async throws {
  let client = JetStream(servers: [server.url], options: .forTests)
  try await client.createStream(StreamConfiguration("LOG", subjects: ["log.>"]))
  for (stream, size, count) in [("LOG", 2_000_000, 1), ("LOG", 10_000, 20), ("NONE", 1, 1)] {
    let messages = (0..<count).map { OutgoingMessage(subject: "log.\($0)", payload: Data(count: size)) }
    let recorder = messages.publisher.publish(to: client.stream(stream)).record()
    try await eventually { recorder.failure != nil }
  }
  let unencodable = [Double.nan].publisher
    .publish(
      to: client.stream("LOG"), subjects: KeyedSubjects("log", partitions: 2), encoder: JSONEncoder(),
      id: { "\($0)" }, key: { "\($0)" }
    ).record()
  let consumer = client.consumer("c", of: "NONE").record()
  try await eventually { unencodable.failure != nil && consumer.failure != nil }
  client.close()
}
