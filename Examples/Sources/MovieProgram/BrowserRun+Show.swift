import MovieBrowser
import StreamCore

extension BrowserRun {
  /// Shows one list or all of them, once.
  func show(_ list: MovieList?, as text: @escaping @MainActor (Listing) throws -> String) {
    let catalogue = CatalogueViewModel(fetch: fetch)
    subscriptions.insert(AnyCancellable { MainActor.assumeIsolated { catalogue.cancel() } })
    catalogue.load(list) { [self] in
      if let error = catalogue.error { return end(.failed(error)) }
      loadPosters(for: catalogue.shelves) { [self] listing in
        do {
          try console.print(text(listing))
          end(.finished)
        } catch {
          end(.failed(error))
        }
      }
    }
  }
}
