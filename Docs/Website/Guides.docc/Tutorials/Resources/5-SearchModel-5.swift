import Foundation
import Streams

/// What the browser's window shows.
@MainActor
final class SearchModel {
  /// What has been typed.
  @Published var text = ""

  /// What is known of the latest search.
  @Published private(set) var state = SearchState.found([])

  /// The posters of the films that were found, by the films' titles.
  @Published private(set) var posters: [String: Data] = [:]

  init<S: Scheduler>(catalogue: Catalogue, scheduler: S) {
    $text
      .searched(in: catalogue, scheduler: scheduler)
      .assign(to: &$state)

    $state
      .map(\.films)
      .removeDuplicates()
      .flatMapLatest { films in catalogue.posters(of: films) }
      .receive(on: scheduler)
      .assign(to: &$posters)
  }
}
