import Foundation
import IntegrationTestSupport
import StreamInspection
import Testing

@testable import StreamsInspector

/// The inspector sees the whole process, so all that look at it run one after the other.
@Suite("The inspector's page", .serialized, .generous)
struct PageTests {}

/// What a server has answered.
struct Reply {
  let status: Int
  let head: String
  let body: String

  init(_ text: String?) throws {
    let text = try #require(text, "The server has not closed the connection.")
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    head = parts[0]
    body = parts.count > 1 ? parts[1] : ""
    status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
  }

  func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(body.utf8))
  }
}

extension InspectorPage {
  /// The path of the link: `/TOKEN/`.
  var path: String {
    "/" + link.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).joined(separator: "/")
  }

  /// Uses a connection, on a thread that may be blocked.
  func connected<Value: Sendable>(
    receiveBuffer: Int32? = nil, _ body: @escaping @Sendable (RawConnection) -> Value
  ) async throws -> Value {
    let connection = try RawConnection(to: port, receiveBuffer: receiveBuffer)
    defer { connection.close() }
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body(connection)) }
    }
  }

  /// Sends a text, and receives all that is answered.
  func exchange(_ text: String) async throws -> Reply {
    try Reply(
      await connected { connection in
        connection.send(text)
        return connection.receiveToEnd()
      })
  }

  func request(_ method: String, _ path: String, host: String = "localhost", headers: String = "") async throws -> Reply
  {
    try await exchange("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\(headers)Connection: close\r\n\r\n")
  }

  func get<Value: Decodable>(_ path: String, _ type: Value.Type) async throws -> Value {
    let reply = try await request("GET", self.path + path)
    #expect(reply.status == 200, "\(path): \(reply.body)")
    return try reply.decoded(type)
  }
}

/// Serves the page, and closes it afterwards.
func withPage(
  limits: InspectorPage.Limits = InspectorPage.Limits(), names: Set<String> = [],
  _ body: (InspectorPage) async throws -> Void
) async throws {
  let page = try await InspectorPage.start(host: "127.0.0.1", port: 0, names: names, limits: limits)
  do {
    try await body(page)
  } catch {
    await page.close()
    throw error
  }
  await page.close()
}

struct Groups: Decodable {
  struct Group: Decodable {
    let id: String
    let line: String?
    let count: Int
    let oldest: Double
    let growth: Int?
    let recent: Int
    let verdicts: [String: Int]
    let worst: String
  }
  let total: Int
  let found: Int
  let isArmed: Bool
  let verdicts: [String: Int]
  let groups: [Group]
  let more: Int
}

struct Pipelines: Decodable {
  struct Pipeline: Decodable {
    let id: Int
    let chain: [String]
    let verdict: Verdict
    let requested: Int?
    let delivered: Int
    let stages: Int
  }
  let line: String?
  let total: Int
  let offset: Int
  let pipelines: [Pipeline]
}

struct OnePipeline: Decodable {
  struct Stage: Decodable {
    struct Fold: Decodable {
      let key: String
      let count: Int
      let isOpen: Bool
      let asked: Int
      let ended: Int
      let chain: [String]
    }
    let id: Int
    let name: String
    let checkpoints: [String]
    let below: Int?
    let isInner: Bool
    let object: Int?
    let requested: Int?
    let delivered: Int
    let state: String
    let buffered: Int?
    let capacity: Int?
    let dropped: Int
    let waitingSends: Int?
    let lastValue: String?
    let isRecorded: Bool
    let fold: Fold?
  }
  struct Object: Decodable {
    let others: Int
    let pipelines: [Int]
  }
  let id: Int
  let group: String
  let end: String
  let verdict: Verdict
  let stages: [Stage]
  let total: Int
  let isCut: Bool
  let objects: [Object]
}

struct Recorded: Decodable {
  let name: String
  let duration: Double
  let since: Double
  let inputs: Int
  let drawn: Int
  let marbles: String
  let words: String
  let test: String?

  /// How many values have a marble.
  var values: Int { marbles.matches(of: #/class="v0"/#).count }
}
