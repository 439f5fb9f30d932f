import AsyncHTTPClient
import Foundation
import Hummingbird
import NIOCore
import NIOHTTP1
import Readings
import ServiceLifecycle
import StreamConcurrency
import StreamCore
import StreamFiltering
import StreamLines
import StreamTesting
import StreamsAsyncHTTPClient
import Testing

@Suite("A server of readings", .timeLimit(.minutes(10)))
struct ReadingsServerTests {
  private let client = HTTPClient.shared

  /// Runs a server with an empty database, and stops it gracefully, which waits until its listeners have ended.
  private func withServer<Result: Sendable>(
    _ body: @escaping @Sendable (_ address: String) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (ports, port) = AsyncStream<Int>.makeStream()
    let application = try ReadingsServer(database: folder.appendingPathComponent("db.sqlite").path)
      .application(port: 0) { port.yield($0) }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [application], logger: application.logger))
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      let number = await ports.first { _ in true } ?? 0
      do {
        let result = try await body("http://127.0.0.1:\(number)")
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
        return result
      } catch {
        await group.triggerGracefulShutdown()
        throw error
      }
    }
  }

  private func store(_ address: String, _ numbers: Range<Int>) async throws -> String {
    let lines = numbers.map { #"{"sensor":"s","celsius":\#($0)}"# + "\n" }.joined()
    var request = HTTPClientRequest(url: "\(address)/readings")
    request.method = .POST
    request.body = .bytes(ByteBuffer(string: lines))
    let response = try await client.execute(request, timeout: .minutes(5))
    return String(buffer: try await response.body.collect(upTo: 10_000))
  }

  private func events(_ address: String, after id: Int? = nil) throws -> HTTPEvents {
    var request = try HTTPClient.Request(url: "\(address)/events")
    if let id { request.headers.add(name: "Last-Event-ID", value: "\(id)") }
    return client.eventsPublisher(for: request, delay: .milliseconds(10))
  }

  private func eventually(_ isMet: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while !isMet(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(5)) }
    #expect(isMet())
  }

  @Test("A listener gets what is stored, and what comes later, once and in order; a late one from its last event on")
  func replay() async throws {
    try await withServer { address in
      #expect(try await store(address, 0..<1_000) == "1000\n")
      let early = try events(address).record()
      let late = try events(address, after: 900).record()
      try await eventually { early.values.count == 1_000 && late.values.count == 100 }
      #expect(try await store(address, 1_000..<3_000) == "2000\n")
      try await eventually { early.values.count == 3_000 && late.values.count == 2_100 }
      #expect(early.values.map(\.data) == (0..<3_000).map { "s \(Double($0))" })
      #expect(late.values.map(\.id) == (901...3_000).map { "\($0)" })
      early.cancel()
      late.cancel()
    }
  }

  @Test("A listener that reads nothing holds up neither uploads nor others, and loses nothing")
  func slowListener() async throws {
    try await withServer { address in
      let slow = try events(address).record(demand: .max(1))
      let quick = try events(address).record()
      for part in 0..<5 { #expect(try await store(address, part * 4_000..<(part + 1) * 4_000) == "4000\n") }
      try await eventually { quick.values.count == 20_000 }
      #expect(slow.values.count <= 1)
      slow.request(.unlimited)
      try await eventually { slow.values.count == 20_000 }
      #expect(slow.values.map(\.id) == quick.values.map(\.id))
      slow.cancel()
      quick.cancel()
    }
  }

  @Test("A line that is no reading is refused, and what came before it is stored")
  func badLine() async throws {
    try await withServer { address in
      var request = HTTPClientRequest(url: "\(address)/readings")
      request.method = .POST
      request.body = .bytes(ByteBuffer(string: #"{"sensor":"s","celsius":1}"# + "\nsoup\n"))
      let response = try await client.execute(request, timeout: .minutes(5))
      #expect(response.status == .badRequest)
      let listener = try events(address).record()
      try await eventually { listener.values.count == 1 }
      listener.cancel()
    }
  }

  @Test("A server that stops gracefully ends the listeners")
  func stops() async throws {
    let listener = try await withServer { address in
      let listener = try events(address).record()
      _ = try await store(address, 0..<10)
      try await eventually { listener.values.count == 10 }
      return listener
    }
    listener.cancel()
  }
}
