import Streams

/// What the browser's window shows.
@MainActor
final class SearchModel {
  /// What has been typed.
  @Published var text = ""

  /// What is known of the latest search.
  @Published private(set) var state = SearchState.found([])

  init<S: Scheduler>(catalogue: Catalogue, scheduler: S) {
    $text
      .debounce(for: .milliseconds(300), scheduler: scheduler)
      .removeDuplicates()
      .flatMapLatest { text in catalogue.search(for: text) }
      .receive(on: scheduler)
      .assign(to: &$state)
  }
}
