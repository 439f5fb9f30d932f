import Foundation
import IntegrationTestSupport
import StreamCoding
import StreamConcurrency
import StreamCore
import StreamFiltering
import StreamMapping
import StreamTesting
import StreamsNATS
import Synchronization
import Testing

@Suite("acknowledging", .generous)
struct AcknowledgingTests {
  @Test("Acknowledges each message after downstream has taken its value, and not before")
  func afterTaking() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<3).publish(to: client.stream("LOG")).allValues
      let recorder = client.consumer("c", of: "LOG").acknowledging { $0.number }.record(demand: .max(2))
      try await eventually { recorder.values == [0, 1] }
      try await eventually { try await client.consumerState("c", of: "LOG").acknowledgedSequence == 2 }
      recorder.request(.max(1))
      try await eventually { try await client.consumerState("c", of: "LOG").acknowledgedSequence == 3 }
      recorder.cancel()
    }
  }

  @Test("A closure that throws has its message delivered again, and the stream goes on")
  func deliversAgain() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<5).publish(to: client.stream("LOG")).allValues
      let failures = Mutex<[MessageFate]>([])
      var policy = AcknowledgementPolicy()
      policy.retryDelay = { .milliseconds(100 * $0) }
      policy.onFailure = { _, _, fate in failures.withLock { $0.append(fate) } }
      let recorder = client.consumer("c", of: "LOG").acknowledging(policy) { message in
        if message.number == 2, message.deliveryCount < 3 { throw TestError("not yet") }
        return message.number
      }.record()
      try await eventually { recorder.values.count == 5 }
      #expect(recorder.values == [0, 1, 3, 4, 2])
      #expect(
        failures.withLock { $0 } == [
          .deliveredAgain(after: .milliseconds(100)), .deliveredAgain(after: .milliseconds(200)),
        ])
      try await eventually { try await client.consumerState("c", of: "LOG").acknowledgedSequence == 5 }
      recorder.cancel()
    }
  }

  @Test("With one unacknowledged message, none overtakes a refused one")
  func exactOrder() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<20).publish(to: client.stream("LOG")).allValues
      var configuration = ConsumerConfiguration("c")
      configuration.maximumUnacknowledged = 1
      var policy = AcknowledgementPolicy()
      policy.retryDelay = { _ in .milliseconds(10) }
      let values = try await client.consumer(configuration, of: "LOG").acknowledging(policy) { message in
        if message.number % 5 == 2, message.deliveryCount < 2 { throw TestError("not yet") }
        return message.number
      }.prefix(20).allValues
      #expect(values == Array(0..<20))
    }
  }

  @Test("After some deliveries a message goes to the dead letters, with its origin and the error")
  func deadLetters() async throws {
    try await withServer { _, client in
      try await client.createStream(StreamConfiguration("DEAD", subjects: ["dead.>"]))
      _ = try await numbers(0..<3).publish(to: client.stream("LOG")).allValues
      var policy = AcknowledgementPolicy()
      policy.retryDelay = { _ in .milliseconds(10) }
      policy.deadLetters = DeadLetters(subject: "dead.log", after: 3)
      let tries = Mutex(0)
      let recorder = client.consumer("c", of: "LOG").acknowledging(policy) { message in
        guard message.number == 1 else { return message.number }
        tries.withLock { $0 += 1 }
        throw TestError("never")
      }.record()
      let letter = try #require(try await client.consumer("l", of: "DEAD").prefix(1).allValues.first)
      #expect(letter.number == 1)
      #expect(letter.headers["Streams-Subject"] == "log.all")
      #expect(letter.headers["Streams-Stream"] == "LOG")
      #expect(letter.headers["Streams-Sequence"] == "2")
      #expect(letter.headers["Streams-Deliveries"] == "3")
      #expect(letter.headers["Streams-Error"]?.contains("never") == true)
      #expect(tries.withLock { $0 } == 3)
      try await eventually { try await client.consumerState("c", of: "LOG").acknowledgedSequence == 3 }
      #expect(recorder.values == [0, 2])
      recorder.cancel()
    }
  }

  @Test("The dead letter of a message of the largest size says where its payload is")
  func largeDeadLetter() async throws {
    try await withServer { _, client in
      try await client.createStream(StreamConfiguration("DEAD", subjects: ["dead.>"]))
      let large = OutgoingMessage(subject: "log.x", payload: Data(count: (1 << 20) - 100), id: "large")
      try await client.stream("LOG").write(large)
      var policy = AcknowledgementPolicy()
      policy.deadLetters = DeadLetters(subject: "dead.log", after: 1)
      let recorder = client.consumer("c", of: "LOG")
        .acknowledging(policy) { _ -> Int in throw TestError("no") }.record()
      let letter = try #require(try await client.consumer("l", of: "DEAD").prefix(1).allValues.first)
      #expect(letter.payload.isEmpty)
      #expect(letter.headers["Streams-Omitted"] == "\(large.payload.count) bytes")
      #expect(letter.headers["Streams-Sequence"] == "1")
      try await eventually { try await client.consumerState("c", of: "LOG").unacknowledged == 0 }
      recorder.cancel()
    }
  }

  @Test("A message stays with its log as long as no log takes dead letters")
  func keepsWithoutDeadLetters() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<1).publish(to: client.stream("LOG")).allValues
      var policy = AcknowledgementPolicy()
      policy.retryDelay = { _ in .milliseconds(10) }
      policy.deadLetters = DeadLetters(subject: "dead.log", after: 1)
      let deliveries = Mutex(0)
      let recorder = client.consumer("c", of: "LOG").acknowledging(policy) { message in
        deliveries.withLock { $0 = message.deliveryCount }
        throw TestError("never")
      }.record()
      try await eventually { try await client.consumerState("c", of: "LOG").unacknowledged == 1 }
      try await client.createStream(StreamConfiguration("DEAD", subjects: ["dead.>"]))
      let letter = try await client.consumer("l", of: "DEAD").prefix(1).allValues
      #expect(letter.map(\.number) == [0])
      try await eventually { try await client.consumerState("c", of: "LOG").unacknowledged == 0 }
      recorder.cancel()
    }
  }

  @Test("Decodes values; one that cannot be decoded goes to the dead letters at its first delivery")
  func decodes() async throws {
    try await withServer { _, client in
      try await client.createStream(StreamConfiguration("DEAD", subjects: ["dead.>"]))
      let log = client.stream("LOG")
      _ = try await [Order(number: 1, customer: "a"), Order(number: 2, customer: "b")].publisher
        .publish(to: log, subjects: KeyedSubjects("log", partitions: 4), encoder: JSONEncoder(), id: { "\($0.number)" })
      {
        $0.customer
      }.allValues
      _ = try await [OutgoingMessage(subject: "log.x", payload: Data("{}".utf8))].publisher.publish(to: log).allValues
      var policy = AcknowledgementPolicy()
      policy.deadLetters = DeadLetters(subject: "dead.log", after: 100)
      let recorder = client.consumer("c", of: "LOG")
        .acknowledging(Order.self, with: JSONDecoder(), policy) { $0 }.record()
      let letters = try await client.consumer("l", of: "DEAD").prefix(1).allValues
      #expect(letters.map(\.payload) == [Data("{}".utf8)])
      #expect(letters.first?.headers["Streams-Deliveries"] == "1")
      #expect(recorder.values == [Order(number: 1, customer: "a"), Order(number: 2, customer: "b")])
      recorder.cancel()
    }
  }

  @Test("While work goes on, its message is not delivered again")
  func extends() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<2).publish(to: client.stream("LOG")).allValues
      var configuration = ConsumerConfiguration("c")
      configuration.acknowledgementWait = .seconds(3)
      var policy = AcknowledgementPolicy()
      policy.progressInterval = .milliseconds(300)
      let work = PassthroughSubject<Int, Never>()
      let counts = Mutex<[Int]>([])
      let recorder = client.consumer(configuration, of: "LOG").acknowledging(publishers: 2, policy) { message in
        counts.withLock { $0.append(message.deliveryCount) }
        return work.map { $0 + message.number }
      }.record()
      try await eventually { counts.withLock { $0.count } == 2 }
      // Longer than the log waits for an acknowledgement.
      try await Task.sleep(for: .seconds(6))
      work.send(10)
      work.send(completion: .finished)
      try await eventually { try await client.consumerState("c", of: "LOG").acknowledgedSequence == 2 }
      #expect(counts.withLock { $0 } == [1, 1])
      #expect(Set(recorder.values) == [10, 11])
      recorder.cancel()
    }
  }

  @Test("Publishers: acknowledges when the publisher has finished and its values are taken")
  func publishers() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<4).publish(to: client.stream("LOG")).allValues
      let recorder = client.consumer("c", of: "LOG")
        .acknowledging(publishers: 1) { [$0.number, $0.number + 100].publisher }.record(demand: .max(3))
      try await eventually { recorder.values == [0, 100, 1] }
      try await eventually { try await client.consumerState("c", of: "LOG").acknowledgedSequence == 1 }
      #expect(try await client.consumerState("c", of: "LOG").unacknowledged == 1)
      recorder.request(.max(10))
      try await eventually { try await client.consumerState("c", of: "LOG").acknowledgedSequence == 4 }
      #expect(recorder.values == [0, 100, 1, 101, 2, 102, 3, 103])
      recorder.cancel()
    }
  }

  @Test("Publishers: one that fails has its message delivered again")
  func failingPublishers() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<6).publish(to: client.stream("LOG")).allValues
      var policy = AcknowledgementPolicy()
      policy.retryDelay = { _ in .milliseconds(10) }
      let recorder = client.consumer("c", of: "LOG").acknowledging(publishers: 3, policy) { message in
        message.deliveryCount == 1 && message.number % 2 == 0
          ? AnyPublisher<Int, TestError>(Fail(error: TestError("once")))
          : AnyPublisher(Just(message.number).setFailureType(to: TestError.self))
      }.record()
      try await eventually { Set(recorder.values) == Set(0..<6) }
      try await eventually { try await client.consumerState("c", of: "LOG").acknowledgedSequence == 6 }
      #expect(recorder.values.count == 6)
      recorder.cancel()
    }
  }

  @Test("Into another log: acknowledges what that has stored, and stores a repeat once")
  func intoAnotherLog() async throws {
    try await withServer { _, client in
      let other = try await client.createStream(StreamConfiguration("OTHER", subjects: ["other.>"]))
      _ = try await numbers(0..<200).publish(to: client.stream("LOG")).allValues
      var policy = AcknowledgementPolicy()
      policy.retryDelay = { _ in .milliseconds(10) }
      for name in ["first", "second"] {
        let recorder = client.consumer(name, of: "LOG").acknowledging(into: other, policy) { message in
          if message.number % 10 == 1 { return nil }
          if message.number % 10 == 2, message.deliveryCount == 1 { throw TestError("not yet") }
          return OutgoingMessage(subject: "other.x", payload: message.payload, id: "\(message.sequence)")
        }.record()
        try await eventually { recorder.values.count == 180 }
        #expect(recorder.values.allSatisfy { $0.isDuplicate == (name == "second") })
        try await eventually { try await client.consumerState(name, of: "LOG").acknowledgedSequence == 200 }
        recorder.cancel()
      }
      let stored = try await client.replay(of: "OTHER", endsAtNewest: true).allValues
      #expect(stored.map(\.number).sorted() == (0..<200).filter { $0 % 10 != 1 })
    }
  }

  @Test("Into another log: what that does not answer stays unacknowledged")
  func intoMissingLog() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<3).publish(to: client.stream("LOG")).allValues
      let recorder = client.consumer("c", of: "LOG").acknowledging(into: client.stream("NONE")) { message in
        OutgoingMessage(subject: "none.x", payload: message.payload)
      }.record()
      try await eventually { recorder.failure != nil }
      guard case .noStream("NONE") = recorder.failure else {
        Issue.record("Another failure: \(recorder.completions)")
        return
      }
      #expect(try await client.consumer("c", of: "LOG").prefix(3).allValues.map(\.number) == [0, 1, 2])
    }
  }

  @Test("Tasks: a cancel cancels those that run, and their messages go to others")
  func cancelsTasks() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<2).publish(to: client.stream("LOG")).allValues
      let begun = Mutex(0)
      let cancelled = Mutex(0)
      let recorder = client.consumer("c", of: "LOG").acknowledging(tasks: 2) { _ in
        begun.withLock { $0 += 1 }
        do {
          try await Task.sleep(for: .seconds(1_000))
        } catch {
          cancelled.withLock { $0 += 1 }
          throw error
        }
      }.record()
      try await eventually { begun.withLock { $0 } == 2 }
      recorder.cancel()
      try await eventually { cancelled.withLock { $0 } == 2 }
      #expect(try await client.consumer("c", of: "LOG").prefix(2).allValues.count == 2)
    }
  }

  @Test("Tasks: at most so many run at a time")
  func tasks() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<50).publish(to: client.stream("LOG")).allValues
      // An actor: the thread sanitizer does not see the order that a `Mutex` keeps.
      let running = RunningTasks()
      let values = try await client.consumer("c", of: "LOG").acknowledging(tasks: 4) { message in
        await running.begin()
        try await Task.sleep(for: .milliseconds(2))
        await running.end()
        return message.number
      }.prefix(50).allValues
      #expect(Set(values) == Set(0..<50))
      #expect(await running.most <= 4)
    }
  }
}

private actor RunningTasks {
  private var count = 0
  private(set) var most = 0

  func begin() {
    count += 1
    most = max(most, count)
  }

  func end() {
    count -= 1
  }
}

struct Order: Codable, Equatable {
  let number: Int
  let customer: String
}
