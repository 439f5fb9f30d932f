internal import Foundation
internal import NIOHTTP1

/// Answers for the page: its files, `/operators` with all that can be shown, and `/run` and `/chain`, which run
/// operators.
struct LaboratoryHandler: Sendable {
  /// A request says what to run in a few hundred bytes.
  static let longestBody = 16_384

  private static let methods: [String: HTTPMethod] = [
    "/": .GET, "/lab.css": .GET, "/lab.js": .GET, "/operators": .GET, "/run": .POST, "/chain": .POST,
  ]

  func answer(_ method: HTTPMethod, _ path: String, _ body: [UInt8]) async -> Answer {
    guard let expected = Self.methods[path] else {
      return Refusal(.notFound, "There is nothing at \(path.prefix(100)).").answer
    }
    guard method == expected else {
      var answer = Refusal(.methodNotAllowed, "\(path) is asked for with \(expected.rawValue).").answer
      answer.headers.add(name: "Allow", value: expected.rawValue)
      return answer
    }
    do {
      switch path {
      case "/": return file(PackageResources.index_html, "text/html; charset=utf-8")
      case "/lab.css": return file(PackageResources.lab_css, "text/css; charset=utf-8")
      case "/lab.js": return file(PackageResources.lab_js, "text/javascript; charset=utf-8")
      case "/operators": return .json(.ok, Catalogue())
      case "/run": return .json(.ok, try await read(RunRequest.self, body).run())
      default: return .json(.ok, try await read(ChainRequest.self, body).run())
      }
    } catch {
      return (error as? Refusal ?? Refusal(.internalServerError, "The laboratory has failed: \(error)")).answer
    }
  }

  private func read<Body: Decodable>(_ type: Body.Type, _ body: [UInt8]) throws -> Body {
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch {
      throw Refusal(.badRequest, "The request is no JSON of the form that is expected.")
    }
  }

  private func file(_ bytes: [UInt8], _ type: String) -> Answer {
    Answer(
      status: .ok,
      headers: ["Content-Type": type, "Content-Security-Policy": "default-src 'self'; img-src 'self' data:"],
      body: bytes)
  }
}

/// What a client gets.
struct Answer: Sendable {
  let status: HTTPResponseStatus
  var headers: HTTPHeaders
  let body: [UInt8]

  /// To a body longer than is read.
  static var tooLong: Answer {
    Refusal(.payloadTooLarge, "A request has at most \(LaboratoryHandler.longestBody) bytes.").answer
  }

  static func json(_ status: HTTPResponseStatus, _ value: some Encodable) -> Answer {
    let body = (try? JSONEncoder().encode(value)) ?? Data()
    return Answer(status: status, headers: ["Content-Type": "application/json"], body: Array(body))
  }
}

/// Why a request is not answered, with the place of the mistake.
struct Refusal: Error, Encodable {
  private enum CodingKeys: CodingKey {
    case error
    case timeline
    case parameter
    case column
  }

  let status: HTTPResponseStatus
  let error: String
  let timeline: String?
  let parameter: String?
  let column: Int?

  init(
    _ status: HTTPResponseStatus, _ error: String, timeline: String? = nil, parameter: String? = nil, column: Int? = nil
  ) {
    self.status = status
    self.error = error
    self.timeline = timeline
    self.parameter = parameter
    self.column = column
  }

  var answer: Answer { .json(status, self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(error, forKey: .error)
    try container.encodeIfPresent(timeline, forKey: .timeline)
    try container.encodeIfPresent(parameter, forKey: .parameter)
    try container.encodeIfPresent(column, forKey: .column)
  }
}
