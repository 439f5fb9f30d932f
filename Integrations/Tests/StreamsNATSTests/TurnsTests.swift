import Foundation
import IntegrationTestSupport
import StreamCombining
import StreamConcurrency
import StreamCore
import StreamDebugging
import StreamErrorHandling
import StreamFiltering
import StreamMapping
import StreamTesting
import Synchronization
import Testing

@testable import StreamsNATS

@Suite("JetStream.inTurns", .generous)
struct TurnsTests {
  private static let subjects = KeyedSubjects("log", partitions: 4)

  private static var configuration: TurnsConfiguration {
    var turns = TurnsConfiguration("TURNS", of: "LOG", subjects: subjects)
    turns.duration = .milliseconds(200)
    turns.lease = .seconds(1)
    turns.maximumFetch = 20
    return turns
  }

  /// Numbers, each to the partition of its remainder.
  private func write(_ range: Range<Int>, _ client: JetStream) async throws {
    let messages = range.map { number in
      OutgoingMessage(
        subject: Self.subjects.subject(ofPartition: number % 4), payload: Data("\(number)".utf8), id: "\(number)")
    }
    _ = try await messages.publisher.publish(to: client.stream("LOG")).allValues
  }

  /// Work that writes each number to another log.
  private func copy(_ messages: TurnMessages, _ client: JetStream) -> AnyPublisher<PublishReceipt, JetStreamFailure> {
    AnyPublisher(
      messages.map { message in
        OutgoingMessage(subject: "out.\(messages.partition)", payload: message.payload, id: "\(message.number)")
      }.publish(to: client.stream("OUT"), window: 10))
  }

  /// Takes turns at copying.
  private func copying(_ client: JetStream) -> some Publisher<Turn, JetStreamFailure> {
    client.inTurns(Self.configuration, partitions: 3) { copy($0, client) }
  }

  private func prepare(_ client: JetStream) async throws {
    try await client.createStream(StreamConfiguration("OUT", subjects: ["out.*"]))
    try await client.createTurns(Self.configuration)
  }

  private func expectCopied(_ count: Int, _ client: JetStream) async throws {
    try await eventually { try await client.stream("OUT").state().messages == UInt64(count) }
    let copies = try await client.replay(of: "OUT", endsAtNewest: true).allValues
    for partition in 0..<4 {
      let numbers = copies.filter { $0.subject == "out.\(partition)" }.map(\.number)
      #expect(numbers == Array(stride(from: partition, to: count, by: 4)))
    }
  }

  /// Waits until the turns have all messages, and their places are the last ones. A turn whose lease has run out, on a
  /// machine with much to do, is taken again, so that its messages are there twice.
  private func expectTurns(
    _ recorders: [RecordingSubscriber<Turn, JetStreamFailure>], from first: Int = 0, upTo count: Int
  ) async throws {
    try await eventually {
      let turns = recorders.flatMap(\.values)
      let places = (0..<4).map { partition in turns.filter { $0.partition == partition }.map(\.place).max() ?? 0 }
      return turns.reduce(0) { $0 + $1.messageCount } >= count - first
        && places.sorted() == (0..<4).map { UInt64(count - 3 + $0) }
    }
  }

  @Test("Two programs share the partitions, and each message is handled, in order")
  func shares() async throws {
    try await withServer { server, client in
      try await prepare(client)
      let other = JetStream(servers: [server.url], options: .forTests)
      defer { other.close() }
      let recorders = [copying(client).record(), copying(other).record()]
      var count = 0
      // One of them may be faster than the other for a while.
      repeat {
        try await write(count..<count + 1_000, client)
        count += 1_000
        try await expectCopied(count, client)
      } while count < 20_000 && (count < 2_000 || recorders.contains { $0.values.isEmpty })
      #expect(recorders.allSatisfy { !$0.values.isEmpty })
      try await expectTurns(recorders, upTo: count)
      for recorder in recorders { recorder.cancel() }
      try await eventually { try await client.stream("LOG").state().consumers == 0 }
    }
  }

  @Test("A place outlives the program, and is not set back")
  func goesOn() async throws {
    try await withServer { server, client in
      try await prepare(client)
      try await write(0..<400, client)
      let first = copying(client).record()
      try await expectTurns([first], upTo: 400)
      first.cancel()
      try await client.createTurns(Self.configuration)
      try await write(400..<800, client)
      let other = JetStream(servers: [server.url], options: .forTests)
      defer { other.close() }
      let second = copying(other).record()
      try await expectCopied(800, client)
      try await expectTurns([second], from: 400, upTo: 800)
      // A partition has every fourth message: a turn that had begun before would have more of them.
      #expect(second.values.allSatisfy { $0.messageCount == 0 || Int($0.place) - 4 * $0.messageCount >= 396 })
      second.cancel()
    }
  }

  @Test("The turn of a program that ended is taken over, from its beginning")
  func takesOver() async throws {
    try await withServer { server, client in
      try await prepare(client)
      try await write(0..<100, client)
      let dead = JetStream(servers: [server.url], options: .forTests)
      let begun = Mutex(0)
      let lost = dead.inTurns(Self.configuration, partitions: 4) { messages in
        // It writes some, and never says that it has.
        messages.handleEvents(receiveOutput: { _ in begun.withLock { $0 += 1 } })
          .then { Empty<Void, JetStreamFailure>(completeImmediately: false) }
      }.record()
      // A turn whose lease has run out begins again.
      try await eventually { begun.withLock { $0 } >= 100 }
      dead.close()
      let recorder = copying(client).record()
      try await expectCopied(100, client)
      #expect(lost.values.isEmpty)
      recorder.cancel()
    }
  }

  @Test("Of two programs with the same turn, the second to end it does not set the place back")
  func overtaken() async throws {
    try await withServer { _, client in
      try await prepare(client)
      try await write(0..<40, client)
      let configuration = Self.configuration
      let places = client.stream("TURNS")
      let gate = PassthroughSubject<Void, JetStreamFailure>()
      let waits = Mutex(true)
      let hasWaited = Mutex(false)
      let recorder = client.inTurns(configuration, partitions: 1) { messages in
        let isFirst = waits.withLock { waits in
          defer { waits = false }
          return waits
        }
        let waiting = gate.handleEvents(receiveSubscription: { _ in hasWaited.withLock { $0 = true } })
        return messages.map { _ in }.append(isFirst ? AnyPublisher(waiting) : AnyPublisher(Empty()))
      }.record()
      // The first message of the log of places is that of partition 0. Another program has handled all, and more.
      try await eventually { hasWaited.withLock { $0 } }
      try await places.write(configuration.message(partition: 0, place: Place(handled: 1_000), replacing: 1), after: 1)
      gate.send(completion: .finished)
      try await eventually { recorder.values.count >= 8 }
      let first = try #require(recorder.values.first)
      #expect(first == Turn(partition: 0, messageCount: 10, place: first.place))
      #expect(recorder.values.dropFirst().filter { $0.partition == 0 }.allSatisfy { $0.place == 1_000 })
      recorder.cancel()
    }
  }

  @Test("A turn whose work has failed is taken again, from its place")
  func failingWork() async throws {
    try await withServer { _, client in
      try await prepare(client)
      try await write(0..<100, client)
      let failures = Mutex(0)
      var policy = AcknowledgementPolicy()
      policy.retryDelay = { _ in .milliseconds(10) }
      policy.onFailure = { _, error, _ in if error is TestError { failures.withLock { $0 += 1 } } }
      let recorder = client.inTurns(Self.configuration, partitions: 4, policy) { messages in
        copy(messages, client).mapError { $0 as any Error }.tryMap { receipt in
          if receipt.id == "42", !receipt.isDuplicate { throw TestError("once") }
        }
      }.record()
      try await expectCopied(100, client)
      try await eventually { failures.withLock { $0 } == 1 }
      try await eventually { recorder.values.reduce(0) { $0 + $1.messageCount } == 100 }
      recorder.cancel()
    }
  }

  @Test("There are no turns of the name")
  func noTurns() async throws {
    try await withServer { _, client in
      let recorder = copying(client).record()
      try await eventually { recorder.failure != nil }
      guard case .noStream("TURNS") = recorder.failure else {
        Issue.record("\(recorder.completions)")
        return
      }
    }
  }

  @Test("Places are read and written")
  func places() {
    let configuration = Self.configuration
    let message = configuration.message(partition: 3, place: Place(handled: 17), replacing: 5)
    #expect(message.subject == "TURNS.place.3")
    #expect(message.id == "3.5")
    #expect(Place(payload: message.payload) == Place(handled: 17))
    #expect(Place(payload: Data("x".utf8)) == nil)
    #expect(configuration.partition(ofPlaceAt: message.subject) == 3)
    #expect(configuration.partition(ofPlaceAt: "TURNS.place.4") == nil)
    #expect(configuration.partition(ofPlaceAt: "TURNS.place.x") == nil)
  }
}
