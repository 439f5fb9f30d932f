import Foundation
import Hummingbird
import IntegrationTestSupport
import StreamCore
import StreamTesting
import StreamURLSession
import StreamsHummingbird
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("eventsPublisher of a session, and events of Hummingbird", .generous)
struct EventsPublisherTests {
  private static let events = 500

  @Test("Each event comes once and in order, over as many connections as it takes, until the server has no more")
  func connections() async throws {
    try await withServer { router in
      router.get("events") { request, _ in
        let first = request.lastEventID.flatMap { Int($0) }.map { $0 + 1 } ?? 0
        if first == Self.events { return Response(status: .noContent) }
        // The server hangs up after thirty.
        let end = min(first + 30, Self.events)
        return Response.events(for: request) { _ in
          Publishers.Map(upstream: (first..<end).publisher) { number in
            ServerSentEvent(data: "\(number)\nand more", id: "\(number)", event: "number", retry: 1, comment: "hello")
          }
        }
      }
    } _: { address in
      let request = URLRequest(url: try #require(URL(string: "\(address)/events")))
      let recorder = URLSession.shared.eventsPublisher(for: request).record(demand: .max(7)) { _ in .max(1) }
      try await eventually("The events stand still.") { !recorder.completions.isEmpty }
      #expect(recorder.isFinished, "\(recorder.completions)")
      #expect(recorder.values.map(\.id) == (0..<Self.events).map(String.init))
      #expect(recorder.values.allSatisfy { $0.data == "\($0.id ?? "")\nand more" && $0.event == "number" })
    }
  }
}
