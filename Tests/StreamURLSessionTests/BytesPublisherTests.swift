import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("bytesPublisher", .timeLimit(.generous))
struct BytesPublisherTests {
  private let session = URLSession(configuration: .patient)

  @Test("The body is delivered piece by piece, then the finish, on a queue, one signal at a time")
  func wholeBody() async throws {
    let body = (0..<3_000).map { "line \($0)\n" }.joined()
    try await StreamingServer.run { client in
      client.sendHead(length: body.utf8.count)
      client.send(body)
    } _: { server in
      let recorder = session.bytesPublisher(for: try server.url()).stream()
      let record = await recorder.untilEnd()
      expect(record.isFinished)
      expectEqual(recorder.text, body)
      expectEqual(record.overlaps, 0)
    }
  }

  @Test("The request is sent as given, at the first demand and not before")
  func sendsRequest() async throws {
    let heads = Watched<[String]>([])
    try await StreamingServer.run { client in
      heads.update { $0.append(String(decoding: client.request, as: UTF8.self)) }
      client.sendHead(length: 2)
      client.send("ok")
    } _: { server in
      var request = URLRequest(url: try server.url("/there"))
      request.httpMethod = "DELETE"
      request.setValue("sea", forHTTPHeaderField: "X-Place")
      let recorder = session.bytesPublisher(for: request).stream(demand: .none)
      expectEqual(server.log.value.connections, 0)
      recorder.request(.max(1))
      #expect(await recorder.untilEnd().isFinished)
      expectEqual(heads.value.count, 1)
      expectEqual(heads.value.first?.hasPrefix("DELETE /there HTTP/1.1\r\n"), true)
      expectEqual(heads.value.first?.contains("X-Place: sea\r\n"), true)
    }
  }

  @Test("A body that arrives slowly is delivered as it arrives, and gives the same lines wherever it is cut")
  func slowDrip() async throws {
    let hasArrived = DispatchSemaphore(value: 0)
    try await StreamingServer.run { client in
      client.sendHead()
      for byte in Array("ab\r\n\nc\u{e9}\nend".utf8) {
        guard client.send([byte]) else { return }
        if byte == UInt8(ascii: "\n") { hasArrived.wait() }
      }
    } _: { server in
      let recorder = session.linesPublisher(for: try server.url()).stream { _, _ in
        hasArrived.signal()
        return .none
      }
      let record = await recorder.untilEnd()
      expectEqual(record.values, ["ab", "", "c\u{e9}", "end"])
      expect(record.isFinished)
    }
  }

  @Test("An HTTP status of 500 is no failure, unless the response is refused: then no byte is delivered")
  func status500() async throws {
    try await StreamingServer.run { client in
      client.sendHead(status: 500, length: 5)
      client.send("sorry")
    } _: { server in
      let indifferent = session.bytesPublisher(for: try server.url()).stream()
      #expect(await indifferent.untilEnd().isFinished)
      expectEqual(indifferent.text, "sorry")

      let choosy = session.bytesPublisher(for: try server.url()) { ($0 as? HTTPURLResponse)?.statusCode == 200 }
      let recorder = choosy.stream()
      #expect(await recorder.untilEnd().failure?.code == .badServerResponse)
      expectEqual(recorder.values, [])
      #expect(await server.log.wait { $0.openConnections == 0 })
    }
  }

  @Test("A challenge without a credential is delivered as the response, and leaves no connection")
  func challenge() async throws {
    try await StreamingServer.run { client in
      client.send("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"sea\"\r\nContent-Length: 2\r\n\r\nno")
      _ = client.read()
    } _: { server in
      let statuses = Box<[Int]>([])
      let publisher = session.bytesPublisher(for: try server.url()) { response in
        statuses.update { $0.append((response as? HTTPURLResponse)?.statusCode ?? 0) }
        return true
      }
      let recorder = publisher.stream()
      #expect(await recorder.untilEnd().isFinished)
      expectEqual(recorder.text, "no")
      expectEqual(statuses.value, [401])
      #expect(await server.log.wait { $0.openConnections == 0 })
    }
  }

  @Test("Refusing the response of an endless body ends it", arguments: [true, false])
  func rejectsEndless(isFull: Bool) async throws {
    try await StreamingServer.run { client in
      client.sendHead(status: 404)
      while client.send([UInt8](repeating: 1, count: 10_000)) {
        if isFull { Thread.sleep(forTimeInterval: 0.001) } else { _ = client.read() }
      }
    } _: { server in
      let recorder = session.bytesPublisher(for: try server.url()) { _ in false }.stream(demand: .max(1))
      #expect(await recorder.untilEnd().failure?.code == .badServerResponse)
      expectEqual(recorder.values, [])
      #expect(await server.log.wait { $0.connections == 1 && $0.openConnections == 0 })
    }
  }

  @Test("A connection that breaks within the body is a failure, after the bytes received", arguments: [false, true])
  func cutInBody(isReset: Bool) async throws {
    let hasArrived = DispatchSemaphore(value: 0)
    try await StreamingServer.run { client in
      client.sendHead(length: 1_000)
      client.send("half")
      if isReset {
        hasArrived.wait()
        client.reset()
      }
    } _: { server in
      let recorder = session.bytesPublisher(for: try server.url()).stream { _, _ in
        hasArrived.signal()
        return .none
      }
      let record = await recorder.untilEnd()
      // Foundation for Linux does not say more of it than .unknown.
      expect(record.failure != nil)
      expectEqual(recorder.text, "half")
    }
  }

  @Test("A connection that breaks before the response is a failure")
  func cutBeforeAnswer() async throws {
    try await StreamingServer.run { _ in
    } _: { server in
      let recorder = session.bytesPublisher(for: try server.url()).stream()
      let record = await recorder.untilEnd()
      expect(record.failure != nil)
      expectEqual(record.values, [])
    }
  }

  @Test("A refused connection is a failure")
  func refused() async throws {
    let (descriptor, port) = try SystemSockets.open()
    defer { close(descriptor) }
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    let recorder = session.bytesPublisher(for: url).stream()
    #expect(await recorder.untilEnd().failure?.code == .cannotConnectToHost)
  }

  @Test("A server that stops sending is a failure after the request's timeout")
  func timeout() async throws {
    try await StreamingServer.run { client in
      client.sendHead(length: 10)
      client.send("a")
      _ = client.read()
    } _: { server in
      var request = URLRequest(url: try server.url())
      // Long enough for the first byte on a busy machine.
      request.timeoutInterval = 10
      let recorder = session.bytesPublisher(for: request).stream()
      #expect(await recorder.untilEnd().failure?.code == .timedOut)
      expectEqual(recorder.text, "a")
    }
  }

  @Test("A failure waits for the demand for the bytes before it")
  func failureAfterValues() async throws {
    try await StreamingServer.run { client in
      client.sendHead(length: 1_000)
      client.send("half")
    } _: { server in
      let recorder = session.bytesPublisher(for: try server.url()).stream(demand: .max(1)) { _, _ in .none }
      #expect(await recorder.untilEnd().failure != nil)
      expectEqual(recorder.text, "half")
    }
  }

  @Test("A line that is too long is a failure, and closes the connection")
  func tooLongLine() async throws {
    try await StreamingServer.run { client in
      client.sendHead()
      while client.send(String(repeating: "endless ", count: 1_000)) { Thread.sleep(forTimeInterval: 0.001) }
    } _: { server in
      let recorder = session.linesPublisher(for: try server.url(), maxLength: 100_000).stream()
      #expect(await recorder.untilEnd().failure is LineTooLongError)
      #expect(await server.log.wait { $0.openConnections == 0 })
    }
  }

  @Test("Each subscriber sends its own request")
  func independent() async throws {
    try await StreamingServer.run { client in
      client.sendHead(length: 2)
      client.send("ok")
    } _: { server in
      let publisher = session.bytesPublisher(for: try server.url())
      let recorders = [publisher.stream(), publisher.stream()]
      for recorder in recorders {
        #expect(await recorder.untilEnd().isFinished)
        expectEqual(recorder.text, "ok")
      }
      expectEqual(server.log.value.connections, 2)
      expectEqual(recorders.map { $0.attached.map { "\($0)" } }, ["BytesPublisher", "BytesPublisher"])
    }
  }
}
