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
}
