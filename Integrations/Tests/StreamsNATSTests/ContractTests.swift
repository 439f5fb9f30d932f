import CNATS
import Foundation
import IntegrationTestSupport
import StreamCore
import StreamFiltering
import StreamMapping
import StreamTesting
import Synchronization
import Testing

@testable import StreamsNATS

@Suite("The contract of streams", .generous, .serialized)
struct ContractTests {
  @Test("Replays keep it")
  func replay() async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<30).publish(to: client.stream("LOG")).map(\.sequence).record().finished()
      verifyContract(interval: 0.2) { client.replay(of: "LOG", endsAtNewest: true).map(\.number) }
    }
  }

  @Test("Consumers keep it, with their messages acknowledged or not", arguments: [true, false])
  func consumer(acknowledges: Bool) async throws {
    try await withServer { _, client in
      _ = try await numbers(0..<30).publish(to: client.stream("LOG")).record().finished()
      let count = Mutex(0)
      verifyContract(traits: .pacedByDemand, interval: 0.2) {
        // Each has a place of its own in the log.
        let name = count.withLock { count in
          count += 1
          return "c\(count)"
        }
        let messages = client.consumer(name, of: "LOG")
        return acknowledges
          ? messages.acknowledging { $0.number }.eraseToAnyPublisher()
          : messages.map(\.number).eraseToAnyPublisher()
      }
    }
  }

  @Test("Turns keep it")
  func turns() async throws {
    try await withServer { _, client in
      let subjects = KeyedSubjects("log", partitions: 1)
      let messages = (0..<30).map { number in
        OutgoingMessage(subject: subjects.subject(ofPartition: 0), payload: Data(), id: "\(number)")
      }
      _ = try await messages.publisher.publish(to: client.stream("LOG")).record().finished()
      // Each subscription has places of its own.
      var places: [TurnsConfiguration] = []
      for number in 0..<100 {
        var configuration = TurnsConfiguration("T\(number)", of: "LOG", subjects: subjects)
        configuration.duration = .milliseconds(5)
        try await client.createTurns(configuration)
        places.append(configuration)
      }
      let unused = Mutex(places[...])
      verifyContract(traits: .pacedByDemand, interval: 0.2) {
        let configuration = unused.withLock { $0.removeFirst() }
        // How many messages a turn has differs from run to run.
        return client.inTurns(configuration, partitions: 1) { $0 }.map(\.partition)
      }
    }
  }

  @Test("Writing keeps it")
  func publish() async throws {
    try await withServer { _, client in
      try await client.connect()
      let log = client.stream("LOG")
      verifyContract(interval: 0.2) { upstream in
        upstream.map { OutgoingMessage(subject: "log.x", payload: Data("\($0)".utf8)) }.publish(to: log)
          // Identifiers and numbers differ from run to run.
          .map(\.isDuplicate)
      }
    }
  }

  @Test("Acknowledging into another log keeps it")
  func acknowledgingInto() async throws {
    try await withServer { _, client in
      try await client.connect()
      let log = client.stream("LOG")
      verifyContract(interval: 0.2) { upstream in
        upstream.map { JetStreamMessage(number: $0, core: client.core) }.acknowledging(into: log) { message in
          message.number == 103 ? nil : OutgoingMessage(subject: "log.x", payload: message.payload)
        }.map(\.isDuplicate)
      }
    }
  }

  // The acknowledgements go nowhere: the client is not connected.
  @Test("Acknowledging with a closure keeps it")
  func acknowledging() {
    let client = JetStream()
    verifyContract(
      of: ContractSpecimen("acknowledging(_:_:)", [.stateless, .skipsFailures]) { upstream, token in
        upstream.map { JetStreamMessage(number: $0, core: client.core) }
          .acknowledging { token.pass($0.number) }
      })
  }

  @Test("Acknowledging with publishers keeps it", arguments: [1, 4])
  func acknowledgingPublishers(count: Int) {
    let client = JetStream()
    verifyContract(
      of: ContractSpecimen("acknowledging(publishers:_:_:)") { upstream, token in
        upstream.map { JetStreamMessage(number: $0, core: client.core) }
          .acknowledging(publishers: count) { Just(token.pass($0.number)) }
      })
  }
}

extension JetStreamMessage {
  fileprivate init(number: Int, core: ConnectionCore) {
    let payload = "\(number)"
    var handle: OpaquePointer?
    natsMsg_Create(&handle, "log.x", "$JS.ACK.LOG.c.1.1.1.1.0", payload, Int32(payload.utf8.count))
    guard let handle, let content = MessageContent(handle, core: core) else {
      fatalError("Not the message of a consumer: \(number)")
    }
    self.init(content: content)
  }
}

extension RecordingSubscriber where Input: Sendable {
  /// Waits for the end.
  func finished() async throws -> [Input] {
    try await eventually { !self.completions.isEmpty }
    return values
  }
}
