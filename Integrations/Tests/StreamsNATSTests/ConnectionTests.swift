import Foundation
import IntegrationTestSupport
import StreamConcurrency
import StreamCore
import StreamFiltering
import StreamMapping
import StreamTesting
import StreamsNATS
import Synchronization
import Testing

@Suite("Connection loss", .generous)
struct ConnectionTests {
  @Test("Signals that the connection is made, lost, back, and closed")
  func events() async throws {
    let server = try NATSServer()
    defer { server.stop() }
    let client = JetStream(servers: [server.url], options: .forTests)
    let events = client.events.record()
    try await client.connect()
    server.kill()
    try await eventually { events.values.contains(.disconnected) }
    try server.start()
    try await eventually { events.values.contains(.reconnected(server: server.url)) }
    client.close()
    try await eventually { events.values.last == .closed }
    #expect(events.values.first == .connected(server: server.url))
    // On a machine with much to do, a connection to a server that begins may be lost once more.
    for (number, event) in events.values.dropFirst().dropLast().enumerated() {
      #expect(event == (number.isMultiple(of: 2) ? .disconnected : .reconnected(server: server.url)))
    }
    #expect(events.values.count.isMultiple(of: 2), "\(events.values)")
    await #expect(throws: JetStreamFailure.self) { try await client.connect() }
    events.cancel()
  }

  @Test("Writing goes on when a server that crashed is back: nothing is lost, nothing is stored twice")
  func writingSurvives() async throws {
    try await withServer { server, client in
      let upstream = (0..<20_000).publisher.map { number in
        OutgoingMessage(
          subject: "log.\(number % 10)", payload: Data("\(number)".utf8), id: "\(number)", key: "\(number % 10)")
      }
      let recorder = upstream.publish(to: client.stream("LOG"), window: 100).record()
      for count in [2_000, 9_000] {
        try await eventually { recorder.values.count > count }
        server.kill()
        try server.start()
      }
      try await eventually { recorder.isFinished }
      #expect(recorder.completions.count == 1 && recorder.isFinished)
      #expect(Set(recorder.values.map(\.id)).count == 20_000)
      let stored = try await client.replay(of: "LOG", endsAtNewest: true).allValues
      #expect(stored.count == 20_000)
      for key in 0..<10 {
        let numbers = stored.filter { $0.subject == "log.\(key)" }.map(\.number)
        #expect(numbers == Array(stride(from: key, to: 20_000, by: 10)))
      }
    }
  }

  @Test("Consuming goes on when a server that crashed is back: each message is handled at least once")
  func consumingSurvives() async throws {
    try await withServer { server, client in
      _ = try await numbers(0..<10_000).publish(to: client.stream("LOG")).allValues
      var configuration = ConsumerConfiguration("c")
      configuration.acknowledgementWait = .seconds(2)
      let recorder = client.consumer(configuration, of: "LOG").acknowledging { $0.number }.record(demand: .max(50)) {
        _ in
        .max(1)
      }
      for count in [1_000, 4_000] {
        try await eventually { recorder.values.count > count }
        server.kill()
        try server.start()
      }
      try await eventually { Set(recorder.values).count == 10_000 }
      #expect(recorder.completions.isEmpty)
      #expect(recorder.overlaps == 0)
      try await eventually { try await client.consumerState("c", of: "LOG").acknowledgedSequence == 10_000 }
      recorder.cancel()
    }
  }

  @Test("A replay goes on after its last message when a server that crashed is back: each comes once, in order")
  func replaySurvives() async throws {
    try await withServer { server, client in
      _ = try await numbers(0..<10_000).publish(to: client.stream("LOG")).allValues
      let recorder = client.replay(of: "LOG", endsAtNewest: true, maximumFetch: 50).record(demand: .max(50)) { _ in
        .max(1)
      }
      for count in [1_000, 4_000] {
        try await eventually { recorder.values.count > count }
        server.kill()
        try server.start()
      }
      try await eventually { recorder.isFinished }
      #expect(recorder.values.map(\.number) == Array(0..<10_000))
    }
  }

  @Test("A server that does not answer for a while costs time alone")
  func pausedServer() async throws {
    var options = JetStreamOptions.forTests
    options.pingInterval = .milliseconds(200)
    try await withServer(options: options) { server, client in
      var settings = PublishOptions()
      settings.acknowledgementTimeout = .milliseconds(300)
      let upstream = PassthroughSubject<OutgoingMessage, Never>()
      let written = upstream.publish(to: client.stream("LOG"), window: 1_000, options: settings).record()
      let read = client.consumer("c", of: "LOG").acknowledging { $0.number }.record()
      let events = client.events.record()
      try await eventually { try await client.consumerState("c", of: "LOG").pending == 0 }
      for number in 0..<500 {
        if number == 200 {
          server.pause()
          try await eventually { events.values.contains(.disconnected) }
        }
        upstream.send(OutgoingMessage(subject: "log.x", payload: Data("\(number)".utf8), id: "\(number)"))
      }
      server.resume()
      upstream.send(completion: .finished)
      try await eventually { written.isFinished && Set(read.values) == Set(0..<500) }
      #expect(try await client.stream("LOG").state().messages == 500)
      read.cancel()
      events.cancel()
    }
  }

  @Test("A connection that is closed ends streams with a failure")
  func closing() async throws {
    try await withServer { _, client in
      let read = client.consumer("c", of: "LOG").record()
      let upstream = PassthroughSubject<OutgoingMessage, Never>()
      let written = upstream.publish(to: client.stream("LOG")).record()
      try await eventually { (try? await client.consumerState("c", of: "LOG")) != nil }
      client.close()
      for failure in [{ read.failure }, { written.failure }] as [@Sendable () -> JetStreamFailure?] {
        try await eventually { failure() != nil }
        guard case .closed = failure() else {
          Issue.record("Another failure")
          return
        }
      }
    }
  }

  @Test("A server that is not there is a failure, and the next use tries again")
  func refused() async throws {
    let server = try NATSServer()
    defer { server.stop() }
    server.kill()
    let client = JetStream(servers: [server.url])
    defer { client.close() }
    let recorder = client.consumer("c", of: "LOG").record()
    try await eventually { recorder.failure != nil }
    guard case .notConnected = recorder.failure else {
      Issue.record("Another failure: \(recorder.completions)")
      return
    }
    try server.start()
    try await client.connect()
  }

  @Test("Without the right credentials there is no connection")
  func credentials() async throws {
    let server = try NATSServer(["--user", "a", "--pass", "secret"])
    defer { server.stop() }
    for (password, isRight) in [("wrong", false), ("secret", true)] {
      var options = JetStreamOptions()
      options.credentials = .password(user: "a", password: password)
      let client = JetStream(servers: [server.url], options: options)
      defer { client.close() }
      if isRight {
        try await client.connect()
      } else {
        await #expect(throws: JetStreamFailure.self) { try await client.connect() }
      }
    }
  }

  @Test("A connection that cannot be got back ends streams")
  func givesUp() async throws {
    var options = JetStreamOptions.forTests
    options.maximumReconnects = 3
    try await withServer(options: options) { server, client in
      let recorder = client.consumer("c", of: "LOG").record()
      try await eventually { (try? await client.consumerState("c", of: "LOG")) != nil }
      server.kill()
      try await eventually { recorder.failure != nil }
      guard case .closed = recorder.failure else {
        Issue.record("Another failure: \(recorder.completions)")
        return
      }
    }
  }
}
