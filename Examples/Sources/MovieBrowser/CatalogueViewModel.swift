import Dispatch
public import StreamCore
import StreamMapping
import StreamSchedulers
import StreamTiming

/// The lists of the catalogue for a view, with an error to display if they could not be loaded.
@MainActor
public final class CatalogueViewModel {
  /// The most recently loaded lists.
  public private(set) var shelves: [Shelf] = []

  /// The error of the last load, or `nil`: a view would show it in an alert.
  public private(set) var error: FetchError?

  private let shelf: @Sendable (MovieList) -> AnyPublisher<Shelf, FetchError>
  private var subscriptions: Set<AnyCancellable> = []

  /// - Parameter fetch: Fetches the films of a list. The model subscribes again each time it needs them.
  public init(fetch: @escaping @Sendable (MovieList) -> AnyPublisher<[Movie], FetchError>) {
    shelf = { list in fetch(list).map { Shelf(list: list, movies: $0) }.eraseToAnyPublisher() }
  }

  /// Loads one list, or all of them. `whenDone` is called when `shelves` or `error` have been updated.
  public func load(_ list: MovieList?, whenDone: @escaping @MainActor () -> Void) {
    error = nil
    shelves(of: list)
      .receive(on: DispatchQueue.main)
      .sink(
        receiveCompletion: { [weak self] completion in
          MainActor.assumeIsolated {
            if case .failure(let error) = completion { self?.error = error }
            whenDone()
          }
        },
        receiveValue: { [weak self] shelves in
          MainActor.assumeIsolated { self?.shelves = shelves }
        }
      )
      .store(in: &subscriptions)
  }

  /// Stops loading. No callback follows.
  public func cancel() {
    subscriptions = []
  }

  /// One list alone; or the front page first, because it is shown first, and then the other three concurrently.
  private func shelves(of list: MovieList?) -> AnyPublisher<[Shelf], FetchError> {
    if let list { return shelf(list).map { [$0] }.eraseToAnyPublisher() }
    return shelf(.nowPlaying)
      .flatMap { [shelf] frontPage in
        [MovieList.upcoming, .popular, .topRated].publisher
          .flatMap { shelf($0) }
          .scan([frontPage]) { $0 + [$1] }
          .compactMap { shelves in
            guard shelves.count == MovieList.allCases.count else { return nil }
            return MovieList.allCases.compactMap { list in shelves.first { $0.list == list } }
          }
      }
      .eraseToAnyPublisher()
  }
}
