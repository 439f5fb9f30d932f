import Foundation
import IntegrationTestSupport
import StreamConcurrency
import StreamCore
import StreamFiltering
import StreamTesting
import Testing

@testable import StreamsNATS

@Suite("JetStream.replay", .generous)
struct ReplayTests {
  @Test("Replays from a number to the newest message, and finishes")
  func fromSequence() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<2_000).publish(to: client.stream("LOG")).allValues
      let messages = try await client.replay(of: "LOG", from: .sequence(501), endsAtNewest: true).allValues
      #expect(messages.map(\.number) == Array(500..<2_000))
      let again = try await client.replay(of: "LOG", from: .sequence(2_000), endsAtNewest: true).allValues
      #expect(again.map(\.number) == [1_999])
    }
  }

  @Test("Replays from a time")
  func fromTime() async throws {
    try await withServer { _, client in
      let log = client.stream("LOG")
      _ = try await numbers(0..<10).publish(to: log).allValues
      let stored = try await client.replay(of: "LOG", from: .sequence(10), endsAtNewest: true).allValues
      let time = try #require(stored.first).storedAt.addingTimeInterval(0.001)
      try await eventually { Date() > time }
      _ = try await numbers(10..<20).publish(to: log).allValues
      let messages = try await client.replay(of: "LOG", from: .time(time), endsAtNewest: true).allValues
      #expect(messages.map(\.number) == Array(10..<20))
    }
  }

  @Test("Replays the messages of a subject alone; of an empty log nothing")
  func ofSubject() async throws {
    try await withServer { _, client in
      #expect(try await client.replay(of: "LOG", endsAtNewest: true).allValues.isEmpty)
      let log = client.stream("LOG")
      _ = try await numbers(0..<10, subject: "log.a").publish(to: log).allValues
      _ = try await numbers(10..<20, subject: "log.b").publish(to: log).allValues
      let messages = try await client.replay(of: "LOG", subject: "log.b", endsAtNewest: true).allValues
      #expect(messages.map(\.number) == Array(10..<20))
    }
  }

  @Test("Waits for messages to come, fetches what is asked for, and leaves no consumer")
  func followsByDemand() async throws {
    try await withServer { _, client in
      let recorder = client.replay(of: "LOG", maximumFetch: 10).record(demand: .max(2))
      _ = try await numbers(0..<100).publish(to: client.stream("LOG")).allValues
      try await eventually { recorder.values.count == 2 }
      recorder.request(.max(70))
      try await eventually { recorder.values.count == 72 }
      #expect(recorder.values.map(\.number) == Array(0..<72))
      #expect(recorder.overlaps == 0)
      recorder.cancel()
      try await eventually { try await client.stream("LOG").state().consumers == 0 }
    }
  }

  @Test("A replay that is cancelled while its consumer is made leaves none")
  func cancelledWhileMade() async throws {
    try await withServer { _, client in
      let log = client.stream("LOG")
      for microseconds in stride(from: 0, to: 4_000, by: 50) {
        let recorder = client.replay(of: "LOG").record()
        try await Task.sleep(for: .microseconds(microseconds))
        recorder.cancel()
      }
      try await eventually { try await log.state().consumers == 0 }
    }
  }

  @Test("Waits for a server that does not answer for logs yet")
  func waitsForLogs() async throws {
    try await withServer { server, client in
      _ = try await numbers(0..<3).publish(to: client.stream("LOG")).allValues
      server.kill()
      try server.start(hasLogs: false)
      let other = JetStream(servers: [server.url], options: .forTests)
      defer { other.close() }
      let recorder = other.replay(of: "LOG").record()
      // Made after the first try to begin.
      await #expect(throws: JetStreamFailure.self) { try await other.stream("LOG").state() }
      #expect(recorder.completions.isEmpty)
      server.kill()
      try server.start()
      try await eventually { recorder.values.map(\.number) == [0, 1, 2] }
      recorder.cancel()
    }
  }

  @Test("No message overtakes one that a thread is about to deliver, when the consumer is made anew")
  func staysInOrder() async throws {
    try await withServer { server, client in
      let log = client.stream("LOG")
      _ = try await numbers(0..<4).publish(to: log).allValues
      let owner = StallingOwner()
      let source = ConsumerSource(
        log, .forReplay(), replay: ReplayState(start: .beginning, endsAtNewest: false))
      source.request(.unlimited, for: owner)
      try await eventually { owner.begun == 1 }
      server.kill()
      try server.start()
      try await eventually { (try? await log.state()) != nil }
      #expect(try await settled { owner.begun } == 1)
      owner.stall.signal()
      try await eventually { owner.numbers == [0, 1, 2, 3] }
      source.stop()
    }
  }

  @Test("A downstream that blocks for long keeps its consumer")
  func blocksForLong() async throws {
    try await withServer { server, client in
      let log = client.stream("LOG")
      let made = try Responder(server, subject: "$JS.EVENT.ADVISORY.CONSUMER.CREATED.LOG.*", script: [""])
      defer { made.stop() }
      _ = try await numbers(0..<4).publish(to: log).allValues
      let owner = StallingOwner()
      let source = ConsumerSource(
        log, .forReplay(), replay: ReplayState(start: .beginning, endsAtNewest: false))
      source.request(.unlimited, for: owner)
      try await eventually { owner.begun == 1 }
      // Longer than a request may be without an answer.
      try await Task.sleep(for: .seconds(4))
      owner.stall.signal()
      try await eventually { owner.numbers == [0, 1, 2, 3] }
      #expect(made.identifiers.count == 1)
      source.stop()
    }
  }

  @Test("Begins at a number that the log has not reached with that one, and not before", arguments: [1, 100])
  func ahead(maximumFetch: Int) async throws {
    try await withServer { _, client in
      let log = client.stream("LOG")
      _ = try await numbers(0..<2).publish(to: log).allValues
      let recorder = client.replay(of: "LOG", from: .sequence(6), maximumFetch: maximumFetch).record(demand: .max(3))
      try await eventually { try await log.state().consumers == 1 }
      _ = try await numbers(2..<10).publish(to: log).allValues
      try await eventually { recorder.values.count == 3 }
      #expect(recorder.values.map(\.sequence) == [6, 7, 8])
      recorder.cancel()
    }
  }
}

/// A thread that stalls before the first message gets to downstream.
// Sendable: the state is under the lock, which the thread sanitizer sees through, unlike `Mutex`.
private final class StallingOwner: ConsumerOwner, @unchecked Sendable {
  private let lock = NSLock()
  private var state = (begun: 0, numbers: [Int]())
  let stall = DispatchSemaphore(value: 0)

  var begun: Int { lock.withLock { state.begun } }
  var numbers: [Int] { lock.withLock { state.numbers } }

  func deliver(_ message: JetStreamMessage) {
    let isFirst = lock.withLock {
      state.begun += 1
      return state.begun == 1
    }
    if isFirst { stall.wait() }
    lock.withLock { state.numbers.append(message.number) }
  }

  func complete(_ completion: Subscribers.Completion<JetStreamFailure>) {}
}
