import Foundation
import Streams

extension Catalogue {
  /// A catalogue that asks a server over HTTP.
  static func live(at server: URL, session: URLSession = .shared) -> Catalogue {
    Catalogue { request in
      session.dataTaskPublisher(for: request.url(at: server))
        .tryMap { answer throws(URLError) in
          guard (answer.response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
          return answer.data
        }
        .eraseToAnyPublisher()
    }
  }
}

extension Request {
  func url(at server: URL) -> URL {
    switch self {
    case .films(let text):
      server.appending(path: "search").appending(queryItems: [URLQueryItem(name: "title", value: text)])
    case .poster(let name):
      server.appending(path: "posters").appending(path: name)
    }
  }
}
