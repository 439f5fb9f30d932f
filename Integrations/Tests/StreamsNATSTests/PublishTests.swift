import Foundation
import IntegrationTestSupport
import StreamConcurrency
import StreamCore
import StreamTesting
import StreamsNATS
import Testing

@Suite("publish(to:)", .generous)
struct PublishTests {
  @Test("Stores each message, and delivers the log's answers")
  func storesEachMessage() async throws {
    try await withServer { _, client in
      let receipts = try await numbers(0..<1_000).publish(to: client.stream("LOG")).allValues
      #expect(receipts.map(\.sequence) == Array(1...1_000))
      #expect(receipts.map(\.id) == (0..<1_000).map { "log.all-\($0)" })
      #expect(receipts.allSatisfy { !$0.isDuplicate })
      let state = try await client.stream("LOG").state()
      #expect(state.messages == 1_000)
      #expect(state.lastSequence == 1_000)
    }
  }

  @Test("Drops a message whose identifier the log has already")
  func dropsDuplicates() async throws {
    try await withServer { _, client in
      let log = client.stream("LOG")
      _ = try await numbers(0..<10).publish(to: log).allValues
      let receipts = try await numbers(5..<15).publish(to: log).allValues
      #expect(receipts.map(\.isDuplicate) == (5..<15).map { $0 < 10 })
      #expect(receipts.map(\.sequence) == Array(6...15))
      #expect(try await log.state().messages == 15)
    }
  }

  @Test("Gives an identifier to a message that has none")
  func makesIdentifiers() async throws {
    try await withServer { _, client in
      let messages = (0..<3).map { OutgoingMessage(subject: "log.x", payload: Data([UInt8($0)])) }
      let receipts = try await messages.publisher.publish(to: client.stream("LOG")).allValues
      #expect(Set(receipts.map(\.id)).count == 3)
      #expect(receipts.allSatisfy { !$0.isDuplicate })
    }
  }

  @Test("Asks upstream for as many messages as the window has free places, and downstream wants answers of")
  func demandIsFreePlaces() async throws {
    try await withServer { server, client in
      try await client.connect()
      let upstream = ScriptedPublisher<OutgoingMessage, Never>()
      let recorder = upstream.publish(to: client.stream("LOG"), window: 4).record(demand: .max(6))
      try await eventually { upstream.demand == .max(4) }
      server.pause()
      for number in 0..<4 { _ = upstream.send(OutgoingMessage(subject: "log.x", payload: Data([UInt8(number)]))) }
      #expect(recorder.values.isEmpty)
      #expect(upstream.demand == .max(4))
      server.resume()
      try await eventually { recorder.values.count == 4 && upstream.demand == .max(6) }
      recorder.cancel()
      #expect(upstream.isCancelled)
    }
  }

  @Test("Writes the messages of a key one after the other")
  func keysAreSerial() async throws {
    try await withServer { server, client in
      var messages: [OutgoingMessage] = []
      for number in 0..<300 {
        messages.append(
          OutgoingMessage(subject: "log.\(number % 3)", payload: Data("\(number)".utf8), key: "\(number % 3)"))
      }
      _ = try await messages.publisher.publish(to: client.stream("LOG"), window: 50).allValues
      let stored = try await client.replay(of: "LOG", endsAtNewest: true).allValues
      for key in 0..<3 {
        #expect(stored.filter { $0.subject == "log.\(key)" }.map(\.number) == Array(stride(from: key, to: 300, by: 3)))
      }
    }
  }

  @Test("Fails with upstream's failure after the messages before it are acknowledged")
  func passesOnFailure() async throws {
    try await withServer { _, client in
      let upstream = ScriptedPublisher<OutgoingMessage, TestError>()
      let recorder = upstream.publish(to: client.stream("LOG")).record()
      try await eventually { upstream.demand != .none }
      _ = upstream.send(OutgoingMessage(subject: "log.x", payload: Data([1])))
      upstream.send(completion: .failure(TestError("e")))
      try await eventually { recorder.failure != nil }
      #expect(recorder.values.count == 1)
      guard case .upstream(let error as TestError) = recorder.failure else {
        Issue.record("Another failure: \(recorder.completions)")
        return
      }
      #expect(error == TestError("e"))
    }
  }
}
