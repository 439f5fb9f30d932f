import Dispatch
import StreamCombining
public import StreamCore
import StreamMapping
import StreamSchedulers
import StreamTiming

/// The lists of the catalogue, as a view shows them: with an error to tell of if they could not be had.
@MainActor
public final class CatalogueViewModel {
  /// The lists that were loaded last.
  public private(set) var shelves: [Shelf] = []

  /// Why the last load gave nothing, or `nil`: what a view would show in an alert.
  public private(set) var error: FetchError?

  private let shelf: @Sendable (MovieList) -> AnyPublisher<Shelf, FetchError>
  private var subscriptions: Set<AnyCancellable> = []

  /// - Parameter fetch: Gives the films of a list. The model subscribes again each time it needs them.
  public init(fetch: @escaping @Sendable (MovieList) -> AnyPublisher<[Movie], FetchError>) {
    shelf = { list in fetch(list).map { Shelf(list: list, movies: $0) }.eraseToAnyPublisher() }
  }

  /// Loads one list, or all of them. `whenDone` is called when `shelves` or `error` say how it went.
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

  /// Stops loading. Nothing is called any more.
  public func cancel() {
    subscriptions = []
  }

  /// One list alone; or the front page first, since it is what people look at, and then the other three at once.
  private func shelves(of list: MovieList?) -> AnyPublisher<[Shelf], FetchError> {
    if let list { return shelf(list).map { [$0] }.eraseToAnyPublisher() }
    return shelf(.nowPlaying)
      .flatMap { [shelf] frontPage in
        shelf(.upcoming).zip(shelf(.popular), shelf(.topRated)) { [frontPage, $0, $1, $2] }
      }
      .eraseToAnyPublisher()
  }
}
