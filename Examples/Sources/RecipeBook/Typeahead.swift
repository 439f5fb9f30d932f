import Foundation
import StreamCoding
package import StreamCore
import StreamErrorHandling
import StreamFiltering
import StreamMapping
package import StreamSchedulers
import StreamSharing
import StreamTiming
import StreamURLSession

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// Suggestions for what is typed: one request for each pause, of which only the latest counts.
package struct Typeahead: Sendable {
  /// The titles for the latest text. A view that appears late gets them at once; all views share the requests.
  package let titles: AnyPublisher<[String], Never>

  /// - Parameters:
  ///   - texts: What has been typed, after each key.
  ///   - scheduler: Measures the pause of 0.3 seconds after which the text is looked up.
  ///   - search: Sends the titles for a text. A failure is shown as no titles.
  package init<Texts: Publisher<String, Never> & Sendable, S: Scheduler & Sendable>(
    texts: Texts, scheduler: S, search: @escaping @Sendable (String) -> AnyPublisher<[String], any Error>
  ) {
    // On the page:
    titles =
      texts
      .debounce(for: .milliseconds(300), scheduler: scheduler)
      .removeDuplicates()
      .flatMapLatest { text in
        text.isEmpty
          ? Just([]).eraseToAnyPublisher() : search(text).replaceError(with: []).eraseToAnyPublisher()
      }
      .share(replay: 1)
      .eraseToAnyPublisher()
    // Up to here.
  }

  /// Looks titles up at a film server.
  ///
  /// - Parameters:
  ///   - baseURL: The address of the server.
  ///   - session: The session for the requests.
  /// - Returns: What sends the titles for a text.
  package static func search(
    at baseURL: String, session: URLSession
  ) -> @Sendable (String) -> AnyPublisher<[String], any Error> {
    { text in
      var address = URLComponents(string: baseURL + "/search")
      address?.queryItems = [URLQueryItem(name: "title", value: text)]
      guard let url = address?.url else { return Fail(error: URLError(.badURL)).eraseToAnyPublisher() }
      return session.dataTaskPublisher(for: url)
        .map(\.data)
        .decode(type: Page.self, decoder: JSONDecoder())
        .map { page in page.results.map(\.title) }
        .eraseToAnyPublisher()
    }
  }

  private struct Page: Decodable {
    struct Film: Decodable {
      let title: String
    }

    let results: [Film]
  }
}
