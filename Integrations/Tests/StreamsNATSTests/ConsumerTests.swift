import Dispatch
import Foundation
import IntegrationTestSupport
import StreamConcurrency
import StreamCore
import StreamFiltering
import StreamTesting
import StreamsNATS
import Testing

@Suite("JetStream.consumer", .generous)
struct ConsumerTests {
  @Test("Delivers the messages of the log in their order")
  func deliversInOrder() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<1_000).publish(to: client.stream("LOG")).allValues
      let messages = try await client.consumer("all", of: "LOG").prefix(1_000).allValues
      #expect(messages.map(\.number) == Array(0..<1_000))
      #expect(messages.map(\.sequence) == Array(1...1_000))
      let first = try #require(messages.first)
      #expect(first.stream == "LOG" && first.consumer == "all" && first.subject == "log.all")
      #expect(first.deliveryCount == 1 && first.pendingCount == 999 && first.id == "log.all-0")
      #expect(abs(first.storedAt.timeIntervalSinceNow) < 100)
    }
  }

  @Test("Fetches as many messages as downstream has asked for")
  func demandIsFetchSize() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<100).publish(to: client.stream("LOG")).allValues
      let recorder = client.consumer("some", of: "LOG").record(demand: .max(3))
      try await eventually { recorder.values.count == 3 }
      #expect(try await client.consumerState("some", of: "LOG").unacknowledged == 3)
      recorder.request(.max(5))
      try await eventually { recorder.values.count == 8 }
      #expect(try await client.consumerState("some", of: "LOG").unacknowledged == 8)
      #expect(recorder.values.map(\.number) == Array(0..<8))
      recorder.cancel()
    }
  }

  @Test("Asks for nothing before it is asked")
  func laziness() async throws {
    try await withServer { _, client in
      let recorder = client.consumer("late", of: "LOG").record(demand: .none)
      recorder.cancel()
      await #expect(throws: JetStreamFailure.self) { try await client.consumerState("late", of: "LOG") }
      #expect(recorder.completions.isEmpty)
    }
  }

  @Test("Consumers of one name share the messages, and go on where they were")
  func shareByName() async throws {
    try await withServer { server, client in
      let other = JetStream(servers: [server.url])
      defer { other.close() }
      let recorders = [client, other].map { client in
        client.consumer("shared", of: "LOG").record(demand: .max(10)) { message in
          message.acknowledge()
          return .max(1)
        }
      }
      _ = try await numbers(0..<500).publish(to: client.stream("LOG")).allValues
      try await eventually { recorders.map(\.values.count).reduce(0, +) == 500 }
      #expect(Set(recorders.flatMap { $0.values.map(\.number) }) == Set(0..<500))
      #expect(recorders.allSatisfy { !$0.values.isEmpty })
      for recorder in recorders { recorder.cancel() }
      try await eventually { try await client.consumerState("shared", of: "LOG").unacknowledged == 0 }
      _ = try await numbers(500..<510).publish(to: client.stream("LOG")).allValues
      let rest = try await client.consumer("shared", of: "LOG").prefix(10).allValues
      #expect(rest.map(\.number) == Array(500..<510))
    }
  }

  @Test("A message that is not acknowledged is delivered again")
  func deliversAgain() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<1).publish(to: client.stream("LOG")).allValues
      var configuration = ConsumerConfiguration("again")
      configuration.acknowledgementWait = .milliseconds(200)
      let messages = try await client.consumer(configuration, of: "LOG").prefix(3).allValues
      #expect(messages.map(\.deliveryCount) == [1, 2, 3])
    }
  }

  @Test("Messages that wait at a cancel are refused, for other programs")
  func refusesAfterCancel() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<100).publish(to: client.stream("LOG")).allValues
      // The first value holds up the others.
      let gate = DispatchSemaphore(value: 0)
      let first = client.consumer("handed", of: "LOG").record(demand: .max(100)) { _ in
        gate.wait()
        return .none
      }
      try await eventually {
        guard first.values.count == 1 else { return false }
        return try await client.consumerState("handed", of: "LOG").unacknowledged == 100
      }
      first.cancel()
      gate.signal()
      // Others of the first fetch are not with the first subscriber for the thirty seconds of the default.
      let rest = client.consumer("handed", of: "LOG").record()
      try await eventually { Set(rest.values.map(\.number)) == Set(1..<100) }
      rest.cancel()
    }
  }

  @Test("Fails if there is no such log")
  func noStream() async throws {
    try await withServer { _, client in
      let recorder = client.consumer("x", of: "NONE").record()
      try await eventually { recorder.failure != nil }
      guard case .noStream("NONE") = recorder.failure else {
        Issue.record("Another failure: \(recorder.completions)")
        return
      }
    }
  }

  @Test("Fails if the consumer is deleted")
  func consumerDeleted() async throws {
    try await withServer { _, client in
      let recorder = client.consumer("gone", of: "LOG").record()
      try await eventually { (try? await client.consumerState("gone", of: "LOG")) != nil }
      // Again and again: a machine with much to do may answer late, and the consumer is then made once more.
      try await eventually {
        try? await client.deleteConsumer("gone", of: "LOG")
        return recorder.failure != nil
      }
      guard case .noConsumer("gone", stream: "LOG") = recorder.failure else {
        Issue.record("Another failure: \(recorder.completions)")
        return
      }
    }
  }
}
