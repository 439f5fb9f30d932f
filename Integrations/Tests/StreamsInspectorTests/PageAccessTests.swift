import Foundation
import IntegrationTestSupport
import StreamInspection
import Testing

@testable import StreamsInspector

extension PageTests {
  @Test("The page and what it is made of are there, and need nothing from outside")
  func files() async throws {
    try await withPage { page in
      for (path, type) in ["": "text/html", "inspector.css": "text/css", "inspector.js": "text/javascript"] {
        let reply = try await page.request("GET", page.path + path)
        #expect(reply.status == 200)
        #expect(reply.head.contains("Content-Type: \(type)"))
        #expect(
          reply.head.contains("Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';"))
        #expect(reply.head.contains("X-Content-Type-Options: nosniff"))
        let addresses = reply.body.matches(of: #/https?:\/\/[^"]*/#).map { String($0.output) }
        #expect(addresses.allSatisfy { $0 == "http://www.w3.org/2000/svg" }, "\(addresses)")
        #expect(!reply.body.contains("innerHTML"))
      }
    }
  }

  @Test(
    "Only requests with the token of the link are answered",
    arguments: [
      "/", "/groups", "/%TOKEN%", "/%WRONG%/", "/%WRONG%/groups", "/%WRONG%/recording?stage=1", "/%TOKEN%0/",
      "/%SHORT%/", "//%TOKEN%/", "*",
    ])
  func token(_ form: String) async throws {
    try await withPage { page in
      let token = String(page.path.dropFirst().dropLast())
      #expect(token.count == 32)
      let wrong = (token.first == "0" ? "1" : "0") + token.dropFirst()
      let path = form.replacing("%TOKEN%", with: token).replacing("%WRONG%", with: wrong)
        .replacing("%SHORT%", with: token.dropLast())
      let reply = try await page.request("GET", path)
      #expect(reply.status == 403)
      #expect(!reply.body.contains(token) && !reply.head.contains(token))
      #expect(try await page.request("GET", "/\(token)/groups").status == 200)
    }
  }

  @Test("Each page has a token of its own")
  func tokens() {
    #expect(Set((0..<100).map { _ in RequestCheck.randomToken() }).count == 100)
  }

  @Test(
    "Only the page itself is answered, under names of this machine",
    arguments: [
      ("localhost:1", "", 200), ("127.0.0.1", "", 200), ("[::1]:80", "", 200), ("LOCALHOST", "", 200),
      ("box.internal:80", "", 200), ("evil.example", "", 421), ("localhost.evil.example", "", 421), ("[::2]", "", 421),
      ("", "", 421), ("localhost:1", "http://localhost:1", 200), ("localhost:1", "http://localhost:2", 403),
      ("localhost:1", "https://localhost:1", 403), ("localhost:1", "http://evil.example", 403),
      ("localhost:1", "null", 403), ("localhost\r\nHost: localhost", "", 400),
    ])
  func origins(_ host: String, _ origin: String, _ status: Int) async throws {
    try await withPage(names: ["box.internal"]) { page in
      let headers = origin.isEmpty ? "" : "Origin: \(origin)\r\n"
      let reply = try await page.request("GET", page.path + "groups", host: host, headers: headers)
      #expect(reply.status == status)
    }
  }

  @Test("Only GET is answered", arguments: ["HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
  func methods(_ method: String) async throws {
    try await withPage { page in
      let reply = try await page.request(method, page.path + "groups", headers: "Content-Length: 0\r\n")
      #expect(reply.status == 405)
      #expect(reply.head.contains("Allow: GET"))
    }
  }

  @Test(
    "Questions that make no sense are refused",
    arguments: [
      ("nothing", 404), ("pipeline", 400), ("pipeline?id=x", 400), ("pipeline?id=999999999", 404),
      ("recording", 400), ("recording?stage=x", 400), ("recording?stage=999999999", 404), ("groups?verdict=good", 400),
      ("pipelines?group=x&offset=x", 400), ("pipelines?group=nothing", 200),
      ("pipelines?offset=-5", 200), ("groups?search=%ff%fe", 200), ("pipelines?offset=9223372036854775807", 200),
    ])
  func questions(_ path: String, _ status: Int) async throws {
    try await withPage { page in
      let reply = try await page.request("GET", page.path + path)
      #expect(reply.status == status)
    }
  }

  /// What a client may send that is no request, and how it is answered.
  struct Nonsense: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let status: Int

    static let all = [
      Nonsense(testDescription: "a long request line", text: "GET /\(filler) HTTP/1.1\r\n\r\n", status: 431),
      Nonsense(testDescription: "a long header", text: "GET / HTTP/1.1\r\nX: \(filler)\r\n\r\n", status: 431),
      Nonsense(testDescription: "a text", text: "What is the time?\r\n\r\n", status: 400),
      Nonsense(testDescription: "another protocol", text: "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", status: 400),
      Nonsense(
        testDescription: "a negative length", text: "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        status: 400),
      Nonsense(
        testDescription: "a long body",
        text: "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n\(filler)", status: 413),
    ]

    private static let filler = String(repeating: "a", count: 200_000)
  }

  @Test("What is no HTTP, or too much of it, is answered, and the connection closed", arguments: Nonsense.all)
  func malformed(_ sent: Nonsense) async throws {
    try await withPage { page in
      let reply = try await page.exchange(sent.text)
      #expect(reply.status == sent.status)
      #expect(try await page.request("GET", page.path).status == 200)
    }
  }

  @Test(
    "A request that does not come to its end is given up",
    arguments: [("", 0), ("GET / HTTP/1.1\r\nHost: lo", 0), ("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nab", 408)])
  func unfinished(_ text: String, _ status: Int) async throws {
    var limits = InspectorPage.Limits()
    limits.patience = .milliseconds(200)
    try await withPage(limits: limits) { page in
      let reply = try await page.exchange(text)
      #expect(reply.status == status)
    }
  }

  @Test("A client that sends requests and never reads costs one answer, and is cut off")
  func neverReads() async throws {
    var limits = InspectorPage.Limits()
    limits.patience = .milliseconds(500)
    try await withPage(limits: limits) { page in
      let request = "GET \(page.path)inspector.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let before = residentMegabytes()
      let sent = try await page.connected(receiveBuffer: 4_096) { connection in
        var sent = 0
        while sent < 100_000, connection.send(request) { sent += 1 }
        return sent
      }
      #expect(sent < 100_000)
      #expect(residentMegabytes() - before < 50)
      try await eventually("It is still connected.") { openSockets(ofPort: page.port) == 0 }
      #expect(try await page.request("GET", page.path).status == 200)
    }
  }

  @Test("One connection more than the limit is closed, and room is made by one that closes")
  func connections() async throws {
    var limits = InspectorPage.Limits()
    limits.connections = 2
    try await withPage(limits: limits) { page in
      let held = try (0..<2).map { _ in try RawConnection(to: page.port) }
      // Both ends of the two are in this process.
      try await eventually("They are not accepted.") { openSockets(ofPort: page.port) == 4 }
      #expect(try await page.exchange("").head == "")
      for connection in held { connection.close() }
      try await eventually("They are still connected.") { openSockets(ofPort: page.port) == 0 }
      #expect(try await page.request("GET", page.path).status == 200)
    }
  }

  @Test("A page that is closed listens no more, closes its connections, and may be closed again")
  func closes() async throws {
    let page = try await StreamInspector.serve()
    #expect(page.link.hasPrefix("http://127.0.0.1:\(page.port)/"))
    let connection = try RawConnection(to: page.port)
    connection.send("GET / HTTP/1.1\r\n")
    await page.close()
    #expect(connection.receiveToEnd() == "")
    connection.close()
    #expect(throws: RawConnection.Failure.self) { try RawConnection(to: page.port).close() }
    await page.close()
  }

  @Test("A page runs until its task is cancelled, or it is closed")
  func runs() async throws {
    for isCancelled in [true, false] {
      let page = try await StreamInspector.serve()
      let task = Task { await page.run() }
      #expect(try await page.request("GET", page.path).status == 200)
      if isCancelled { task.cancel() } else { await page.close() }
      await task.value
      #expect(throws: RawConnection.Failure.self) { try RawConnection(to: page.port).close() }
    }
  }

  @Test("A port that is taken is refused")
  func portIsTaken() async throws {
    try await withPage { page in
      await #expect(throws: (any Error).self) { try await StreamInspector.serve(port: page.port) }
    }
  }

  // In a process of its own: other tests have threads and descriptors, too.
  @Test("Pages that were closed leave no thread or descriptor behind")
  func leavesNothing() async {
    await #expect(processExitsWith: .success) {
      try await Resources.expectNothingLeft(rounds: 5) {
        try await withPage { page in
          let reply = try await page.request("GET", page.path + "groups")
          #expect(reply.status == 200)
        }
      }
    }
  }
}

/// The process' resident memory; 0 where nothing tells it.
private func residentMegabytes() -> Int {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let kilobytes = status.firstMatch(of: #/VmRSS:\s+(\d+)/#)?.1
  else { return 0 }
  return (Int(kilobytes) ?? 0) / 1_024
}
