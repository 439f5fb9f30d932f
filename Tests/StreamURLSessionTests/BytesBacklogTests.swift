import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("bytesPublisher: the backlog", .timeLimit(.generous))
struct BytesBacklogTests {
  private static let megabyte = 1 << 20
  private let session = URLSession(configuration: .patient)

  /// Sends a body without end, in which each byte tells of its place.
  @Sendable
  private static func sendEndless(to client: StreamingServer.Client) {
    client.sendHead()
    var number: UInt8 = 0
    while client.send([UInt8](repeating: number, count: 1_000)) { number &+= 1 }
  }

  #if canImport(FoundationNetworking)
    @Test("If too many bytes wait, the connection is closed, and the stream fails after the stored bytes")
    func tooLong() async throws {
      try await StreamingServer.run(Self.sendEndless) { server in
        let publisher = session.bytesPublisher(for: try server.url(), maxBacklog: 2 * Self.megabyte)
        let recorder = publisher.stream(demand: .max(1))
        // It is delivered on a queue of its own, while the others are stored.
        #expect(await recorder.record.wait { !$0.values.isEmpty })
        #expect(await server.log.wait { $0.connections == 1 && $0.openConnections == 0 })
        expectEqual(recorder.values.count, 1)
        expect(!recorder.record.value.hasEnded)
        recorder.request(.unlimited)
        let record = await recorder.untilEnd()
        expectEqual(record.failure?.code, .dataLengthExceedsMaximum)
        let error = record.failure?.userInfo[NSUnderlyingErrorKey] as? BacklogTooLongError
        expectEqual(error, BacklogTooLongError(maxBacklog: 2 * Self.megabyte))
        // What it had in memory comes with what was on disk; the piece that was too much does not.
        let bytes = recorder.bytes
        expect(bytes.count > Self.megabyte)
        expect(bytes.count < 3 * Self.megabyte)
        expect(bytes.indices.allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0 / 1_000) })
      }
    }

    @Test("Lines fail in the same way, and no line is cut at the failure")
    func lines() async throws {
      try await StreamingServer.run { client in
        client.sendHead()
        let lines = [UInt8](String(repeating: "line\n", count: 1_000).utf8)
        while client.send(lines) {}
      } _: { server in
        let lines = session.linesPublisher(for: try server.url(), maxBacklog: Self.megabyte)
        let recorder = lines.stream(demand: .max(1))
        #expect(await server.log.wait { $0.connections == 1 && $0.openConnections == 0 })
        recorder.request(.unlimited)
        let record = await recorder.untilEnd()
        expectEqual((record.failure as? URLError)?.code, .dataLengthExceedsMaximum)
        expect(record.values.allSatisfy { $0 == "line" })
      }
    }
  #endif

  @Test("A body of any length does not fail while little of it waits")
  func longBody() async throws {
    let length = 16 * Self.megabyte
    let received = Box(0)
    try await StreamingServer.run { client in
      client.sendHead(length: length)
      // No faster than the subscriber takes it, on whatever machine.
      for sent in stride(from: 0, to: length, by: 65_536) {
        let isTaken = eventually { sent - received.value < 4 * Self.megabyte }
        guard isTaken, client.send([UInt8](repeating: 1, count: 65_536)) else { return }
      }
    } _: { server in
      let publisher = session.bytesPublisher(for: try server.url(), maxBacklog: 8 * Self.megabyte)
      let recorder = publisher.stream { data, _ in
        received.update { $0 += data.count }
        return .none
      }
      #expect(await recorder.untilEnd().failure == nil)
      expectEqual(received.value, length)
    }
  }

  @Test("A backlog of nothing is allowed, and a line has a million bytes at most unless said otherwise")
  func bounds() throws {
    let url = try #require(URL(string: "http://127.0.0.1/"))
    expectEqual(URLSession.shared.bytesPublisher(for: url, maxBacklog: 0).maxBacklog, 0)
    expectEqual(URLSession.shared.linesPublisher(for: url).maxLength, 1_000_000)
  }

  @Test("A negative backlog traps")
  func negative() async {
    await #expect(processExitsWith: .failure) {
      if let url = URL(string: "http://127.0.0.1/") { _ = URLSession.shared.bytesPublisher(for: url, maxBacklog: -1) }
    }
  }
}
