import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("eventsPublisher", .timeLimit(.generous))
struct EventsPublisherTests {
  private let session = URLSession(configuration: .patient)

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

  /// Runs a server whose connections are served by the closure with their number, from zero. It notes the heads of
  /// requests in small letters.
  private func withServer(
    _ serve: @escaping @Sendable (_ number: Int, _ client: StreamingServer.Client) -> Void,
    _ body: (StreamingServer, Watched<[String]>) async throws -> Void
  ) async throws {
    let (heads, numbers) = (Watched<[String]>([]), Box(-1))
    try await StreamingServer.run { client in
      heads.update { $0.append(String(decoding: client.request, as: UTF8.self).lowercased()) }
      let number = numbers.update { number in
        number += 1
        return number
      }
      serve(number, client)
    } _: { server in
      try await body(server, heads)
    }
  }

  private func events(
    _ server: StreamingServer, delay: Duration = .milliseconds(1), maxDelay: Duration = .milliseconds(2),
    retries: Int = 3, maxLength: Int = 1_000
  ) throws -> URLSessionEventsPublisher {
    session.eventsPublisher(
      for: URLRequest(url: try server.url()), delay: delay, maxDelay: maxDelay, retries: retries, maxLength: maxLength)
  }

  @Test("Connects again with the last event's id after a finish and after a loss, until the server answers 204")
  func reconnects() async throws {
    let lossy = Self.head.replacing("Connection", with: "Content-Length: 9999\r\nConnection")
    try await withServer { number, client in
      switch number {
      case 0: client.send(Self.head + "id: 1\ndata: a\n\ndata: b\n\ndata: lost")
      case 1: client.send(lossy + "data: c\n\nid: 2\n\nid: 3\n")
      case 2: client.send(Self.head.replacing("stream", with: "stream ; charset=utf-8") + "id\ndata: d\n\n")
      default: client.send("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
      }
    } _: { server, heads in
      let recorder = try events(server).record()
      #expect(try await eventually { !recorder.completions.isEmpty })
      expect(recorder.isFinished)
      expectEqual(recorder.values.map(\.data), ["a", "b", "c", "d"])
      expectEqual(recorder.values.map(\.id), ["1", "1", "1", nil])
      let ids = heads.value.map { head in
        head.split(separator: "\r\n").first { $0.hasPrefix("last-event-id: ") }.map { String($0.dropFirst(15)) }
      }
      expectEqual(ids, [nil, "1", "2", nil])
      expect(heads.value.allSatisfy { $0.contains("accept: text/event-stream\r\n") })
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test("An id without content counts, one of an event that is not complete does not")
  func ids() async throws {
    try await withServer { number, client in
      if number == 0 {
        client.send(Self.head + "id: 2\ndata: a\n\nid: 3\n\nid: 4\ndata: lost\n")
      } else {
        client.send("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
      }
    } _: { server, heads in
      let recorder = try events(server).record()
      #expect(try await eventually { !recorder.completions.isEmpty })
      expectEqual(recorder.values.map(\.data), ["a"])
      expectEqual(heads.value.last?.contains("last-event-id: 3\r\n"), true)
    }
  }

  @Test(
    "An answer that is no stream of events ends it",
    arguments: [
      ("HTTP/1.1 500 Oh\r\nContent-Type: text/event-stream", 500), ("HTTP/1.1 200 OK\r\nContent-Type: text/html", 200),
      ("HTTP/1.1 302 Found\r\nContent-Type: text/event-stream", 302),
    ])
  func refused(head: String, status: Int) async throws {
    try await withServer { _, client in
      client.send(head + "\r\nContent-Length: 9\r\nConnection: close\r\n\r\ndata:a\n\n\n")
    } _: { server, heads in
      let recorder = try events(server).record()
      #expect(try await eventually { !recorder.completions.isEmpty })
      guard case EventStreamError.refused(let response)? = recorder.failure else {
        Issue.record("It ended otherwise: \(recorder.completions)")
        return
      }
      expectEqual((response as? HTTPURLResponse)?.statusCode, status)
      expectEqual(recorder.values, [])
      expectEqual(heads.value.count, 1)
    }
  }

  @Test("After as many connections without an event as are allowed it fails; an event begins the count anew")
  func retries() async throws {
    try await withServer { number, client in
      client.send(Self.head + (number == 1 ? "data: a\n\n" : "\n"))
    } _: { server, heads in
      let recorder = try events(server, retries: 1).record()
      #expect(try await eventually { !recorder.completions.isEmpty })
      guard case EventStreamError.ended? = recorder.failure else {
        Issue.record("It ended otherwise: \(recorder.completions)")
        return
      }
      expectEqual(recorder.values.map(\.data), ["a"])
      // None, the event, and two more without one.
      expectEqual(heads.value.count, 4)
    }
  }

  @Test("The server's wait replaces the delay")
  func waits() async throws {
    try await withServer { number, client in
      client.send(Self.head + (number == 0 ? "retry: 1\n\n" : "data: \(number)\n\n"))
    } _: { server, _ in
      let recorder = try events(server, delay: .seconds(3_600)).record(demand: .max(2))
      #expect(try await eventually { recorder.values.count == 2 })
      recorder.cancel()
    }
  }

  @Test("A cancel closes the connection; one during a wait ends the wait")
  func cancel() async throws {
    try await withServer { number, client in
      client.send(Self.head + "data: a\n\n")
      // Until the client hangs up.
      if number == 0 { while !client.read().isEmpty {} }
    } _: { server, heads in
      let recorder = try events(server).record()
      #expect(try await eventually { recorder.values.count == 1 })
      recorder.cancel()
      #expect(await server.log.wait { $0.openConnections == 0 })
      // What waits for an hour is released by a cancel.
      let alive = Box(0)
      let waiting = RecordingSubscriber<ServerSentEvent, any Error>()
      PassedThrough(upstream: try events(server, delay: .seconds(3_600)), held: Counted(alive)).subscribe(waiting)
      #expect(try await eventually { waiting.values.count == 1 })
      #expect(await server.log.wait { $0.openConnections == 0 })
      expectEqual(alive.value, 1)
      waiting.cancel()
      #expect(try await eventually { alive.value == 0 })
      expectEqual(heads.value.count, 2)
      expect(waiting.completions.isEmpty)
    }
  }

  @Test("No connection is made without demand, and the request is that of the caller")
  func demand() async throws {
    try await withServer { _, client in
      client.send(Self.head + "data: a\n\ndata: b\n\n")
    } _: { server, heads in
      var request = URLRequest(url: try server.url("/there"))
      request.setValue("mine", forHTTPHeaderField: "Accept")
      request.setValue("9", forHTTPHeaderField: "Last-Event-ID")
      let recorder = session.eventsPublisher(for: request, delay: .zero, retries: 0).record(demand: .none)
      // Another one comes and goes meanwhile.
      let other = session.eventsPublisher(for: request, delay: .seconds(3_600)).record(demand: .max(2))
      #expect(try await eventually { other.values.count == 2 })
      expectEqual(heads.value.count, 1)
      other.cancel()
      recorder.request(.max(1))
      #expect(try await eventually { recorder.values.count == 1 })
      expectEqual(heads.value.first?.contains("accept: mine\r\n"), true)
      expectEqual(heads.value.first?.contains("last-event-id: 9\r\n"), true)
      recorder.cancel()
      expectEqual(recorder.subscriptions, ["EventsPublisher"])
    }
  }

  @Test("A URL that cannot be loaded fails at once, and so does an event that is too long")
  func permanent() async throws {
    let url = try #require(URL(string: "nothing://here"))
    let recorder = session.eventsPublisher(for: URLRequest(url: url)).record()
    #expect(try await eventually { !recorder.completions.isEmpty })
    expectEqual((recorder.failure as? URLError)?.code, .unsupportedURL)
    try await withServer { _, client in
      client.send(Self.head + "data: 0123456789\n\n")
    } _: { server, heads in
      let recorder = try events(server, maxLength: 10).record()
      #expect(try await eventually { !recorder.completions.isEmpty })
      expectEqual(recorder.failure as? LineTooLongError, LineTooLongError(limit: 10))
      expectEqual(heads.value.count, 1)
    }
  }

  @Test("Bad arguments trap")
  func arguments() async throws {
    await #expect(processExitsWith: .failure) {
      _ = URLSession.shared.eventsPublisher(for: URLRequest(url: try #require(URL(string: "a:b"))), delay: .seconds(-1))
    }
    await #expect(processExitsWith: .failure) {
      _ = URLSession.shared.eventsPublisher(for: URLRequest(url: try #require(URL(string: "a:b"))), retries: -1)
    }
    await #expect(processExitsWith: .failure) {
      let url = try #require(URL(string: "a:b"))
      _ = URLSession.shared.eventsPublisher(for: URLRequest(url: url), maxDelay: .seconds(-1))
    }
  }
}
