internal import FlyingFox
internal import Foundation

/// Answers for the page: its files, `/operators` with all that can be shown, and `/run` and `/chain`, which run operators.
struct LaboratoryHandler: HTTPHandler {
  /// A request says what to run in a few hundred bytes.
  static let longestBody = 16_384

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    do {
      switch (request.method, request.path) {
      case (.GET, "/"): return file(PackageResources.index_html, "text/html; charset=utf-8")
      case (.GET, "/lab.css"): return file(PackageResources.lab_css, "text/css; charset=utf-8")
      case (.GET, "/lab.js"): return file(PackageResources.lab_js, "text/javascript; charset=utf-8")
      case (.GET, "/operators"): return try json(.ok, Catalogue())
      case (.POST, "/run"): return try json(.ok, try await read(RunRequest.self, request).run())
      case (.POST, "/chain"): return try json(.ok, try await read(ChainRequest.self, request).run())
      case (_, "/"), (_, "/lab.css"), (_, "/lab.js"), (_, "/operators"), (_, "/run"), (_, "/chain"):
        throw Refusal(.methodNotAllowed, "\(request.path) is not asked for with \(request.method.rawValue).")
      default: throw Refusal(.notFound, "There is nothing at \(request.path).")
      }
    } catch let refusal as Refusal {
      return try json(refusal.status, refusal)
    }
  }

  private func read<Body: Decodable>(_ type: Body.Type, _ request: HTTPRequest) async throws -> Body {
    let tooLong = Refusal(.payloadTooLarge, "A request has at most \(Self.longestBody) bytes.")
    if let length = request.headers[.contentLength].flatMap(Int.init), length > Self.longestBody { throw tooLong }
    var data = Data()
    for try await part in request.bodySequence {
      data.append(part)
      if data.count > Self.longestBody { throw tooLong }
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw Refusal(.badRequest, "The request is no JSON of the form that is expected.")
    }
  }

  private func file(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: [
        .contentType: type,
        HTTPHeader("Content-Security-Policy"): "default-src 'self'; img-src 'self' data:",
      ],
      body: Data(bytes))
  }

  private func json(_ status: HTTPStatusCode, _ value: some Encodable) throws -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: [.contentType: "application/json"], body: try JSONEncoder().encode(value))
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

  let status: HTTPStatusCode
  let error: String
  let timeline: String?
  let parameter: String?
  let column: Int?

  init(
    _ status: HTTPStatusCode, _ error: String, timeline: String? = nil, parameter: String? = nil, column: Int? = nil
  ) {
    self.status = status
    self.error = error
    self.timeline = timeline
    self.parameter = parameter
    self.column = column
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(error, forKey: .error)
    try container.encodeIfPresent(timeline, forKey: .timeline)
    try container.encodeIfPresent(parameter, forKey: .parameter)
    try container.encodeIfPresent(column, forKey: .column)
  }
}
