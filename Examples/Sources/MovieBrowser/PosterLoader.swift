public import Foundation
public import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamSchedulers
import StreamTiming

/// Fetches posters, a few at a time, and caches them.
///
/// It announces its changes manually: ``objectWillChange`` sends just before a result is stored.
@MainActor
public final class PosterLoader {
  /// Sends before the results of the methods below change.
  public let objectWillChange = PassthroughSubject<Void, Never>()

  /// The results of the requested posters: `nil` for one that could not be fetched.
  private var cache: [URL: Poster?] = [:] {
    willSet { objectWillChange.send() }
  }

  private let client: MovieClient
  private let persistence: Persistence
  private let limit: Int
  private var subscriptions: Set<AnyCancellable> = []

  /// - Parameters:
  ///   - client: Makes the requests.
  ///   - persistence: The retry policy for a poster.
  ///   - limit: The largest number of concurrent requests.
  public init(client: MovieClient, persistence: Persistence, limit: Int = 3) {
    self.client = client
    self.persistence = persistence
    self.limit = limit
  }

  /// The poster at an address, if it was fetched.
  public func poster(at url: URL) -> Poster? {
    cache[url] ?? nil
  }

  /// Whether the request for the poster at an address has ended.
  public func hasAnswer(for url: URL) -> Bool {
    cache.keys.contains(url)
  }

  /// Fetches the posters that have not been requested before, and calls `whenDone`. A poster that cannot be fetched is
  /// omitted: a film is shown without it.
  public func load(_ urls: some Sequence<URL>, whenDone: @escaping @MainActor () -> Void) {
    var unknown: [URL] = []
    for url in urls where !hasAnswer(for: url) && !unknown.contains(url) { unknown.append(url) }
    unknown.publisher
      .flatMap(maxPublishers: .max(limit)) { [client, persistence] url in
        persistence.fetch("poster \(url.lastPathComponent)") { Self.request(url, by: client) }
          .map { (url, Optional($0)) }
          .catch { _ in Just((url, nil)) }
      }
      .receive(on: DispatchQueue.main)
      .sink(
        receiveCompletion: { _ in MainActor.assumeIsolated { whenDone() } },
        receiveValue: { [weak self] url, poster in
          MainActor.assumeIsolated { self?.cache[url] = .some(poster) }
        }
      )
      .store(in: &subscriptions)
  }

  /// Stops loading and cancels the requests in progress.
  public func cancel() {
    subscriptions = []
  }

  private nonisolated static func request(
    _ url: URL, by client: MovieClient
  ) -> AnyPublisher<Poster, MovieAPIError> {
    client.response(url)
      .tryMap { try Poster(url: url, response: $0) }
      .mapError(MovieAPIError.init)
      .eraseToAnyPublisher()
  }
}
