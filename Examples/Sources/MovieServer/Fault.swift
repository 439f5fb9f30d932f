import FlyingFox
import FlyingSocks
import Foundation

/// A failure that a flaky server simulates.
enum Fault: CaseIterable, Sendable {
  case serverError
  case droppedConnection
  case badJSON

  var response: HTTPResponse {
    switch self {
    case .serverError:
      HTTPResponse(statusCode: .internalServerError, body: Data("Out of order.\n".utf8))
    case .droppedConnection:
      HTTPResponse(
        statusCode: .ok, headers: [.contentType: "application/json"],
        body: HTTPBodySequence(from: BrokenBody(), count: BrokenBody.declaredCount))
    case .badJSON:
      HTTPResponse(
        statusCode: .ok, headers: [.contentType: "application/json"],
        body: Data(#"{"results": [{"id": 1, "title": "The Lighth"#.utf8))
    }
  }
}

/// A body that ends before its declared length. The server closes the connection when a body throws.
private struct BrokenBody: AsyncBufferedSequence {
  typealias Element = UInt8

  static let declaredCount = 4096

  func makeAsyncIterator() -> Iterator {
    Iterator()
  }

  struct Iterator: AsyncBufferedIteratorProtocol {
    private var isBroken = false

    mutating func next() async throws -> UInt8? {
      try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard !isBroken else { throw SocketError.disconnected }
      isBroken = true
      return Array(#"{"results": ["#.utf8)
    }
  }
}
