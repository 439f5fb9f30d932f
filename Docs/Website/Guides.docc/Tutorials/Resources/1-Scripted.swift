import Foundation
import StreamTesting
import Streams

extension Catalogue {
  /// A catalogue that answers after 0.2 seconds of a scheduler's time, and fails where it has no answer.
  static func scripted(_ answers: [Request: String], on scheduler: TestScheduler) -> Catalogue {
    Catalogue { request in
      Publishers.after(.milliseconds(200), answers[request], scheduler: scheduler)
        .tryMap { answer throws(URLError) in
          guard let answer else { throw URLError(.badServerResponse) }
          return Data(answer.utf8)
        }
        .eraseToAnyPublisher()
    }
  }
}
