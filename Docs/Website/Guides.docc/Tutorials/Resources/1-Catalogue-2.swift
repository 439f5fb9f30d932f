import Foundation
import Streams

/// What can be asked of the server.
enum Request: Hashable, Sendable {
  case films(matching: String)
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
}
