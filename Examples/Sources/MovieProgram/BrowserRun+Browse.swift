import Foundation
import MovieBrowser
import StreamCore
import StreamSchedulers
import StreamTiming

extension BrowserRun {
  /// Shows one list at a time: the first one, and then those whose numbers are typed, until the end of the input.
  func browse() {
    let model = MovieListViewModel(fetch: fetch)
    subscriptions.insert(AnyCancellable { MainActor.assumeIsolated { model.cancel() } })
    model.objectWillChange
      .receive(on: DispatchQueue.main)
      .sink { [self] in MainActor.assumeIsolated { showList(of: model) } }
      .store(in: &subscriptions)
  }

  private func showList(of model: MovieListViewModel) {
    loadPosters(for: [Shelf(list: MovieList.allCases[model.index], movies: model.movies)]) { [self] listing in
      do {
        try console.print(listing.tables(width: console.width) + "\n")
        askForList(of: model)
      } catch {
        end(.failed(error))
      }
    }
  }

  private func askForList(of model: MovieListViewModel) {
    let lists = MovieList.allCases
    let choices = lists.enumerated().map { "\($0 + 1) \($1.title)" }.joined(separator: "  ")
    console.readLine(prompt: "\(choices)  (ctrl-D ends): ") { [self] line in
      guard let line else { return end(.finished) }
      guard let number = Int(line), lists.indices.contains(number - 1) else {
        console.note("“\(line)” is not a number from 1 to \(lists.count)")
        return askForList(of: model)
      }
      model.index = number - 1
    }
  }
}
