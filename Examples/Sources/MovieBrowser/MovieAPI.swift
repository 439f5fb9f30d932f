public import Foundation
import StreamCoding
public import StreamCore
import StreamMapping
import StreamSchedulers
import StreamTiming
import Synchronization

/// A client of a catalogue.
///
/// Each call makes one request and returns a `Future`: it runs from the moment of the call, independent of
/// subscriptions, and stores its result for later subscribers. So cancelling a subscription does not cancel the
/// request; ``cancelAll()`` does, and so does releasing the API.
public final class MovieAPI: Sendable {
  private let baseURL: String
  private let client: MovieClient
  private let subscriptions = Mutex<Set<AnyCancellable>>([])

  /// - Parameters:
  ///   - baseURL: The address of the catalogue, to which the paths of lists and posters are added.
  ///   - client: Makes the requests.
  public init(baseURL: String, client: MovieClient) {
    self.baseURL = baseURL
    self.client = client
  }

  /// The films of a list, delivered on the main queue. A malformed address fails immediately, without a request.
  public func movies(in list: MovieList) -> Future<[Movie], MovieAPIError> {
    Future { [self] promise in
      guard let url = url(forPath: "/movies/\(list.rawValue)") else {
        return promise(.failure(.badURL(baseURL)))
      }
      let subscription =
        client.response(url)
        .tryMap { try $0.goodBody }
        .decode(type: MoviePage.self, decoder: MoviePage.decoder)
        .receive(on: DispatchQueue.main)
        .sink(
          receiveCompletion: { completion in
            if case .failure(let error) = completion { promise(.failure(MovieAPIError(error))) }
          },
          receiveValue: { promise(.success($0.results)) })
      subscriptions.withLock { _ = $0.insert(subscription) }
    }
  }

  /// The address of a film's poster, if it has one.
  public func posterURL(of movie: Movie) -> URL? {
    movie.posterPath.flatMap(url(forPath:))
  }

  /// Cancels all requests in progress. Their futures never complete.
  public func cancelAll() {
    // The subscriptions are released, and thereby cancelled, outside the lock.
    _ = subscriptions.withLock { exchange(&$0, with: []) }
  }

  private func url(forPath path: String) -> URL? {
    guard let base = URL(string: baseURL, encodingInvalidCharacters: false),
      ["http", "https"].contains(base.scheme), base.host()?.isEmpty == false
    else { return nil }
    return base.appending(path: path)
  }
}
