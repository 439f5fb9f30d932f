import Foundation
import IntegrationTestSupport
import StreamConcurrency
import StreamCore
import Testing

@testable import StreamsNATS

/// What a server says of a message whose identifier it knows and which it has not stored. The answers come from a
/// program: a server gives them only while a leader changes.
@Suite("Writes that are in process", .generous)
struct InProcessTests {
  private let inProcess = #"{"stream":"LOG", "seq":0,"duplicate": true}"#
  private let conflict =
    #"{"error":{"code":409,"err_code":10158,"description":"duplicate message id is in process"},"stream":"LOG","seq":0}"#
  private let notLeader = #"{"error":{"code":503,"description":"raft: not leader"},"stream":"LOG","seq":0}"#
  private let stored = #"{"stream":"LOG", "seq":7}"#
  private let message = OutgoingMessage(subject: "other.x", payload: Data("a".utf8), id: "1", key: "k")

  private func options(limit: Duration) -> PublishOptions {
    var options = PublishOptions()
    options.retryDelay = .milliseconds(20)
    options.acknowledgementTimeout = limit
    return options
  }

  private func withAnswers(
    _ script: [String], _ body: (DurableStream, Responder) async throws -> Void
  ) async throws {
    try await withServer { server, client in
      let responder = try Responder(server, subject: "other.*", script: script)
      defer { responder.stop() }
      try await body(client.stream("LOG"), responder)
    }
  }

  @Test("A stream of messages: they are written again until they are stored")
  func publishes() async throws {
    try await withAnswers([inProcess, conflict, notLeader, stored]) { log, responder in
      let receipts = try await [message].publisher
        .publish(to: log, options: options(limit: .seconds(60))).allValues
      #expect(receipts == [PublishReceipt(id: "1", sequence: 7, isDuplicate: false)])
      #expect(responder.identifiers == ["1", "1", "1", "1"])
    }
  }

  @Test("A single message: it is written again until it is stored")
  func writes() async throws {
    try await withAnswers([inProcess, conflict, notLeader, stored]) { log, responder in
      let receipt = try await log.write(message, options: options(limit: .seconds(60)))
      #expect(receipt == PublishReceipt(id: "1", sequence: 7, isDuplicate: false))
      #expect(responder.identifiers == ["1", "1", "1", "1"])
    }
  }

  @Test(
    "After the time for an answer another identifier is used, and says which message it is", arguments: [true, false])
  func otherIdentifier(asStream: Bool) async throws {
    try await withAnswers([inProcess]) { log, responder in
      var options = options(limit: .milliseconds(200))
      options.patience = .seconds(1)
      let failure = await failure(in: log, asStream, options)
      guard case .unacknowledged(id: "1") = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      let identifiers = responder.identifiers
      #expect(identifiers.first == "1")
      #expect(identifiers.contains("1#2 of 1"))
      #expect(identifiers == identifiers.sorted())
    }
  }

  private func failure(
    in log: DurableStream, _ asStream: Bool, _ options: PublishOptions
  ) async -> JetStreamFailure? {
    do throws(JetStreamFailure) {
      if asStream {
        _ = try await [message].publisher.publish(to: log, options: options).allValues
      } else {
        try await log.write(message, options: options)
      }
      return nil
    } catch {
      return error
    }
  }

  @Test("A reader sees the identifier that the message was given")
  func reads() async throws {
    try await withServer { _, client in
      var identity = WriteIdentity("1")
      identity.failed(WriteError(code: .duplicateInProcess), now: .now, limit: .zero)
      let message = OutgoingMessage(subject: "log.x", payload: Data("a".utf8))
      let answer = try await client.core.perform { [identity] link in
        link.store(message, identity, in: "LOG", wait: .seconds(5)).mapError { $0.failure(bytes: 1) }
      }
      #expect(answer == PublishReceipt(id: "1", sequence: 1, isDuplicate: false))
      let read = try await client.replay(of: "LOG", endsAtNewest: true).allValues
      #expect(read.map(\.id) == ["1"])
      // Passed on, it has an identifier of its own again.
      var copy = OutgoingMessage(subject: "log.y", payload: read[0].payload, id: "2")
      copy.headers = read[0].headers
      try await client.stream("LOG").write(copy)
      #expect(try await client.replay(of: "LOG", endsAtNewest: true).allValues.map(\.id) == ["1", "2"])
    }
  }
}
