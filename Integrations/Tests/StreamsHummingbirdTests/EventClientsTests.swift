import AsyncHTTPClient
import Hummingbird
import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOHTTP1
import StreamCore
import StreamTesting
import StreamsAsyncHTTPClient
import StreamsHummingbird
import Testing

@Suite("Clients of server-sent events at random", .generous)
struct EventClientsTests {
  private static let events = 1_000

  /// Listens until all events have come: reads some lines, stops, drops the connection, and connects again with the id
  /// of the last whole event.
  ///
  /// - Returns: The ids, and the number of connections.
  private func listen(at address: String, _ random: SeededGenerator) async throws -> (ids: [Int], connections: Int) {
    var random = random
    var ids: [Int] = []
    var connections = 0
    while ids.last != Self.events - 1 {
      var request = try HTTPClient.Request(url: "\(address)/events")
      if let last = ids.last { request.headers.add(name: "Last-Event-ID", value: "\(last)") }
      connections += 1
      let recorder = HTTPClient.shared.linesPublisher(for: request).record(demand: .none)
      var asked = 0
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let count = Int.random(in: 1...300, using: &random)
        asked += count
        recorder.request(.max(count))
        let expected = asked
        try await eventually("The events stand still.") {
          recorder.values.count == expected || !recorder.completions.isEmpty
        }
        // Other clients run; this connection stands.
        for _ in 0..<Int.random(in: 0...20, using: &random) { await Task.yield() }
      }
      recorder.cancel()
      // An event is an id, its data and an empty line; a part of the next one is lost.
      var lines = recorder.values[...]
      while lines.count >= 3 {
        let event = Array(lines.prefix(3))
        lines = lines.dropFirst(3)
        let id = try #require(Int(event[0].dropFirst("id: ".count)), "\(event)")
        #expect(event[1].hasPrefix("data: \(id) ") && event[2].isEmpty, "\(event)")
        ids.append(id)
      }
    }
    return (ids, connections)
  }

  @Test("Clients that stop, drop and resume get each event once, in order, and leave nothing on the server")
  func stopDropAndResume() async throws {
    let seed = UInt64.random(in: .min ... .max)
    let open = NIOLockedValueBox(0)
    let text = String(repeating: "x", count: 500)
    try await withServer { router in
      router.get("events") { request, _ in
        Response.events(for: request) { lastID in
          let first = lastID.flatMap { Int($0) }.map { $0 + 1 } ?? 0
          open.withLockedValue { $0 += 1 }
          let token = AnyCancellable { open.withLockedValue { $0 -= 1 } }
          return Publishers.Map(upstream: (first..<Self.events).publisher) { [token] number in
            withExtendedLifetime(token) {}
            return ServerSentEvent(data: "\(number) \(text)", id: "\(number)")
          }
        }
      }
    } _: { address in
      try await withThrowingTaskGroup(of: Void.self) { clients in
        for client in 0..<10 {
          clients.addTask {
            let (ids, connections) = try await listen(at: address, SeededGenerator(seed: seed &+ UInt64(client)))
            #expect(ids == Array(0..<Self.events), "seed \(seed), client \(client), \(connections) connections")
          }
        }
        try await clients.waitForAll()
      }
      try await eventually("Publishers live on: seed \(seed).") { open.withLockedValue { $0 } == 0 }
    }
  }
}
