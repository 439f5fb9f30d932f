import Dispatch
public import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamSchedulers
import StreamTiming

/// Shows one list at a time, chosen by its position. A list that fails to load is shown empty, and later choices still
/// work.
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

  /// The position of the shown list in `MovieList.allCases`.
  public var index: Int {
    get { chosenIndex.value }
    set { chosenIndex.send(newValue) }
  }

  /// - Parameters:
  ///   - index: The position of the initial list.
  ///   - fetch: Fetches the films of a list.
  public init(index: Int = 0, fetch: @escaping @Sendable (MovieList) -> AnyPublisher<[Movie], FetchError>) {
    chosenIndex = CurrentValueSubject(index)
    chosenIndex
      .flatMap { index in fetch(MovieList.allCases[index]).replaceError(with: []) }
      .receive(on: DispatchQueue.main)
      .assign(to: \.movies, on: self)
      .store(in: &subscriptions)
  }

  /// Ends the stream, which retains the model until then.
  public func cancel() {
    subscriptions = []
  }
}
