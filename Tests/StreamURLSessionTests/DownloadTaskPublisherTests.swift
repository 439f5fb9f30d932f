import Foundation
import StreamCore
import TestSupport
import Testing

@testable import StreamURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension DownloadEvent {
  fileprivate var file: URL? { if case .finished(let file, _) = self { file } else { nil } }

  fileprivate var status: Int? {
    if case .finished(_, let response) = self { (response as? HTTPURLResponse)?.statusCode } else { nil }
  }

  fileprivate var received: Int64? { if case .progress(let received, _) = self { received } else { nil } }

  fileprivate var expected: Int64? { if case .progress(_, let expected) = self { expected } else { nil } }
}

/// The files that downloads of this process have in the temporary directory.
private func downloads() throws -> Set<String> {
  let folder = FileManager.default.temporaryDirectory.path
  let prefix = "download-\(ProcessInfo.processInfo.processIdentifier)-"
  return Set(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(prefix) })
}

@Suite("downloadTaskPublisher", .serialized, .timeLimit(.generous))
struct DownloadTaskPublisherTests {
  private let session = URLSession(configuration: .patient)

  @Test("Delivers progress, then the file, then the finish; the file belongs to the receiver")
  func wholeFile() async throws {
    let before = try downloads()
    let body = [UInt8]((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    try await StreamingServer.run { client in
      client.sendHead(length: body.count)
      client.send(body)
    } _: { server in
      let recorder = session.downloadTaskPublisher(for: try server.url()).stream()
      let record = await recorder.untilEnd()
      expect(record.isFinished)
      let file = try #require(record.values.last?.file)
      defer { try? FileManager.default.removeItem(at: file) }
      #expect(try [UInt8](Data(contentsOf: file)) == body)
      expectEqual(record.values.last?.status, 200)
      let progress = record.values.dropLast()
      expectEqual(progress.compactMap(\.received), progress.compactMap(\.received).sorted())
      expectEqual(progress.last?.received, Int64(body.count))
      expect(progress.allSatisfy { $0.expected == Int64(body.count) })
      #expect(try downloads().subtracting(before) == [file.lastPathComponent])
    }
    #expect(try downloads() == before)
  }

  @Test("Progress without demand is replaced by later progress and by the file, which waits for demand")
  func conflates() async throws {
    let before = try downloads()
    try await StreamingServer.run { client in
      client.sendHead()
      for _ in 0..<100 { client.send([UInt8](repeating: 0, count: 10_000)) }
    } _: { server in
      let recorder = session.downloadTaskPublisher(for: try server.url()).stream(demand: .max(1))
      // The download goes on without demand, to its end.
      func isWritten() throws -> Bool {
        let folder = FileManager.default.temporaryDirectory
        return try downloads().subtracting(before).contains { name in
          let path = folder.appendingPathComponent(name).path
          return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 1_000_000
        }
      }
      #expect(try await eventually(isWritten))
      expectEqual(recorder.values.count, 1)
      for count in 2...4 where recorder.values.last?.file == nil {
        recorder.request(.max(1))
        #expect(await recorder.record.wait { $0.values.count == count })
      }
      let record = await recorder.untilEnd()
      expect(record.isFinished)
      expect(record.values[0].expected == nil)
      let file = try #require(record.values.last?.file)
      #expect(try Data(contentsOf: file).count == 1_000_000)
      try FileManager.default.removeItem(at: file)
    }
  }

  @Test("An empty response, and one of status 500, gives a file")
  func status500() async throws {
    try await StreamingServer.run {
      $0.sendHead(status: 500, length: 0)
    } _: { server in
      let record = await session.downloadTaskPublisher(for: try server.url()).stream().untilEnd()
      expect(record.isFinished)
      expectEqual(record.values.count, 1)
      expectEqual(record.values.last?.status, 500)
      let file = try #require(record.values.last?.file)
      #expect(try Data(contentsOf: file).isEmpty)
      try FileManager.default.removeItem(at: file)
    }
  }

  @Test("A connection that breaks is a failure, and leaves no file")
  func cut() async throws {
    let before = try downloads()
    try await StreamingServer.run { client in
      client.sendHead(length: 1_000_000)
      client.send([UInt8](repeating: 0, count: 100_000))
    } _: { server in
      let record = await session.downloadTaskPublisher(for: try server.url()).stream().untilEnd()
      expect(record.failure != nil)
      expect(record.values.allSatisfy { $0.file == nil })
      #expect(try downloads() == before)
    }
  }

  @Test("A refused connection is a failure, and leaves no file")
  func refused() async throws {
    let before = try downloads()
    let (descriptor, port) = try SystemSockets.open()
    defer { close(descriptor) }
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    #expect(
      await session.downloadTaskPublisher(for: url).stream().untilEnd().failure?.code == .cannotConnectToHost)
    #expect(try downloads() == before)
  }

  @Test("A cancel at any stage closes the connection and leaves no file", arguments: ["head", "body", "end", "file"])
  func cancels(stage: String) async throws {
    let before = try downloads()
    try await StreamingServer.run { client in
      if stage == "head" { _ = client.read() }
      client.sendHead(length: 200_000)
      client.send([UInt8](repeating: 0, count: 100_000))
      if stage == "body" { _ = client.read() }
      client.send([UInt8](repeating: 0, count: 100_000))
    } _: { server in
      let recorder = session.downloadTaskPublisher(for: try server.url())
        .stream(demand: stage == "end" ? .max(1) : .unlimited) { event, recorder in
          if stage == "file", event.file != nil { recorder.cancel() }
          return .none
        }
      switch stage {
      case "head": #expect(await server.log.wait { $0.connections == 1 })
      case "body": #expect(await recorder.record.wait { !$0.values.isEmpty })
      case "end": #expect(await server.log.wait { $0.connections == 1 && $0.openConnections == 0 })
      default: #expect(await recorder.record.wait { $0.values.last?.file != nil })
      }
      recorder.cancel()
      #expect(await server.log.wait { $0.connections == 1 && $0.openConnections == 0 })
      if let file = recorder.values.last?.file {
        // It was delivered, and belongs to the receiver, whatever that does then.
        expect(FileManager.default.fileExists(atPath: file.path))
        try FileManager.default.removeItem(at: file)
      }
      // The file goes on a queue: soon.
      #expect(try await eventually { try downloads() == before })
      expect(!recorder.record.value.hasEnded)
    }
  }

  @Test("A download longer than the limit fails, whether or not the server announces its length")
  func longDownload() async throws {
    for isDeclared in [true, false] {
      try await StreamingServer.run { client in
        client.sendHead(length: isDeclared ? 1 << 40 : nil)
        while client.send([UInt8](repeating: 1, count: 65_536)) {}
      } _: { server in
        let recorder = session.downloadTaskPublisher(for: try server.url(), maxLength: 1 << 20).stream()
        let record = await recorder.untilEnd()
        expectEqual(record.failure?.code, .dataLengthExceedsMaximum)
        expectEqual(record.values.isEmpty, isDeclared)
        #expect(await server.log.wait { $0.openConnections == 0 })
      }
    }
  }

  @Test("A download as long as the limit is delivered")
  func exactDownload() async throws {
    try await StreamingServer.run { client in
      client.sendHead(length: 100_000)
      client.send([UInt8](repeating: 1, count: 100_000))
    } _: { server in
      let recorder = session.downloadTaskPublisher(for: try server.url(), maxLength: 100_000).stream()
      let record = await recorder.untilEnd()
      expect(record.isFinished)
      guard case .finished(let file, _) = record.values.last else { return }
      #expect(try Data(contentsOf: file).count == 100_000)
      try FileManager.default.removeItem(at: file)
    }
  }

  // The two that follow make files, too, and so they take turns with the others, which look for what is left.

  @Test("A download fails before it fills the disk, whether by itself or with other programs")
  func downloadLeavesRoom() throws {
    let free = Box(1_000)
    let response = URLResponse(
      url: URL(fileURLWithPath: "/"), mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
    func maker() throws -> FileMaker {
      free.value = 1_000
      var maker = FileMaker(maxLength: .max, freeSpace: { free.value })
      try maker.take(response)
      return maker
    }
    var alone = try maker()
    _ = try alone.take(Data(count: 900))
    #expect(throws: URLError(.dataLengthExceedsMaximum)) { try alone.take(Data([1])) }
    alone.abandon()
    var beside = try maker()
    _ = try beside.take(Data(count: 24))
    free.value = 100
    _ = try beside.take(Data(count: 24))
    free.value = 99
    #expect(throws: URLError(.dataLengthExceedsMaximum)) { try beside.take(Data(count: 25)) }
    beside.abandon()
  }

  @Test("A download that gets a second response begins anew, and deletes the file of the first")
  func secondResponse() throws {
    func file(of maker: inout FileMaker) throws -> URL {
      guard case .finished(let file, _) = try maker.finish() else { throw CocoaError(.fileNoSuchFile) }
      return file
    }
    let response = URLResponse(
      url: URL(fileURLWithPath: "/"), mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
    var maker = FileMaker(maxLength: 10)
    try maker.take(response)
    _ = try maker.take(Data([1, 2, 3]))
    let first = try file(of: &maker)
    try maker.take(response)
    _ = try maker.take(Data([4]))
    let second = try file(of: &maker)
    expect(!FileManager.default.fileExists(atPath: first.path))
    #expect(try Data(contentsOf: second) == Data([4]))
    maker.abandon()
    expect(!FileManager.default.fileExists(atPath: second.path))
  }

  #if os(Linux)
    @Test("A download faster than the disk is slowed down, and does not fail")
    func fastDownload() async throws {
      let length = 256 << 20
      let piece = [UInt8](repeating: 1, count: 65_536)
      try await StreamingServer.run { client in
        client.sendHead(length: length)
        for _ in 0..<length / piece.count { guard client.send(piece) else { return } }
      } _: { server in
        let recorder = session.downloadTaskPublisher(for: try server.url()).stream()
        let record = await recorder.untilEnd()
        expect(record.isFinished)
        guard case .finished(let file, _) = record.values.last else { return }
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int == length)
        try FileManager.default.removeItem(at: file)
      }
    }
  #endif
}
