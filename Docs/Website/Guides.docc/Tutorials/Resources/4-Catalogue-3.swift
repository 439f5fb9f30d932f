import Foundation
import Streams

/// What can be asked of the server.
enum Request: Hashable, Sendable {
  case films(matching: String)
  case poster(String)
}

/// A client of a server that knows films.
struct Catalogue: Sendable {
  /// Asks the server, and delivers the body of its answer.
  let load: @Sendable (Request) -> AnyPublisher<Data, URLError>

  /// The films whose titles contain a text.
  func films(matching text: String) -> AnyPublisher<[Film], any Error> {
    load(.films(matching: text))
      .decode(type: [Film].self, decoder: JSONDecoder())
      .eraseToAnyPublisher()
  }

  /// The posters of films, by their titles: more with each value. One that cannot be loaded is left out.
  func posters(of films: [Film]) -> AnyPublisher<[String: Data], Never> {
    films.publisher
      .flatMap(maxPublishers: .max(3)) { film in
        load(.poster(film.poster))
          .map { (title: film.title, data: $0) }
          .catch { _ in Empty() }
      }
      .scan(into: [:]) { posters, poster in posters[poster.title] = poster.data }
      .prepend([:])
      .eraseToAnyPublisher()
  }
}
