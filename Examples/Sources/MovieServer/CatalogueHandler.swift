import FlyingFox
import Foundation

/// Answers for the catalogue: `/movies/<list>` and `/search?title=<text>` with JSON, `/posters/<number>.svg` with an
/// image.
struct CatalogueHandler: HTTPHandler {
  let ledger: RequestLedger
  let configuration: MovieServer.Configuration

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let isPoster = request.path.hasPrefix("/posters/")
    let fault = ledger.open(isPoster: isPoster)
    defer { ledger.close(isPoster: isPoster) }
    configuration.onRequest(request.path)
    try await Task.sleep(for: configuration.delay)
    return try fault?.response ?? answer(to: request)
  }

  private func answer(to request: HTTPRequest) throws -> HTTPResponse {
    guard request.method == .GET else { return HTTPResponse(statusCode: .methodNotAllowed) }
    let title = request.path == "/search" ? request.query.first { $0.name == "title" }?.value : nil
    if let films = title.map(Catalogue.films(titled:)) ?? Catalogue.films(at: request.path) {
      return HTTPResponse(
        statusCode: .ok, headers: [.contentType: "application/json"],
        body: try JSONEncoder().encode(FilmPage(results: films)))
    }
    if let film = Catalogue.film(withPosterAt: request.path) {
      return HTTPResponse(
        statusCode: .ok, headers: [.contentType: PosterDrawing.mediaType], body: PosterDrawing.poster(of: film))
    }
    return HTTPResponse(statusCode: .notFound)
  }
}
