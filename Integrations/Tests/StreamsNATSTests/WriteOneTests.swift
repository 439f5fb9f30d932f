import Foundation
import IntegrationTestSupport
import StreamConcurrency
import StreamCore
import Testing

@testable import StreamsNATS

@Suite("DurableStream.write", .generous)
struct WriteOneTests {
  private func message(_ text: String, id: String? = nil, size: Int = 0) -> OutgoingMessage {
    OutgoingMessage(subject: "log.x", payload: Data(text.utf8) + Data(count: size), id: id)
  }

  private func failure(
    of message: OutgoingMessage, after newest: UInt64? = nil, in log: DurableStream,
    options: PublishOptions = PublishOptions()
  ) async -> JetStreamFailure? {
    do throws(JetStreamFailure) {
      try await log.write(message, after: newest, options: options)
      return nil
    } catch {
      return error
    }
  }

  @Test("Writes a message, and drops a repeat")
  func writes() async throws {
    try await withServer { _, client in
      let log = client.stream("LOG")
      let first = try await log.write(message("a", id: "1"))
      #expect(first == PublishReceipt(id: "1", sequence: 1, isDuplicate: false))
      let repeated = try await log.write(message("a", id: "1"))
      #expect(repeated == PublishReceipt(id: "1", sequence: 1, isDuplicate: true))
      let nameless = try await log.write(message("b"))
      #expect(nameless.sequence == 2)
      #expect(!nameless.id.isEmpty)
    }
  }

  @Test("Refuses a message if the newest of its subject is another one")
  func condition() async throws {
    try await withServer { _, client in
      let log = client.stream("LOG")
      let first = try await log.write(message("a"), after: 0)
      #expect(first.sequence == 1)
      for newest: UInt64 in [0, 7] {
        guard case .refused(code: 10071, _) = await failure(of: message("b"), after: newest, in: log) else {
          Issue.record("It was not refused.")
          return
        }
      }
      let second = try await log.write(message("b"), after: 1)
      #expect(second.sequence == 2)
    }
  }

  @Test("Of a subject no more messages are kept than the log is made for")
  func messagesPerSubject() async throws {
    try await withServer(configure: { $0.maximumMessagesPerSubject = 1 }) { _, client in
      let log = client.stream("LOG")
      for text in ["a", "b", "c"] { try await log.write(message(text)) }
      try await log.write(OutgoingMessage(subject: "log.y", payload: Data("d".utf8)))
      let kept = try await client.replay(of: "LOG", endsAtNewest: true).allValues
      #expect(kept.map { String(decoding: $0.payload, as: UTF8.self) } == ["c", "d"])
    }
  }

  @Test("Failures: too large, no such log, full, no answer")
  func failures() async throws {
    try await withServer(configure: {
      $0.maximumMessageSize = 1_000
      $0.maximumBytes = 3_000
      $0.whenFull = .refuse
    }) { server, client in
      let log = client.stream("LOG")
      guard case .tooLarge(bytes: 2_000) = await failure(of: message("", size: 2_000), in: log) else {
        Issue.record("It was not too large.")
        return
      }
      var last: JetStreamFailure?
      for _ in 0..<10 where last == nil { last = await failure(of: message("", size: 800), in: log) }
      guard case .refused = last else {
        Issue.record("\(last as Any)")
        return
      }
      var options = PublishOptions()
      options.acknowledgementTimeout = .milliseconds(100)
      options.patience = .milliseconds(300)
      server.pause()
      let unanswered = await failure(of: message("", id: "late"), in: log, options: options)
      server.resume()
      guard case .unacknowledged(id: "late") = unanswered else {
        Issue.record("\(unanswered as Any)")
        return
      }
    }
  }
}
