import Foundation
import IntegrationTestSupport
import StreamCoding
import StreamConcurrency
import StreamCore
import StreamMapping
import StreamTesting
import StreamsNATS
import Testing

@Suite("Faults of writing", .generous)
struct FaultTests {
  private func failure(
    of messages: [OutgoingMessage], in client: JetStream, stream: String = "LOG",
    options: PublishOptions = PublishOptions()
  ) async -> JetStreamFailure? {
    do throws(JetStreamFailure) {
      _ = try await messages.publisher.publish(to: client.stream(stream), options: options).allValues
      return nil
    } catch {
      return error
    }
  }

  @Test("There is no such log")
  func noStream() async throws {
    try await withServer { _, client in
      let failure = await failure(of: [OutgoingMessage(subject: "log.x", payload: Data())], in: client, stream: "NONE")
      guard case .noStream("NONE") = failure else {
        Issue.record("\(failure as Any)")
        return
      }
    }
  }

  @Test("A message is too large, for the log or for the server", arguments: [2_000, 2_000_000])
  func tooLarge(size: Int) async throws {
    try await withServer(configure: { $0.maximumMessageSize = 1_000 }) { _, client in
      let failure = await failure(of: [OutgoingMessage(subject: "log.x", payload: Data(count: size))], in: client)
      guard case .tooLarge(bytes: size) = failure else {
        Issue.record("\(failure as Any)")
        return
      }
    }
  }

  @Test("The log is full, and refuses what is new")
  func full() async throws {
    try await withServer(configure: {
      $0.maximumMessages = 3
      $0.whenFull = .refuse
    }) { _, client in
      let log = client.stream("LOG")
      let recorder = numbers(0..<10).publish(to: log, window: 1).record()
      try await eventually { recorder.failure != nil }
      #expect(recorder.values.count == 3)
      guard case .refused = recorder.failure else {
        Issue.record("\(recorder.completions)")
        return
      }
      #expect(try await log.state().messages == 3)
    }
  }

  @Test("A subject is not one of the log's")
  func foreignSubject() async throws {
    try await withServer { _, client in
      try await client.createStream(StreamConfiguration("OTHER", subjects: ["other.>"]))
      let failure = await failure(of: [OutgoingMessage(subject: "other.x", payload: Data())], in: client)
      guard case .refused = failure else {
        Issue.record("\(failure as Any)")
        return
      }
    }
  }

  @Test("A message is not acknowledged in time")
  func unacknowledged() async throws {
    try await withServer { server, client in
      try await client.connect()
      var options = PublishOptions()
      options.acknowledgementTimeout = .milliseconds(100)
      options.patience = .milliseconds(500)
      let upstream = ScriptedPublisher<OutgoingMessage, Never>()
      let recorder = upstream.publish(to: client.stream("LOG"), options: options).record()
      try await eventually { upstream.demand != .none }
      server.pause()
      _ = upstream.send(OutgoingMessage(subject: "log.x", payload: Data(), id: "late"))
      try await eventually { recorder.failure != nil }
      server.resume()
      guard case .unacknowledged(id: "late") = recorder.failure else {
        Issue.record("\(recorder.completions)")
        return
      }
      #expect(upstream.isCancelled)
    }
  }

  @Test("A value cannot be encoded")
  func unencodable() async throws {
    try await withServer { _, client in
      let recorder = [1, Double.nan].publisher
        .publish(
          to: client.stream("LOG"), subjects: KeyedSubjects("log", partitions: 2), encoder: JSONEncoder(),
          id: { "\($0)" }, key: { "\($0)" }
        ).record()
      try await eventually { recorder.failure != nil }
      guard case .unencodable(is EncodingError) = recorder.failure else {
        Issue.record("\(recorder.completions)")
        return
      }
    }
  }

  @Test("A consumer of the name has another configuration")
  func otherConsumer() async throws {
    try await withServer { _, client in
      let first = client.consumer("c", of: "LOG", subject: "log.a").record()
      try await eventually { (try? await client.consumerState("c", of: "LOG")) != nil }
      let second = client.consumer("c", of: "LOG", from: .sequence(7)).record()
      try await eventually { second.failure != nil }
      guard case .refused = second.failure else {
        Issue.record("\(second.completions)")
        return
      }
      first.cancel()
    }
  }

  @Test("The server's disk is full")
  func diskFull() async throws {
    let server = try NATSServer(configuration: "jetstream { max_file_store: 100000 }")
    defer { server.stop() }
    let client = JetStream(servers: [server.url])
    defer { client.close() }
    try await client.createStream(StreamConfiguration("LOG", subjects: ["log.>"]))
    let messages = (0..<20).map { OutgoingMessage(subject: "log.\($0)", payload: Data(count: 10_000)) }
    let failure = await failure(of: messages, in: client)
    guard case .refused = failure else {
      Issue.record("\(failure as Any)")
      return
    }
  }
}
