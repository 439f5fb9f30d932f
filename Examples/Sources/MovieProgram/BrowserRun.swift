import Foundation
import MovieBrowser
import StreamCore
import StreamSchedulers
import StreamTiming

/// One run of the program: its components and its ending. The commands are in `BrowserRun+Show.swift` and
/// `BrowserRun+Browse.swift`.
@MainActor
final class BrowserRun {
  /// How a run ended.
  enum Ending {
    case finished
    case failed(any Error)
    case interrupted(signal: Int32)
  }

  let address: String
  let console: Console
  let loader: PosterLoader

  /// Retains the pipelines of the run.
  var subscriptions: Set<AnyCancellable> = []

  private let client: MovieClient
  private let api: MovieAPI
  private let persistence: Persistence
  private let interruption = Interruption()
  private var continuation: CheckedContinuation<Ending, Never>?

  init(address: String, client: MovieClient, console: Console) {
    self.address = address
    self.client = client
    self.console = console
    api = MovieAPI(baseURL: address, client: client)
    persistence = Persistence(report: console.report)
    loader = PosterLoader(client: client, persistence: persistence)
  }

  /// Fetches the films of a list, with retries.
  var fetch: @Sendable (MovieList) -> AnyPublisher<[Movie], FetchError> {
    { [api, persistence] list in persistence.fetch(list.rawValue) { api.movies(in: list).eraseToAnyPublisher() } }
  }

  /// Calls `start`, and returns when the run has ended.
  func ending(of start: @MainActor (BrowserRun) -> Void) async -> Ending {
    await withCheckedContinuation { continuation in
      self.continuation = continuation
      interruption.signals
        .sink { signal in MainActor.assumeIsolated { self.end(.interrupted(signal: signal)) } }
        .store(in: &subscriptions)
      console.showProgress("Asking \(address) …")
      start(self)
    }
  }

  /// Ends the run: cancels the pipelines, and with them the requests in progress.
  func end(_ ending: Ending) {
    subscriptions = []
    loader.cancel()
    api.cancelAll()
    client.close()
    interruption.cancel()
    console.clearProgress()
    continuation?.resume(returning: ending)
    continuation = nil
  }

  /// Fetches the missing posters of these films, and then calls `show` with everything to display.
  func loadPosters(for shelves: [Shelf], whenDone show: @escaping @MainActor (Listing) -> Void) {
    let urls = Set(shelves.flatMap(\.movies).compactMap(api.posterURL))
    let progress = loader.objectWillChange
      // A change is announced before it happens: the new value can be read on the next turn of the queue.
      .receive(on: DispatchQueue.main)
      .sink { [loader, console] in
        MainActor.assumeIsolated {
          console.showProgress("Posters: \(urls.count(where: loader.hasAnswer)) of \(urls.count)")
        }
      }
    loader.load(urls) { [api, loader, console] in
      progress.cancel()
      console.clearProgress()
      show(Listing(shelves) { movie in api.posterURL(of: movie).flatMap(loader.poster) })
    }
  }
}
