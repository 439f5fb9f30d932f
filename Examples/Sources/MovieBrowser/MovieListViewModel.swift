import Dispatch
public import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamSchedulers
import StreamTiming

/// One list at a time, chosen by its position. A list that cannot be had is shown empty, and the next choice is
/// served as if nothing had happened.
@MainActor
public final class MovieListViewModel {
  /// Sends before ``movies`` changes.
  public let objectWillChange = PassthroughSubject<Void, Never>()

  /// The films of the chosen list.
  public private(set) var movies: [Movie] = [] {
    willSet { objectWillChange.send() }
  }

  private let chosenIndex: CurrentValueSubject<Int, Never>
  private var subscriptions: Set<AnyCancellable> = []

  /// Which list is shown, as a position in `MovieList.allCases`.
  public var index: Int {
    get { chosenIndex.value }
    set { chosenIndex.send(newValue) }
  }

  /// - Parameters:
  ///   - index: The list to begin with.
  ///   - fetch: Gives the films of a list.
  public init(index: Int = 0, fetch: @escaping @Sendable (MovieList) -> AnyPublisher<[Movie], FetchError>) {
    chosenIndex = CurrentValueSubject(index)
    chosenIndex
      .flatMap { index in fetch(MovieList.allCases[index]).replaceError(with: []) }
      .receive(on: DispatchQueue.main)
      .assign(to: \.movies, on: self)
      .store(in: &subscriptions)
  }

  /// Ends the stream, which holds the model until then.
  public func cancel() {
    subscriptions = []
  }
}
