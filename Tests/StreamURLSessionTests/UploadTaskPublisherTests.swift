import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reads a whole upload, and answers how many bytes it had and their sum.
private func answerUpload(_ client: StreamingServer.Client, status: Int = 200) {
  let text = String(decoding: client.request, as: UTF8.self)
  guard let headEnd = text.range(of: "\r\n\r\n") else { return }
  let head = text[..<headEnd.lowerBound]
  let field = head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
  let length = field.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
  // The tests' bodies are ASCII, so that the head's length is what it says.
  var count = client.request.count - head.utf8.count - 4
  var sum = client.request.dropFirst(head.utf8.count + 4).reduce(0) { $0 + Int($1) }
  while count < length {
    let piece = client.read()
    guard !piece.isEmpty else { return }
    count += piece.count
    for byte in piece { sum += Int(byte) }
  }
  let answer = "\(head.prefix(4)) \(count) \(sum)"
  client.sendHead(status: status, length: answer.utf8.count)
  client.send(answer)
}

@Suite("uploadTaskPublisher", .timeLimit(.generous))
struct UploadTaskPublisherTests {
  private let session = URLSession(configuration: .patient)

  private func request(_ url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    return request
  }

  private func temporaryFile(_ data: Data) throws -> URL {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
    try data.write(to: file)
    return file
  }

  @Test("Data are sent, and the response is the value, of any status", arguments: [200, 500])
  func data(status: Int) async throws {
    try await StreamingServer.run {
      answerUpload($0, status: status)
    } _: { server in
      let publisher = session.uploadTaskPublisher(
        for: request(try server.url()), from: Data(repeating: 2, count: 1_000_000))
      let recorder = publisher.stream()
      let record = await recorder.untilEnd()
      expect(record.isFinished)
      expectEqual(record.values.map { String(decoding: $0.data, as: UTF8.self) }, ["POST 1000000 2000000"])
      expectEqual((record.values.first?.response as? HTTPURLResponse)?.statusCode, status)
      expectEqual(recorder.attached.map { "\($0)" }, "UploadTaskPublisher")
    }
  }

  @Test("The content of a file is sent once for each subscriber, on demand and not before")
  func file() async throws {
    let file = try temporaryFile(Data(repeating: 3, count: 3_000_000))
    defer { try? FileManager.default.removeItem(at: file) }
    try await StreamingServer.run {
      answerUpload($0)
    } _: { server in
      let publisher = session.uploadTaskPublisher(for: request(try server.url()), fromFile: file)
      let recorders = [publisher.stream(demand: .none), publisher.stream(demand: .none)]
      expectEqual(server.log.value.connections, 0)
      for recorder in recorders {
        recorder.request(.max(1))
        let record = await recorder.untilEnd()
        expect(record.isFinished)
        expectEqual(record.values.map { String(decoding: $0.data, as: UTF8.self) }, ["POST 3000000 9000000"])
      }
      expectEqual(server.log.value.connections, 2)
    }
  }

  @Test("A file is sent with its length, and without header fields that were not given", arguments: [0, 2_000_000])
  func headOfFile(length: Int) async throws {
    let file = try temporaryFile(Data(repeating: 1, count: length))
    let link = file.appendingPathExtension("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    defer { for url in [link, file] { try? FileManager.default.removeItem(at: url) } }
    let heads = Box<[String]>([])
    try await StreamingServer.run { client in
      heads.update { $0.append(String(decoding: client.request, as: UTF8.self).lowercased()) }
      answerUpload(client)
    } _: { server in
      let recorder = session.uploadTaskPublisher(for: request(try server.url()), fromFile: link).stream()
      let record = await recorder.untilEnd()
      expectEqual(record.values.map { String(decoding: $0.data, as: UTF8.self) }, ["POST \(length) \(length)"])
      let head = heads.value.first?.components(separatedBy: "\r\n\r\n").first ?? ""
      let fields = head.components(separatedBy: "\r\n")
      expect(fields.contains("content-length: \(length)"))
      expect(!fields.contains { $0.hasPrefix("transfer-encoding") || $0.hasPrefix("content-type") })
      expect(!fields.contains { $0.hasPrefix("expect") })
    }
  }

  @Test("A file that does not exist is a failure, and nothing is sent")
  func missingFile() async throws {
    try await StreamingServer.run {
      answerUpload($0)
    } _: { server in
      let file = URL(fileURLWithPath: "/nowhere/\(UUID().uuidString)")
      let recorder = session.uploadTaskPublisher(for: request(try server.url()), fromFile: file).stream()
      let record = await recorder.untilEnd()
      expectEqual(record.failure?.code, .fileDoesNotExist)
      expect(record.values.isEmpty)
    }
  }

  @Test("A folder is a failure, and nothing is sent")
  func folder() async throws {
    try await StreamingServer.run {
      answerUpload($0)
    } _: { server in
      let folder = FileManager.default.temporaryDirectory
      let publisher = session.uploadTaskPublisher(for: request(try server.url()), fromFile: folder)
      let cancelled = publisher.stream(demand: .none)
      cancelled.cancel()
      cancelled.request(.unlimited)
      let record = await publisher.stream().untilEnd()
      expectEqual(record.failure?.code, .fileIsDirectory)
      expect(record.values.isEmpty)
      expectEqual(server.log.value.connections, 0)
      expect(!cancelled.record.value.hasEnded)
    }
  }

  @Test("A server that closes the connection within the upload is a failure")
  func cut() async throws {
    try await StreamingServer.run {
      $0.reset()
    } _: { server in
      let publisher = session.uploadTaskPublisher(
        for: request(try server.url()), from: Data(count: 8_000_000))
      let record = await publisher.stream().untilEnd()
      expect(record.failure != nil)
      expect(record.values.isEmpty)
    }
  }

  @Test("A cancel closes the connection, and nothing is delivered after it", arguments: [false, true])
  func cancel(isWithinBody: Bool) async throws {
    try await StreamingServer.run { client in
      if isWithinBody { Thread.sleep(forTimeInterval: 0.2) }
      while !client.read().isEmpty {}
    } _: { server in
      let recorder = session.uploadTaskPublisher(
        for: request(try server.url()), from: Data(count: 8_000_000)
      ).stream()
      #expect(await server.log.wait { $0.openConnections == 1 })
      if !isWithinBody { try await Task.sleep(for: .milliseconds(300)) }
      recorder.cancel()
      #expect(await server.log.wait { $0.openConnections == 0 })
      expect(!recorder.record.value.hasEnded)
    }
  }
}
