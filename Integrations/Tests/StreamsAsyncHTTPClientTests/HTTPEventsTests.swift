import AsyncHTTPClient
import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOCore
import StreamCore
import StreamLines
import StreamTesting
import StreamsAsyncHTTPClient
import Testing

@Suite("Events over HTTP", .serialized, .generous)
struct HTTPEventsTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
  private static let noContent = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"

  /// Runs a server that answers each connection by its number with a text, and then closes it.
  private func withServer(
    _ answer: @escaping @Sendable (_ number: Int) -> String,
    _ body: (RawServer, HTTPClient.Request) async throws -> Void
  ) async throws {
    let numbers = NIOLockedValueBox(-1)
    let server = try await RawServer.start { channel in
      let number = numbers.withLockedValue { number in
        number += 1
        return number
      }
      channel.say(answer(number))
      channel.close(promise: nil)
    }
    do {
      try await body(server, try HTTPClient.Request(url: "http://127.0.0.1:\(server.port)/"))
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func events(_ request: HTTPClient.Request, retries: Int = 3, maxLength: Int = 1_000) -> HTTPEvents {
    HTTPClient.shared.eventsPublisher(
      for: request, delay: .milliseconds(1), maxDelay: .milliseconds(2), retries: retries, maxLength: maxLength)
  }

  @Test("Connects again with the last event's id after a finish and after a loss, until the server answers 204")
  func reconnects() async throws {
    try await withServer { number in
      switch number {
      case 0: Self.head + "id: 1\ndata: a\n\ndata: b\n\ndata: lost"
      case 1:
        Self.head.replacing("Connection", with: "Content-Length: 9999\r\nConnection") + "data: c\n\nid: 2\n\nid: 3\n"
      case 2: Self.head.replacing("stream", with: "stream ; charset=utf-8") + "id\ndata: d\n\n"
      default: Self.noContent
      }
    } _: { server, request in
      let recorder = events(request).record()
      try await eventually("It did not end.") { !recorder.completions.isEmpty }
      #expect(recorder.isFinished, "\(recorder.completions)")
      #expect(recorder.values.map(\.data) == ["a", "b", "c", "d"])
      #expect(recorder.values.map(\.id) == ["1", "1", "1", nil])
      let fields = server.request.lowercased().split(separator: "\r\n")
      #expect(fields.filter { $0.hasPrefix("last-event-id") } == ["last-event-id: 1", "last-event-id: 2"])
      #expect(fields.count { $0 == "accept: text/event-stream" } == 4)
    }
  }

  @Test("An answer that is no stream of events ends it, and so does an event that is too long")
  func ends() async throws {
    for (answer, length) in [("HTTP/1.1 500 No\r\n", 1_000), ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", 1_000)]
    {
      try await withServer { _ in
        answer + "Content-Length: 0\r\nConnection: close\r\n\r\n"
      } _: { server, request in
        let recorder = events(request, maxLength: length).record()
        try await eventually("It did not end.") { !recorder.completions.isEmpty }
        guard case HTTPStreamError.refused? = recorder.failure else {
          Issue.record("\(recorder.completions)")
          return
        }
        #expect(server.connectionCount == 1)
      }
    }
    try await withServer { _ in
      Self.head + "data: 1234567890\n\n"
    } _: { server, request in
      let recorder = events(request, maxLength: 10).record()
      try await eventually("It did not end.") { !recorder.completions.isEmpty }
      #expect(recorder.failure is LineTooLongError)
      #expect(server.connectionCount == 1)
    }
  }

  @Test("After as many connections without an event as are allowed it fails; an event begins the count anew")
  func retries() async throws {
    try await withServer {
      $0 == 1 ? Self.head + "data: a\n\n" : Self.head
    } _: { server, request in
      let recorder = events(request, retries: 2).record()
      try await eventually("It did not end.") { !recorder.completions.isEmpty }
      guard case HTTPStreamError.ended? = recorder.failure else {
        Issue.record("\(recorder.completions)")
        return
      }
      // One without an event, one with, two more, and the one too many.
      #expect(server.connectionCount == 5)
    }
  }

  @Test("No connection is made without demand; a cancel during a wait ends the wait")
  func demandAndCancel() async throws {
    try await withServer { _ in
      Self.head + "retry: 3600000\ndata: a\n\n"
    } _: { server, request in
      let recorder = events(request).record(demand: .none)
      #expect(server.connectionCount == 0)
      recorder.request(.max(2))
      try await eventually("Nothing came.") { recorder.values.count == 1 && server.openCount == 0 }
      recorder.cancel()
      #expect(server.connectionCount == 1)
      #expect(recorder.completions.isEmpty)
    }
  }

  @Test("A connection that is refused is tried again as often as is allowed", arguments: [0, 2])
  func refusedConnection(retries: Int) async throws {
    // A port that nobody listens at any more.
    let server = try await RawServer.start { _ in }
    await server.stop()
    let request = try HTTPClient.Request(url: "http://127.0.0.1:\(server.port)/")
    var configuration = HTTPClient.Configuration()
    // Otherwise the client itself tries again, until a minute is over.
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let recorder = client.eventsPublisher(for: request, delay: .milliseconds(1), retries: retries).record()
    try? await eventually("It did not end.") { !recorder.completions.isEmpty }
    try await client.shutdown()
    guard case HTTPStreamError.connection? = recorder.failure else {
      Issue.record("\(recorder.completions)")
      return
    }
  }
}
