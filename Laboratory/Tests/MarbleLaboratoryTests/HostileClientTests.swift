import Foundation
import MarbleLaboratory
import Testing

@Suite("Clients that do not speak HTTP, or too much of it", .serialized, .timeLimit(.minutes(2)))
struct HostileClientTests {
  /// Bytes, and how the first line of the answer begins; an empty one if the connection may be closed without an
  /// answer.
  struct Bytes: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let answer: String

    init(_ description: String, _ text: String, _ answer: String) {
      testDescription = description
      bytes = Array(text.utf8)
      self.answer = answer
    }

    static func filler(_ count: Int) -> String { String(repeating: "a", count: count) }

    static func post(_ headers: String, _ body: String = "") -> String {
      "POST /run HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(headers)\r\n\r\n\(body)"
    }

    static let malformed = [
      Bytes("a request line of 200 KB", "GET /\(filler(200_000)) HTTP/1.1\r\n\r\n", "HTTP/1.1 431"),
      Bytes("a request line of 5 MB", "GET /\(filler(5_000_000)) HTTP/1.1\r\n\r\n", "HTTP/1.1 431"),
      Bytes(
        "a head of 1 MB in short lines",
        "GET / HTTP/1.1\r\n" + (1...10_000).map { "X-\($0): \(filler(90))\r\n" }.joined() + "\r\n", "HTTP/1.1 431"),
      Bytes("a head with one line of 1 MB", "GET / HTTP/1.1\r\nX: \(filler(1_000_000))\r\n\r\n", "HTTP/1.1 431"),
      Bytes("text", "What is the time?\r\n\r\n", "HTTP/1.1 400"),
      Bytes("bytes of another protocol", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", "HTTP/1.1 400"),
      Bytes("NULs", String(repeating: "\0", count: 100), "HTTP/1.1 400"),
      Bytes("a NUL in a header", post("X: a\0b\r\nContent-Length: 0"), "HTTP/1.1 400"),
      Bytes("another version", "GET / HTTP/7.3\r\n\r\n", "HTTP/1.1 400"),
      Bytes("a negative length", post("Content-Length: -1"), "HTTP/1.1 400"),
      Bytes("a length that overflows", post("Content-Length: 99999999999999999999999"), "HTTP/1.1 400"),
      Bytes("a length that is no number", post("Content-Length: ten"), "HTTP/1.1 400"),
      Bytes("two lengths", post("Content-Length: 2\r\nContent-Length: 3", "{}"), "HTTP/1.1 400"),
      Bytes(
        "a length and chunks", post("Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), "HTTP/1.1 400"),
      Bytes("a chunk whose length is no number", post("Transfer-Encoding: chunked", "xyz\r\n{}\r\n"), "HTTP/1.1 400"),
      Bytes(
        "chunks that are more than is read",
        post("Transfer-Encoding: chunked", String(repeating: "1000\r\n\(filler(4_096))\r\n", count: 10) + "0\r\n\r\n"),
        "HTTP/1.1 413"),
      Bytes("a length of gigabytes", post("Content-Length: 99999999999"), "HTTP/1.1 413"),
      Bytes("a body of 32 MB", post("Content-Length: 32000000", filler(32_000_000)), "HTTP/1.1 413"),
    ]

    static let unfinished = [
      Bytes("nothing", "", ""), Bytes("half a head", "GET / HTTP/1.1\r\nHost: lo", ""),
      Bytes("half a body", post("Content-Length: 100", "{\"id\":"), "HTTP/1.1 408"),
    ]
  }

  @Test("Each is answered within seconds, the connection closed, and the server lives on", arguments: Bytes.malformed)
  func malformed(_ sent: Bytes) async throws {
    try await withLaboratory { laboratory in
      let received = try await laboratory.connected { connection in
        connection.send(sent.bytes)
        return connection.receiveToEnd()
      }
      #expect(try #require(received).hasPrefix(sent.answer), "\(received ?? "")")
      #expect(try await laboratory.get("operators").status == 200)
    }
  }

  @Test("A request that does not come to its end is given up", arguments: Bytes.unfinished)
  func unfinished(_ sent: Bytes) async throws {
    let laboratory = try await Laboratory.start(patience: .milliseconds(200))
    let received = try await laboratory.connected { connection in
      connection.send(sent.bytes)
      return connection.receiveToEnd()
    }
    #expect(try #require(received).hasPrefix(sent.answer), "\(received ?? "")")
    await laboratory.stop()
  }

  @Test("A client that comes byte by byte is given up, too")
  func slow() async throws {
    let laboratory = try await Laboratory.start(patience: .milliseconds(200))
    let received = try await laboratory.connected { connection in
      connection.send(Array(Bytes.post("Content-Length: 10000000").utf8))
      while connection.send([0x20]) {}
      return connection.receiveToEnd()
    }
    #expect(try #require(received).hasPrefix("HTTP/1.1 408"))
    await laboratory.stop()
  }

  @Test("Clients that close in the middle, or do not read, leave nothing behind that others wait for")
  func leaving() async throws {
    try await withLaboratory { laboratory in
      let beginnings = [
        "G", "POST /run HTTP/1.1\r\nContent-Length: 50\r\n\r\n{", "GET /operators HTTP/1.1\r\nHost: x\r\n\r\n",
      ]
      for text in beginnings {
        _ = try await laboratory.connected { connection in connection.send(Array(text.utf8)) }
      }
      #expect(try await laboratory.get("operators").status == 200)
    }
  }

  @Test("Requests of one connection are answered in order, also if they are sent at once")
  func pipelined() async throws {
    try await withLaboratory { laboratory in
      let text = try await laboratory.connected { connection in
        let first = "GET /lab.css HTTP/1.1\r\nHost: localhost\r\n\r\n"
        connection.send(Array((first + "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").utf8))
        return connection.receiveToEnd()
      }
      let statuses = try #require(text).matches(of: #/HTTP/1.1 (\d+)/#).map { String($0.1) }
      #expect(statuses == ["200", "405"])
      // The answer to HEAD has no body.
      #expect(try #require(text).hasSuffix("\r\n\r\n"))
    }
  }

  @Test("A client that sends requests and never reads costs one answer, and is given up")
  func neverReads() async throws {
    let laboratory = try await Laboratory.start(patience: .seconds(1))
    let request = Array("GET /operators HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    let before = try residentMegabytes()
    let sent = try await laboratory.connected { connection in
      var sent = 0
      // Each answer has hundreds of kilobytes.
      while sent < 100_000, connection.send(request) { sent += 1 }
      return sent
    }
    #expect(sent < 100_000)
    #expect(try residentMegabytes() - before < 100)
    await laboratory.stop()
  }

  @Test(
    "Only the laboratory's own page is answered",
    arguments: [
      ("localhost:1", "", "200"), ("127.0.0.1", "", "200"), ("[::1]:80", "", "200"), ("LOCALHOST", "", "200"),
      ("evil.example", "", "421"), ("localhost.evil.example", "", "421"), ("[::2]", "", "421"), ("", "", "421"),
      ("localhost:1", "http://localhost:1", "200"), ("localhost:1", "http://localhost:2", "403"),
      ("localhost:1", "https://localhost:1", "403"), ("localhost:1", "http://evil.example", "403"),
      ("localhost:1", "null", "403"), ("localhost\r\nHost: localhost", "", "400"),
    ])
  func origins(_ host: String, _ origin: String, _ status: String) async throws {
    try await withLaboratory { laboratory in
      let head = "GET / HTTP/1.1\r\nHost: \(host)\r\n" + (origin.isEmpty ? "" : "Origin: \(origin)\r\n")
      let received = try await laboratory.connected { connection in
        connection.send(Array((head + "Connection: close\r\n\r\n").utf8))
        return connection.receiveToEnd()
      }
      #expect(try #require(received).hasPrefix("HTTP/1.1 \(status)"), "\(received?.prefix(200) ?? "")")
    }
  }

  /// The process' resident memory; 0 where nothing tells it.
  private func residentMegabytes() throws -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
    let kilobytes = try #require(status.firstMatch(of: #/VmRSS:\s+(\d+)/#)).1
    return try #require(Int(kilobytes)) / 1_024
  }

  @Test("It stops while clients are connected")
  func stopping() async throws {
    let laboratory = try await Laboratory.start()
    let connection = try RawConnection(to: laboratory.port)
    connection.send(Array("GET / HTTP/1.1\r\n".utf8))
    await laboratory.stop()
    #expect(connection.receiveToEnd() == "")
    connection.close()
  }
}

extension Laboratory {
  var port: UInt16 { UInt16(address.dropLast().split(separator: ":").last ?? "") ?? 0 }

  /// Uses a connection, on a thread that may be blocked.
  func connected<Value: Sendable>(_ body: @escaping @Sendable (RawConnection) -> Value) async throws -> Value {
    let connection = try RawConnection(to: port)
    defer { connection.close() }
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body(connection)) }
    }
  }
}
