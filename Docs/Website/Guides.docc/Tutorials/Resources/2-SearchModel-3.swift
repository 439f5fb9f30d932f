import Streams

/// What the browser's window shows.
@MainActor
final class SearchModel {
  /// What has been typed.
  @Published var text = ""

  /// The films to show.
  @Published private(set) var films: [Film] = []

  init<S: Scheduler>(catalogue: Catalogue, scheduler: S) {
    $text
      .debounce(for: .milliseconds(300), scheduler: scheduler)
      .removeDuplicates()
      .flatMap { text in catalogue.films(matching: text).replaceError(with: []) }
      .receive(on: scheduler)
      .assign(to: &$films)
  }
}
